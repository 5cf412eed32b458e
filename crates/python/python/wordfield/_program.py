"""Models of files, and the program's window."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from . import _wordfield, models
from ._base import PYTHON_NAMES, Estimator, are_texts


def load(path: str | os.PathLike[str]) -> Any:
    """The estimator of a model that the window, the command line or `save` wrote.

    Its parameters are those of the training; it reads texts as the program does, and counts whose columns `vocabulary` names.
    """
    model = _wordfield.Model.load(path)
    of = next(of for name in models.__all__ if (of := getattr(models, name))._model == model.kind)
    values = {PYTHON_NAMES.get(name, name): value for name, value in model.parameters.items()}
    estimator = of(**{name: values[name] for name in of._own if name in values})
    estimator.model_, estimator._texts, estimator.n_iter_ = model, True, max(model.iterations, 1)
    if model.task == "classes":
        estimator.classes_ = np.array(model.targets)
    if model.task == "ratings":
        estimator._one = len(model.targets) == 1
    return estimator


def show(estimator: Estimator, X: Any = None, y: Any = None, *arguments: str) -> subprocess.Popen[bytes]:
    """Opens the window on a fitted model and the documents it is shown over: texts X with classes or ratings y, or with texts y
    of the other side. A model of the program's own files needs no documents. Further arguments are the program's.

    Files are written into a temporary folder, which stays until the system clears it.
    """
    folder = Path(tempfile.mkdtemp(prefix="wordfield-"))
    model = folder / "model.wordfield"
    estimator.save(model)
    files = [str(model)]
    if X is not None:
        files.append(str(_written(folder, estimator.model_, X, y)))
    elif not estimator.model_.names_files:
        raise ValueError("the model names no files: give the texts it is shown over, as in show(model, texts, classes)")
    return subprocess.Popen([sys.executable, "-m", "wordfield", *files, *arguments])


def _written(folder: Path, model: Any, X: Any, y: Any) -> Path:
    """Texts as a file of the model's task."""
    if not are_texts(X):
        raise ValueError("the window is given texts, not counts: pass the texts that were counted")
    y = [()] * len(X) if y is None else [tuple(np.atleast_1d(row)) for row in y]
    if model.task == "partners":
        path = folder / "documents.tsv"
        lines = ("\t".join(" ".join(str(text).split()) for text in (left, *right)) for left, right in zip(X, y))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path
    names = model.targets if model.task == "ratings" else ["class"]
    path = folder / "documents.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow([*names, "text"])
        table.writerows([*row, text] for row, text in zip(y, X))
    return path
