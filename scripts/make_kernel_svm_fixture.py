#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/kernel_svm.json: decisions of pairs of classes and dual objectives of scikit-learn's SVC (kernels rbf and
poly, counts at unit length) on generated word counts of three classes.

SVC holds kernel values in single precision. The duals of its free documents are therefore solved again in double precision, with the bounded
ones fixed; the optimality of the result is checked.

Usage: scripts/make_kernel_svm_fixture.py > crates/core/tests/fixtures/kernel_svm.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.metrics.pairwise import polynomial_kernel, rbf_kernel
from sklearn.svm import SVC

rng = np.random.RandomState(7)
train, new, words = 36, 8, 16
labels = np.arange(train + new) % 3
topics = rng.dirichlet(np.full(words, 2.0), 3)
counts = np.stack([rng.multinomial(rng.randint(6, 15), topics[label]) for label in labels])
assert counts[:train].any(axis=0).all(), "every word occurs in a training document"
unit = counts / np.linalg.norm(counts, axis=1, keepdims=True)


def exact(kernel, sign, alpha, c):
    """The duals and the offset with the bounded documents of `alpha` fixed, and their dual objective."""
    free = (alpha > 1e-8 * c) & (alpha < c * (1 - 1e-8))
    bound = np.where(free | (alpha < 0.5 * c), 0.0, c)
    q = kernel * np.outer(sign, sign)
    size = free.sum()
    system = np.zeros((size + 1, size + 1))
    system[:size, :size], system[:size, size], system[size, :size] = q[np.ix_(free, free)], sign[free], sign[free]
    solved = np.linalg.solve(system, np.append(1 - q[free] @ bound, -sign @ bound))
    duals, bias = bound.copy(), solved[size]
    duals[free] = solved[:size]
    margin = sign * (kernel @ (sign * duals) + bias)
    assert (duals >= 0).all() and (duals <= c).all() and size > 1
    assert (margin[bound == c] <= 1 + 1e-12).all() and (margin[~free & (bound == 0)] >= 1 - 1e-12).all()
    return sign * duals, bias, duals.sum() - 0.5 * duals @ q @ duals


def case(kernel, c, values, **numbers):
    svc = SVC(C=c, kernel=kernel, tol=1e-10, decision_function_shape="ovo", **numbers).fit(unit[:train], labels[:train])
    decisions, objective = [], 0.0
    reference = svc.decision_function(unit)
    for pair, (a, b) in enumerate([(0, 1), (0, 2), (1, 2)]):
        rows = np.flatnonzero(np.isin(labels[:train], (a, b)))
        sign = np.where(labels[rows] == a, 1.0, -1.0)
        alone = SVC(C=c, kernel="precomputed", tol=1e-10).fit(values[np.ix_(rows, rows)], -sign)
        alpha = np.zeros(len(rows))
        alpha[alone.support_] = np.abs(alone.dual_coef_[0])
        signed, bias, value = exact(values[np.ix_(rows, rows)], sign, alpha, c)
        decisions.append(values[:, rows] @ signed + bias)
        objective += value
        assert np.abs(decisions[-1] - reference[:, pair]).max() < 1e-5, np.abs(decisions[-1] - reference[:, pair]).max()
    given = {"c": c, "decisions": np.stack(decisions, axis=1).tolist(), "objective": objective}
    return {**given, "classes": svc.predict(unit).tolist()}


rbf = case("rbf", 4.0, rbf_kernel(unit, gamma=0.7), gamma=0.7)
poly = case("poly", 0.25, polynomial_kernel(unit, degree=3, gamma=1, coef0=0.5), degree=3, gamma=1, coef0=0.5)
json.dump(
    {
        "train": train, "counts": counts.tolist(), "labels": labels.tolist(),
        "rbf": {"gamma": 0.7, **rbf}, "poly": {"degree": 3, "offset": 0.5, **poly},
    },
    sys.stdout,
)
