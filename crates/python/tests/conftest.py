"""Small corpora: planted words beside common ones."""

import sys

import numpy as np
import pytest

COMMON = "the of and to in that it was for on".split()
PLANTED = {
    "cooking": "oven flour salt dough butter sugar".split(),
    "sport": "goal ball team match score player".split(),
    "space": "orbit rocket moon probe launch comet".split(),
}


def text(random, words, length=12):
    """A text of which half are planted words."""
    return " ".join(random.choice([*words, *random.choice(COMMON, len(words))], length))


@pytest.fixture(scope="session")
def topics():
    """Texts of three classes."""
    random = np.random.default_rng(0)
    classes = np.repeat(list(PLANTED), 30)
    return [text(random, PLANTED[name]) for name in classes], classes


@pytest.fixture(scope="session")
def reviews():
    """Texts with ratings: the share of good words."""
    random = np.random.default_rng(1)
    ratings = random.integers(1, 6, 100).astype(float)
    good, bad = "fine great lovely sturdy".split(), "poor broken ugly cheap".split()
    texts = [" ".join([*random.choice(good, int(r) * 2), *random.choice(bad, 12 - int(r) * 2), *random.choice(COMMON, 4)]) for r in ratings]
    return texts, ratings


@pytest.fixture(scope="session")
def pairs():
    """Texts of twelve words out of sixty, and their translations word by word."""
    random = np.random.default_rng(2)
    places = [random.choice(60, 12, replace=False) for _ in range(120)]
    return tuple([" ".join(f"{side}{place}" for place in row) for row in places] for side in "ab")


@pytest.fixture(scope="session")
def program():
    """Arguments that begin the program."""
    return [sys.executable, "-m", "wordfield"]
