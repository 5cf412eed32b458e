"""The examples of the documentation run."""

import doctest
import pathlib
import re

import wordfield

PAGE = pathlib.Path(__file__).parents[3] / "docs/python.md"


def test_the_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_module_example_is_true():
    assert doctest.testmod(wordfield).failed == 0


def test_every_class_is_on_the_page():
    page = PAGE.read_text(encoding="utf-8")
    missing = [name for name in wordfield.__all__ if f"`{name}`" not in page and f"wordfield.{name}(" not in page]
    assert set(missing) <= {"MMDResult", "load"}
