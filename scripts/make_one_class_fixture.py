#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/one_class.json: one-class support vector machines by scikit-learn.

`cases`: Gram matrices (n × n), kernel values of new objects with theirs (m × n), and for each share `nu` the decisions of both; kernels
are Gaussian, of shares of words, and Gaussian of objects that occur twice. `curves`: scores of positive and negative objects, with ties, and the
area under the ROC curve.

Usage: scripts/make_one_class_fixture.py > crates/core/tests/fixtures/one_class.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.metrics import roc_auc_score
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.svm import OneClassSVM

rng = np.random.RandomState(5)


def case(kernel, old, new, shares):
    gram, cross = np.round(kernel(old), 10), np.round(kernel(new, old), 10)

    def fit(nu):
        svm = OneClassSVM(kernel="precomputed", nu=nu, tol=1e-12).fit(gram)
        return {"nu": nu, "decisions": svm.decision_function(gram).tolist(), "new": svm.decision_function(cross).tolist()}

    return {"gram": gram.tolist(), "cross": cross.tolist(), "fits": [fit(nu) for nu in shares]}


def gaussian(a, b=None):
    return rbf_kernel(a, b, gamma=0.4)


def curve(positive, negative):
    truth = [1] * len(positive) + [0] * len(negative)
    area = roc_auc_score(truth, np.concatenate([positive, negative]))
    return {"positive": positive.tolist(), "negative": negative.tolist(), "area": float(area)}


points, twice = rng.randn(40, 2), rng.randn(9, 3)
counts = rng.multinomial(30, rng.dirichlet(np.full(10, 0.7)), 36) / 30.0
cases = [
    case(gaussian, points, 2.0 * rng.randn(8, 2), [0.03, 0.1, 0.37, 0.87]),
    case(linear_kernel, counts[:30], counts[30:], [0.25]),
    case(gaussian, np.concatenate([twice, twice]), rng.randn(4, 3), [0.3]),
]
ties = rng.randint(0, 6, 50) / 2.0
curves = [curve(ties[:20] + 0.5, ties[20:]), curve(rng.randn(15) + 1.0, rng.randn(12)), curve(np.ones(3), np.ones(4))]
json.dump({"cases": cases, "curves": curves}, sys.stdout)
