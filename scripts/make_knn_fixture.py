#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/knn.json: classes that scikit-learn's KNeighborsClassifier (cosine distance) predicts for generated word
counts of two classes.

Usage: scripts/make_knn_fixture.py > crates/core/tests/fixtures/knn.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.neighbors import KNeighborsClassifier

rng = np.random.RandomState(3)
train, new, words = 40, 20, 18
labels = np.arange(train + new) % 2
topics = rng.dirichlet(np.full(words, 1.0), 2)
counts = np.stack([rng.multinomial(rng.randint(40, 90), 0.5 * topics[label] + 0.5 / words) for label in labels])
assert counts[:train].any(axis=0).all(), "every word occurs in a training document"

predicted = {}
for k in [1, 5, 9]:
    knn = KNeighborsClassifier(k, metric="cosine", algorithm="brute").fit(counts[:train], labels[:train])
    # With two classes and an odd number of neighbours no vote is a tie; the set of neighbours must be unique too.
    distances = np.sort(knn.kneighbors(counts[train:], k + 1)[0], axis=1)
    assert (distances[:, k] - distances[:, k - 1] > 1e-9).all(), k
    predicted[k] = knn.predict(counts[train:]).tolist()
json.dump({"train": train, "counts": counts.tolist(), "labels": labels.tolist(), "predicted": predicted}, sys.stdout)
