#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/lasso.json: Lasso and ElasticNet of scikit-learn on made-up word counts with two ratings a
document.

Two datasets, one with more words than documents and one with fewer, each under two weightings, two shares of the L1 penalty (1
is the lasso) and three values of alpha, given as shares of the smallest alpha under which all coefficients are 0. Ratings are
standardised on the training documents and fitted one by one; coefficients and predictions are on the scale of the ratings.

Usage: scripts/make_lasso_fixture.py > crates/core/tests/fixtures/lasso.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.linear_model import ElasticNet, Lasso
from sklearn.preprocessing import normalize

SHARES = [0.5, 0.1, 0.01]
rng = np.random.RandomState(7)


def fit(x, y, alpha, l1_ratio):
    options = {"tol": 1e-13, "max_iter": 1_000_000}
    model = Lasso(alpha, **options) if l1_ratio == 1 else ElasticNet(alpha, l1_ratio=l1_ratio, **options)
    model.fit(x, y)
    assert model.n_iter_ < options["max_iter"], model.dual_gap_
    return model


def case(n, new, v):
    counts = rng.poisson(0.6, (n + new, v))
    counts[np.arange(n + new), np.arange(n + new) % v] += 1
    counts[3] = counts[2]  # a document given twice
    train, later = counts[:n], counts[n:]
    # Half of the words have no effect on the ratings.
    effects = rng.randn(v, 2) * (np.arange(v) % 2)[:, None]
    ratings = (np.round(counts @ effects + 0.5 * rng.randn(n + new, 2) + [3, -40], 3) * [1, 100])[:n]
    inverse = np.log(n / (train > 0).sum(0))
    weightings = {"count": lambda m: normalize(m, "l1"), "tf-idf-l2": lambda m: normalize(m * inverse, "l2")}
    mean, scale = ratings.mean(0), ratings.std(0)
    y = (ratings - mean) / scale
    results = []
    for weighting, weigh in weightings.items():
        x = weigh(train)
        largest = np.abs((x - x.mean(0)).T @ y).max() / n
        for l1_ratio in (1, 0.4):
            for share in SHARES:
                alpha = round(share * largest / l1_ratio, 6)
                models = [fit(x, column, alpha, l1_ratio) for column in y.T]
                coefficients = np.array([model.coef_ for model in models]).T * scale
                predicted = np.array([model.predict(weigh(later)) for model in models]).T * scale + mean
                results.append(
                    {
                        "weighting": weighting,
                        "l1_ratio": l1_ratio,
                        "alpha": alpha,
                        "coefficients": coefficients.round(9).tolist(),
                        "intercepts": (np.array([model.intercept_ for model in models]) * scale + mean).tolist(),
                        "predicted": predicted.tolist(),
                    }
                )
    return {"counts": train.tolist(), "new_counts": later.tolist(), "ratings": ratings.tolist(), "results": results}


json.dump([case(12, 3, 20), case(30, 3, 8)], sys.stdout)
