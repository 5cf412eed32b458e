#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/matching.json: the objective of matching (T 6.8) and its gradients on made-up data, by plain numpy.

Usage: scripts/make_match_fixture.py > crates/core/tests/fixtures/matching.json      (needs numpy)
"""
import json
import sys

import numpy as np

rng = np.random.RandomState(11)
n_s, n_t, v_s, v_t, q, rho, gamma = 9, 12, 11, 8, 2, 0.3, 0.8


def rows(n, v):
    counts = rng.poisson(0.8, (n, v)).astype(float)
    counts[np.arange(n), rng.randint(0, v, n)] += 1
    return counts / counts.sum(1, keepdims=True)


def rbf(x, y):
    return np.exp(-gamma / 2 * ((x[:, None] - y[None]) ** 2).sum(2))


def pull(w, x, y):
    return gamma * (w @ y - w.sum(1)[:, None] * x)


ms, mt = rows(n_s, v_s), rows(n_t, v_t)
x, y = rng.randn(v_s, q).round(3), rng.randn(v_t, q).round(3)
partner = rng.permutation(n_t)[:n_s]  # three targets have no source

# The squared distances in full, then each case's loss and its slope, straight from the definitions.
k_st, k_ss, k_tt = rbf(x, y), rbf(x, x), rbf(y, y)
s_st = ms @ k_st @ mt.T
s, t = np.einsum("ij,jk,ik->i", ms, k_ss, ms), np.einsum("ij,jk,ik->i", mt, k_tt, mt)


def softmax(e):
    p = np.exp(e - e.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


cases = []
for sharpness, symmetric, normalise in [(1, False, False), (20, False, False), (20, True, False), (5, False, True), (5, True, True)]:
    lengths = np.sqrt(np.outer(s, t)) if normalise else np.ones((n_s, n_t))
    d = 2 - 2 * s_st / lengths if normalise else s[:, None] + t[None] - 2 * s_st
    e = -sharpness * d
    weight = 0.5 if symmetric else 1.0
    p, one = softmax(e), np.zeros((n_s, n_t))
    one[np.arange(n_s), partner] = 1
    value = -weight * np.log(p[np.arange(n_s), partner]).sum()
    g = weight * (p - one)
    if symmetric:
        back = softmax(e.T)
        value -= weight * np.log(back[partner, np.arange(n_s)]).sum()
        known = np.zeros(n_t)
        known[partner] = 1
        g = g + (weight * (back * known[:, None] - one.T)).T
    by_st = 2 * sharpness * g / lengths
    if normalise:
        cosine = s_st / lengths
        by_s, by_t = -sharpness * (g * cosine).sum(1) / s, -sharpness * (g * cosine).sum(0) / t
    else:
        by_s, by_t = -sharpness * g.sum(1), -sharpness * g.sum(0)
    w_st = (ms.T @ by_st @ mt) * k_st
    w_ss, w_tt = (ms.T @ np.diag(by_s) @ ms) * k_ss, (mt.T @ np.diag(by_t) @ mt) * k_tt
    cases.append(
        {
            "sharpness": sharpness, "symmetric": symmetric, "normalise": normalise,
            "value": value + rho / 2 * ((x * x).sum() + (y * y).sum()),
            "gradient": np.vstack([
                pull(w_st, x, y) + 2 * pull(w_ss, x, x) + rho * x, pull(w_st.T, y, x) + 2 * pull(w_tt, y, y) + rho * y,
            ]).tolist(),
            "distances": d.tolist(),
        }
    )
json.dump(
    {
        "source": ms.tolist(), "target": mt.tolist(), "partner": partner.tolist(), "x": np.vstack([x, y]).tolist(),
        "rho": rho, "gamma": gamma, "cases": cases,
    },
    sys.stdout,
)
