#!/usr/bin/env python3
"""Makes crates/core/tests/fixtures/sandbox.json: MMD, witness and the exact permutation test of small point sets, with numpy alone."""

import itertools
import json
from pathlib import Path

import numpy as np


def kernel(spec, a, b):
    if spec == "linear":
        return a @ b.T
    if "rbf" in spec:
        squared = ((a[:, None, :] - b[None, :, :]) ** 2).sum(-1)
        return np.exp(-0.5 * spec["rbf"]["gamma"] * squared)
    return (a @ b.T + spec["polynomial"]["offset"]) ** spec["polynomial"]["degree"]


def squared_mmd(k, w, first):
    """Biased and unbiased estimates for the rows listed in `first` against all others."""
    rest = np.setdiff1d(np.arange(len(w)), first)
    a, b = w[first], w[rest]
    parts = [(k[np.ix_(rows, rows)], weights) for rows, weights in ((first, a), (rest, b))]
    cross = a @ k[np.ix_(first, rest)] @ b / (a.sum() * b.sum())
    biased = sum(u @ g @ u / u.sum() ** 2 for g, u in parts) - 2 * cross
    own = lambda g, u: (u @ g @ u - (u * u * np.diag(g)).sum()) / (u.sum() ** 2 - (u * u).sum())
    return max(biased, 0.0), sum(own(g, u) for g, u in parts) - 2 * cross


def case(seed, spec, sizes, weighted):
    rng = np.random.default_rng(seed)
    n = sum(sizes)
    x = np.round(rng.normal(size=(n, 2)) + np.repeat([[-0.5, 0.0], [0.5, 0.2]], sizes, axis=0), 3)
    w = np.round(rng.uniform(0.5, 2.0, n), 2) if weighted else np.ones(n)
    k = kernel(spec, x, x)
    first = np.arange(sizes[0])
    biased, unbiased = squared_mmd(k, w, first)
    splits = [squared_mmd(k, w, np.array(split))[1] for split in itertools.combinations(range(n), sizes[0])]
    places = np.array([[0.0, 0.0], [1.0, -1.0], [-2.0, 0.5]])
    at = kernel(spec, places, x)
    share = lambda rows: at[:, rows] @ w[rows] / w[rows].sum()
    points = [[*map(float, p)] + ([float(v)] if weighted else []) for p, v in zip(x, w)]
    return {
        "sandbox": {
            "sets": [
                {"name": "A", "points": points[: sizes[0]], "target": -1.0},
                {"name": "B", "points": points[sizes[0] :], "target": 1.0},
            ],
            "embedding": spec,
        },
        "biased": float(biased),
        "unbiased": float(unbiased),
        "linear": float(squared_mmd(x @ x.T, w, first)[0]),
        "places": places.tolist(),
        "witness": (share(first) - share(np.arange(sizes[0], n))).tolist(),
        "p": float(np.mean([s >= unbiased - 1e-12 for s in splits])),
    }


cases = [
    case(1, {"rbf": {"gamma": 1.0}}, (6, 7), False),
    case(2, {"rbf": {"gamma": 0.3}}, (5, 6), True),
    case(3, "linear", (6, 6), False),
    case(4, {"polynomial": {"offset": 1.0, "degree": 2}}, (5, 5), True),
]
path = Path(__file__).resolve().parent.parent / "crates/core/tests/fixtures/sandbox.json"
path.write_text(json.dumps(cases, indent=1) + "\n")
