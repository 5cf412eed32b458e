#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/gp.json: the GP-LVSM's negative log posterior, its gradients and its predictions on made-up data
with two ratings a document, by plain numpy.

Usage: scripts/make_gp_fixture.py > crates/core/tests/fixtures/gp.json      (needs numpy)
"""
import json
import sys

import numpy as np

rng = np.random.RandomState(11)
n, new, v, q, rho, gamma, alpha, beta, private = 16, 5, 12, 2, 0.3, 0.8, 0.7, 2.5, 0.4
counts = rng.poisson(0.7, (n + new, v))
counts[np.arange(n + new), np.arange(n + new) % v] += 1
counts[3] = counts[2]  # a document given twice
m = counts / counts.sum(1, keepdims=True)
x = rng.randn(v, q).round(3)
y = rng.randn(n, 2).round(3)

k = np.exp(-gamma / 2 * ((x[:, None] - x[None]) ** 2).sum(2))
train, test = m[:n], m[n:]
s = train @ k @ train.T + private * train @ train.T
big = s / alpha + np.eye(n) / beta
inverse = np.linalg.inv(big)
a = inverse @ y
value = (y * a).sum() / 2 + 2 * np.linalg.slogdet(big)[1] / 2 + rho / 2 * (x * x).sum()
pull = (2 * inverse - a @ a.T) / 2  # dL/dK; the log-determinant counts once for each rating
w = train.T @ pull @ train / alpha * k
gradient = 2 * gamma * (w @ x - w.sum(1)[:, None] * x) + rho * x
squared = ((x[:, None] - x[None]) ** 2).sum(2)
cross = (test @ k @ train.T + private * test @ train.T) / alpha
own = ((test @ k) * test).sum(1) + private * (test * test).sum(1)
points = rng.randn(4, q).round(3)
near = np.exp(-gamma / 2 * ((points[:, None] - x[None]) ** 2).sum(2)) @ train.T / alpha
json.dump(
    {
        "counts": counts[:n].tolist(), "new_counts": counts[n:].tolist(), "x": x.tolist(), "y": y.tolist(),
        "rho": rho, "gamma": gamma, "alpha": alpha, "beta": beta, "private": private,
        "objective": value, "gradient": gradient.tolist(), "log_alpha": -(pull * s).sum() / alpha,
        "log_beta": -np.trace(pull) / beta, "log_gamma": -gamma / 2 * (w * squared).sum(),
        "means": (cross @ a).tolist(),
        "variances": (own / alpha + 1 / beta - np.einsum("ij,jk,ik->i", cross, inverse, cross)).tolist(),
        "points": points.tolist(), "field_variances": (1 / alpha - np.einsum("ij,jk,ik->i", near, inverse, near)).tolist(),
    },
    sys.stdout,
)
