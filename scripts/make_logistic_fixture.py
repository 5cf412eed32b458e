#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/logistic.json: log-odds of pairs of classes and objectives of scikit-learn's LogisticRegression (counts
at unit length) on generated word counts of three classes and of two.

Usage: scripts/make_logistic_fixture.py > crates/core/tests/fixtures/logistic.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

rng = np.random.RandomState(5)
train, new, words, c = 24, 6, 14, 8.0


def case(classes):
    labels = np.arange(train + new) ** 2 % 7 % classes
    topics = rng.dirichlet(np.full(words, 0.6), classes)
    counts = np.stack([rng.multinomial(rng.randint(6, 15), topics[label]) for label in labels])
    assert counts[:train].any(axis=0).all(), "every word occurs in a training document"
    unit = counts / np.linalg.norm(counts, axis=1, keepdims=True)
    fitted = LogisticRegression(C=c, solver="newton-cholesky", tol=1e-13, max_iter=1000).fit(unit[:train], labels[:train])
    logs = fitted.predict_log_proba(unit)
    pairs = [(a, b) for a in range(classes) for b in range(a + 1, classes)]
    loss = -logs[np.arange(train), labels[:train]].sum()
    return {
        "train": train, "counts": counts.tolist(), "labels": labels.tolist(), "c": c,
        "decisions": np.stack([logs[:, a] - logs[:, b] for a, b in pairs], axis=1).tolist(),
        "classes": fitted.predict(unit).tolist(),
        "objective": c * loss + 0.5 * np.sum(fitted.coef_**2),
    }


json.dump([case(3), case(2)], sys.stdout)
