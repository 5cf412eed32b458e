#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/gp_counts.json: predictions of scikit-learn's GaussianProcessRegressor with a Gaussian kernel of raw word
counts and noise, nothing fitted, and the log marginal likelihood of the standardised ratings.

Usage: scripts/make_gp_counts_fixture.py > crates/core/tests/fixtures/gp_counts.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

rng = np.random.RandomState(9)
train, new, words = 30, 10, 15
alpha, beta, zeta = 0.6, 4.0, 0.05
counts = rng.poisson(1.2, (train + new, words))
counts[np.arange(train + new), np.arange(train + new) % words] += 1
ratings = (3 + counts[:, :3].sum(axis=1) - counts[:, 3:6].sum(axis=1) + rng.randn(train + new)).round(2)

mean, scale = ratings[:train].mean(), ratings[:train].std()
kernel = ConstantKernel(1 / alpha) * RBF(zeta**-0.5) + WhiteKernel(1 / beta)
process = GaussianProcessRegressor(kernel, alpha=1e-12, optimizer=None).fit(counts[:train], (ratings[:train] - mean) / scale)
means, deviations = process.predict(counts[train:], return_std=True)
json.dump(
    {
        "train": train, "counts": counts.tolist(), "ratings": ratings.tolist(), "alpha": alpha, "beta": beta, "zeta": zeta,
        "means": (mean + scale * means).tolist(), "deviations": (scale * deviations).tolist(),
        "log_likelihood": process.log_marginal_likelihood_value_,
    },
    sys.stdout,
)
