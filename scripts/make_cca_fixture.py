#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/cca.json: CCA and nearest neighbours of scikit-learn on made-up pairs of documents.

CCA: more pairs than words, so that no ridge is needed; the program has a ridge of 1e-10 mean squared lengths there. The scores of new
documents along each direction are divided by their length over the training documents and multiplied by the canonical
correlation, as the program does; columns are defined up to a sign common to both sides.

Neighbours: indices of the nearest source documents by cosine, nearest first, and the cosine distances of the mean of their partners at
unit length to new target documents.

Usage: scripts/make_cca_fixture.py > crates/core/tests/fixtures/cca.json      (needs scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.cross_decomposition import CCA
from sklearn.metrics.pairwise import cosine_distances
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import normalize

PAIRS, NEW, WORDS, DIRECTIONS = 40, 6, (7, 6), 4
rng = np.random.RandomState(5)


def canonical(source, target):
    model = CCA(n_components=DIRECTIONS, scale=False, max_iter=100_000, tol=1e-18).fit(source[:PAIRS], target[:PAIRS])
    train, new = model.transform(source[:PAIRS], target[:PAIRS]), model.transform(source[PAIRS:], target[PAIRS:])
    correlations = np.array([np.corrcoef(a, b)[0, 1] for a, b in zip(train[0].T, train[1].T)])
    sides = [new * correlations / np.linalg.norm(train, axis=0) for train, new in zip(train, new)]
    return {"correlations": correlations.tolist(), "source": sides[0].tolist(), "target": sides[1].tolist()}


def neighbours(source, target, k):
    search = NearestNeighbors(n_neighbors=k, metric="cosine", algorithm="brute").fit(source[:PAIRS])
    found = search.kneighbors(source[PAIRS:], return_distance=False)
    places = normalize(target[:PAIRS])[found].mean(1)
    return {"k": k, "neighbours": found.tolist(), "distances": cosine_distances(places, target[PAIRS:]).tolist()}


themes = rng.gamma(0.6, 1, (PAIRS + NEW, 4))
sides = [rng.poisson(themes @ rng.gamma(0.6, 2, (4, words)) + 0.3) + rng.uniform(0.1, 0.9, (PAIRS + NEW, words)) for words in WORDS]
json.dump(
    {
        "pairs": PAIRS,
        "source": sides[0].tolist(),
        "target": sides[1].tolist(),
        "cca": canonical(*sides),
        "knn": [neighbours(*sides, k) for k in (1, 3, 8)],
    },
    sys.stdout,
)
