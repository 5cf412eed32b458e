"""Writes or checks the planted corpora of the tests; each is made by a script of its own."""
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "crates/core/tests/fixtures/planted"


def repeated(words):
    """The words that occur more than once, in alphabetical order."""
    return sorted({word for word in words if words.count(word) > 1})


def write_or_check(name, text):
    """Writes the fixture, or with --check ends the program unless the fixture has this text."""
    path = FOLDER / name
    if "--check" not in sys.argv:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        sys.exit(f"{path} differs from what this script makes: run it without --check")
