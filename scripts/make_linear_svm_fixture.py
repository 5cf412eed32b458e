#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/linear_svm.json: decisions of scikit-learn's SVC (linear kernel, counts at unit length) on generated
word counts of three classes.

Usage: scripts/make_linear_svm_fixture.py > crates/core/tests/fixtures/linear_svm.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.svm import SVC

rng = np.random.RandomState(5)
train, new, words, c = 24, 6, 14, 2.0
labels = np.arange(train + new) % 3
topics = rng.dirichlet(np.full(words, 0.6), 3)
counts = np.stack([rng.multinomial(rng.randint(6, 15), topics[label]) for label in labels])

unit = counts / np.linalg.norm(counts, axis=1, keepdims=True)
svc = SVC(C=c, kernel="linear", tol=1e-10, decision_function_shape="ovo").fit(unit[:train], labels[:train])

json.dump(
    {
        "train": train, "counts": counts.tolist(), "labels": labels.tolist(),
        "c": c, "decisions": svc.decision_function(unit).tolist(), "classes": svc.predict(unit).tolist(),
    },
    sys.stdout,
)
