#!/usr/bin/env python3
"""Makes crates/core/tests/fixtures/ngd.json: decisions of scikit-learn's SVC on the negative geodesic distance between documents.

Usage: make_ngd_fixture.py (needs numpy and scikit-learn). Documents are those of
crates/core/tests/fixtures/planted/corpus.txt, in the order of the file: the first of every three is for training, the others are decided.
Rows are square roots of a document's word shares, so that the kernel between two documents is pi - 2 arccos of their inner
product.
"""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
from sklearn.svm import SVC

ROOT = Path(__file__).resolve().parent.parent
C = 2.0


def main() -> None:
    lines = (ROOT / "crates/core/tests/fixtures/planted/corpus.txt").read_text(encoding="utf-8").splitlines()
    labels, texts = zip(*(line.split("\t") for line in lines), strict=True)
    counts = [Counter(text.lower().split()) for text in texts]
    train = list(range(0, len(lines), 3))
    # Words of no training document are unknown.
    words = sorted({word for i in train for word in counts[i]})
    rows = np.sqrt(np.array([[count[word] for word in words] for count in counts], dtype=float))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    gram = np.pi - 2.0 * np.arccos(np.clip(rows @ rows.T, -1.0, 1.0))
    classes = sorted(set(labels))
    decisions = {}
    for first, second in combinations(range(len(classes)), 2):
        own = [i for i in train if labels[i] in (classes[first], classes[second])]
        target = [1 if labels[i] == classes[first] else -1 for i in own]
        classifier = SVC(C=C, kernel="precomputed", tol=1e-8).fit(gram[np.ix_(own, own)], target)
        decisions[f"{classes[first]} {classes[second]}"] = classifier.decision_function(gram[:, own]).tolist()
    text = json.dumps({"c": C, "classes": classes, "words": len(words), "decisions": decisions}, separators=(",", ":"))
    (ROOT / "crates/core/tests/fixtures/ngd.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
