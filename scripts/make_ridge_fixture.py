#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/ridge.json: ridge regression on made-up word counts with two ratings a document, by scikit-learn.

Two datasets, one with more words than documents and one with fewer, each under two weightings and three penalties. Ratings are
standardised on the training documents; predictions are on the scale of the ratings. Leave-one-out errors are root mean squares
over documents and ratings, standardised, by fitting as many times as there are documents.

Usage: scripts/make_ridge_fixture.py > crates/core/tests/fixtures/ridge.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_val_predict
from sklearn.preprocessing import normalize

PENALTIES = [0.01, 0.3, 10.0]
rng = np.random.RandomState(5)


def case(n, new, v):
    counts = rng.poisson(0.6, (n + new, v))
    counts[np.arange(n + new), np.arange(n + new) % v] += 1
    counts[3] = counts[2]  # a document given twice
    train, later = counts[:n], counts[n:]
    ratings = np.round(counts @ rng.randn(v, 2) + 0.5 * rng.randn(n + new, 2) + [3, -40], 3) * [1, 100]
    ratings = ratings[:n]
    inverse = np.log(n / (train > 0).sum(0))
    weightings = {"count": lambda m: normalize(m, "l1"), "tf-idf-l2": lambda m: normalize(m * inverse, "l2")}
    mean, scale = ratings.mean(0), ratings.std(0)
    y = (ratings - mean) / scale
    results = []
    for weighting, weigh in weightings.items():
        for penalty in PENALTIES:
            model = Ridge(alpha=penalty, solver="svd").fit(weigh(train), y)
            left_out = cross_val_predict(model, weigh(train), y, cv=LeaveOneOut())
            results.append(
                {
                    "weighting": weighting,
                    "lambda": penalty,
                    "coefficients": (model.coef_.T * scale).tolist(),
                    "intercepts": (model.intercept_ * scale + mean).tolist(),
                    "predicted": (model.predict(weigh(later)) * scale + mean).tolist(),
                    "leave_one_out": float(np.sqrt(((left_out - y) ** 2).mean())),
                }
            )
    return {"counts": train.tolist(), "new_counts": later.tolist(), "ratings": ratings.tolist(), "results": results}


json.dump([case(12, 4, 20), case(30, 4, 8)], sys.stdout)
