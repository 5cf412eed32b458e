#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/naive_bayes.json: differences of joint log likelihoods of scikit-learn's MultinomialNB for the
pairs of three classes of unequal size, on generated word counts with empty documents.

Usage: scripts/make_naive_bayes_fixture.py > crates/core/tests/fixtures/naive_bayes.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.naive_bayes import MultinomialNB

rng = np.random.RandomState(7)
train, new, words = 20, 6, 12
labels = np.array([0, 1, 0, 2, 0, 1] * 5)[: train + new]
topics = rng.dirichlet(np.full(words, 0.6), 3)
counts = np.stack([rng.multinomial(rng.randint(4, 20), topics[label]) for label in labels])
counts[[4, train + 1]] = 0
assert counts[:train].any(axis=0).all(), "every word occurs in a training document"

results = []
for alpha in [1.0, 0.05, 40.0]:
    fitted = MultinomialNB(alpha=alpha).fit(counts[:train], labels[:train])
    joint = fitted.predict_joint_log_proba(counts)
    decisions = np.stack([joint[:, a] - joint[:, b] for a, b in [(0, 1), (0, 2), (1, 2)]], axis=1)
    results.append({"alpha": alpha, "decisions": decisions.tolist(), "classes": fitted.predict(counts).tolist()})

json.dump({"train": train, "counts": counts.tolist(), "labels": labels.tolist(), "results": results}, sys.stdout)
