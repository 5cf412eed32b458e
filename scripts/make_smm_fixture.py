#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/smm.json: the objective J(X) and its gradient on made-up data, by plain numpy and scikit-learn.

Usage: scripts/make_smm_fixture.py > crates/core/tests/fixtures/smm.json      (needs numpy and scikit-learn)
"""
import itertools
import json

import numpy as np
from sklearn.svm import SVC

rng = np.random.RandomState(7)
n, v, q, c, rho, gamma, private = 18, 12, 2, 4.0, 0.3, 0.8, 0.0
counts = rng.poisson(0.7, (n, v))
counts[4] = 0  # an empty document
labels = np.arange(n) % 3
counts[np.arange(n), labels * 4] += 1
counts[4] = 0
m = counts / np.maximum(counts.sum(1, keepdims=True), 1)
x = rng.randn(v, q).round(3)

k = np.exp(-gamma / 2 * ((x[:, None] - x[None]) ** 2).sum(2))
s = m @ k @ m.T
value, columns = rho / 2 * (x * x).sum(), []
for a, b in itertools.combinations(range(3), 2):
    index = np.where((labels == a) | (labels == b))[0]
    sub = s[np.ix_(index, index)]
    fit = SVC(C=c, kernel="precomputed", tol=1e-10).fit(sub, np.where(labels[index] == a, 1, -1))
    ay = np.zeros(len(index))
    ay[fit.support_] = fit.dual_coef_[0]
    value += np.abs(ay).sum() - ay @ sub @ ay / 2
    columns.append(m[index].T @ ay)
w = np.stack(columns, 1)
w = (w @ w.T) * k
gradient = -gamma * (w @ x - w.sum(1)[:, None] * x) + rho * x
json.dump(
    {
        "counts": counts.tolist(), "labels": labels.tolist(), "x": x.tolist(), "c": c, "rho": rho, "gamma": gamma,
        "objective": value, "gradient": gradient.tolist(), "coefficients": np.stack(columns, 1).tolist(),
    },
    __import__("sys").stdout,
)
