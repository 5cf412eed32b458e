"""The notebook runs, and the outputs that are kept in it are of the kinds that it shows now."""

import pathlib

import nbclient
import nbformat

NOTEBOOK = pathlib.Path(__file__).parents[3] / "examples/notebook/words.ipynb"


def kinds(notebook):
    """Kinds of the outputs of every cell of code: MIME types, or "stream"."""
    return [[sorted(of.get("data", [of.output_type])) for of in cell.outputs] for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    kept = kinds(notebook)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": NOTEBOOK.parent}}).execute()
    assert kinds(notebook) == kept
    assert any("image/svg+xml" in output for cell in kept for output in cell)
