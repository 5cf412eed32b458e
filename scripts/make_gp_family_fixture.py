#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/gp_family.json: what scikit-learn's GaussianProcessRegressor predicts of bags of words, made up, under
every positive definite kernel between documents.

Usage: scripts/make_gp_family_fixture.py > crates/core/tests/fixtures/gp_family.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Kernel

rng = np.random.RandomState(5)
n, new, v, alpha, beta = 20, 6, 12, 0.4, 6.0
counts = rng.poisson(0.8, (n + new, v))
counts[np.arange(n + new), np.arange(n + new) % v] += 1
m = counts / counts.sum(1, keepdims=True)
y = rng.randn(n, 1).round(3)

inner = m @ m.T
root = np.sqrt(inner.diagonal())
unit = inner / np.outer(root, root)
np.fill_diagonal(unit, 1)
angle = np.arccos(unit.clip(-1, 1))
apart = inner.diagonal()[:, None] + inner.diagonal()[None] - 2 * inner
ways = [
    ({"level2": "linear"}, inner),
    ({"level2": "linear", "normalise": "true"}, unit),
    ({"level2": "polynomial", "level2_offset": "0.5", "level2_degree": "3"}, (inner + 0.5) ** 3),
    ({"level2": "rbf", "zeta": "8"}, np.exp(-4 * apart)),
    ({"level2": "ngd"}, np.pi - 2 * angle),
    ({"level2": "ngd-exp", "time": "0.7"}, np.exp(-angle / 0.7)),
    ({"level2": "bhattacharyya"}, unit),
    ({"level2": "bhattacharyya", "trials": "3"}, unit**3),
    ({"level2": "ngd-power", "level2_beta": "0.4"}, np.pi**0.4 - (2 * angle) ** 0.4),
    ({"level2": "ngd-log"}, np.log1p(np.pi) - np.log1p(2 * angle)),
]


class Given(Kernel):
    """A kernel between documents named by their rows."""

    def __init__(self, matrix):
        self.matrix = matrix

    def __call__(self, a, b=None, eval_gradient=False):
        return self.matrix[np.ix_(a[:, 0].astype(int), (a if b is None else b)[:, 0].astype(int))]

    def diag(self, a):
        return self.matrix.diagonal()[a[:, 0].astype(int)].copy()

    def is_stationary(self):
        return False


kernels = []
for settings, matrix in ways:
    process = GaussianProcessRegressor(Given(matrix / alpha), alpha=1 / beta, optimizer=None)
    process.fit(np.arange(n)[:, None], y[:, 0])
    means, deviations = process.predict(np.arange(n, n + new)[:, None], return_std=True)
    deviations = np.sqrt(deviations**2 + 1 / beta)
    kernels.append({"set": settings, "means": means[:, None].tolist(), "deviations": deviations[:, None].tolist()})
json.dump(
    {
        "counts": counts[:n].tolist(), "new_counts": counts[n:].tolist(), "y": y.tolist(),
        "alpha": alpha, "beta": beta, "kernels": kernels,
    },
    sys.stdout,
)
