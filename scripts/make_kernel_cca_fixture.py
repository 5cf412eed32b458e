#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/kernel_cca.json: regularised kernel CCA of made-up pairs of documents, solved among features.

The program solves among documents, from eigenvectors of both Gram matrices. Here documents are rows of features: the words under
the linear kernel; under the Gaussian kernel K^(-1/2) times their kernel values with the training documents. With the covariances
A, B (times n) of both sides and C between them, and the ridges r and s, the correlations are the singular values of
(A + r)^(-1/2) C (B + s)^(-1/2). A ridge is lambda times the mean squared length of a document before centring.

Each result has the correlations, the coordinates of new documents (times the correlations; columns up to a common sign) along the
leading directions, and the cosines of new source and target documents.

Usage: scripts/make_kernel_cca_fixture.py > crates/core/tests/fixtures/kernel_cca.json      (needs numpy and scipy)
"""
import json
import sys

import numpy as np
from scipy.linalg import sqrtm, svd

PAIRS, NEW, WORDS, DIRECTIONS = 16, 5, 9, 4
rng = np.random.RandomState(11)


def root_inverse(matrix):
    return np.linalg.inv(np.real(sqrtm(matrix)))


def weighted(counts, weighting):
    if weighting == "count":
        return counts / counts.sum(1, keepdims=True)
    rows = np.sqrt(counts)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def features(rows, kernel, width):
    """Features of all documents, the training documents first, and the mean squared length of a training document."""
    if kernel == "linear":
        return rows, (rows[:PAIRS] ** 2).sum(1).mean()
    distances = ((rows[:, None] - rows[None, :PAIRS]) ** 2).sum(2)
    values = np.exp(-distances / (width * distances[:PAIRS].mean()))
    return values @ root_inverse(values[:PAIRS]), 1.0


def solve(sides, kernel, width, weighting, centring, penalty):
    parts = []
    for counts in sides:
        rows, length = features(weighted(counts, weighting), kernel, width)
        rows = rows - rows[:PAIRS].mean(0) if centring else rows
        whitening = root_inverse(rows[:PAIRS].T @ rows[:PAIRS] + penalty * length * np.eye(rows.shape[1]))
        parts.append((rows[:PAIRS] @ whitening, rows[PAIRS:] @ whitening))
    u, correlations, v = svd(parts[0][0].T @ parts[1][0])
    turned = [new @ turn[:, :DIRECTIONS] * correlations[:DIRECTIONS] for (_, new), turn in zip(parts, (u, v.T))]
    unit = [new / np.linalg.norm(new, axis=1, keepdims=True) for new in turned]
    return {
        "kernel": kernel,
        "width": width,
        "weighting": weighting,
        "centring": centring,
        "lambda": penalty,
        "correlations": correlations[:DIRECTIONS].tolist(),
        "source": turned[0].tolist(),
        "target": turned[1].tolist(),
        "cosines": (unit[0] @ unit[1].T).tolist(),
    }


themes = rng.gamma(0.4, 1, (PAIRS + NEW, 4))
sides = []
for _ in range(2):
    counts = rng.poisson(themes @ rng.gamma(0.5, 1.5, (4, WORDS)) + 0.2)
    counts[np.arange(PAIRS + NEW), np.arange(PAIRS + NEW) % WORDS] += 1
    sides.append(counts)
results = [
    solve(sides, kernel, width, weighting, centring, penalty)
    for kernel, width, weighting in [("linear", None, "sqrt-l2"), ("linear", None, "count"), ("gaussian", 0.5, "count"), ("gaussian", 2.0, "sqrt-l2")]
    for centring in (True, False)
    for penalty in (0.1, 2.0)
]
json.dump({"pairs": PAIRS, "source": sides[0].tolist(), "target": sides[1].tolist(), "results": results}, sys.stdout)
