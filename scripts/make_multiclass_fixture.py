#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/multiclass.json: decisions of scikit-learn's SVC on precomputed kernels for word counts of four classes,
one class against another and one against the rest (OneVsRestClassifier).

SVC holds kernel values in single precision. Counts have squares that add up to 16, so that documents of unit length have inner products
that are multiples of 1/16: these and their squares are exact in single precision.

Usage: scripts/make_multiclass_fixture.py > crates/core/tests/fixtures/multiclass.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

rng = np.random.RandomState(11)
train, new, words, classes = 60, 12, 24, 4
labels = np.arange(train + new) % classes
topics = rng.dirichlet(np.full(words, 1.5), classes)


def document(label):
    counts = np.zeros(words, dtype=int)
    left = 16
    for word in rng.choice(words, words, replace=False, p=topics[label]):
        counts[word] = rng.randint(1, min(2, int(left**0.5)) + 1)
        left -= counts[word] ** 2
        if left == 0:
            return counts
    raise ValueError("too few words")


counts = np.stack([document(label) for label in labels])
assert (np.square(counts).sum(axis=1) == 16).all() and counts[:train].any(axis=0).all()
unit = counts / 4.0
inner = unit @ unit.T
cases = []
for kernel, values in [("linear", inner), ("polynomial", (inner + 1) ** 2)]:
    assert (values == values.astype(np.float32)).all(), "kernel values are exact in single precision"
    c = 0.5
    gram, across, truth = values[:train, :train], values[:, :train], labels[:train]
    one = SVC(C=c, kernel="precomputed", tol=1e-12, decision_function_shape="ovo").fit(gram, truth)
    rest = OneVsRestClassifier(SVC(C=c, kernel="precomputed", tol=1e-12)).fit(gram, truth)
    cases.append({
        "kernel": kernel, "c": c,
        "one_vs_one": one.decision_function(across).tolist(),
        "one_vs_rest": rest.decision_function(across).tolist(), "classes": rest.predict(across).tolist(),
    })
json.dump({"train": train, "counts": counts.tolist(), "labels": labels.tolist(), "cases": cases}, sys.stdout)
