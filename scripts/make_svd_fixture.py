#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/svd.json: singular values of generated word counts by scikit-learn's TruncatedSVD, the projections of
words on the leading singular vectors, and the cosines between spectral word vectors: those of TfidfTransformer's rows with normalised
columns.

Usage: scripts/make_svd_fixture.py > crates/core/tests/fixtures/svd.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfTransformer

rng = np.random.RandomState(2)
documents, words, q = 60, 30, 3
topics = rng.dirichlet(np.full(words, 0.3), q)
counts = np.stack([rng.multinomial(25, 0.9 * topics[i % q] + 0.1 / words) for i in range(documents)])
counts = counts[:, counts.any(axis=0)]


def leading(rows):
    svd = TruncatedSVD(q, algorithm="arpack", tol=1e-12, random_state=0).fit(rows.astype(float))
    others = np.linalg.svd(rows, compute_uv=False)
    assert others[q - 1] > 1.2 * others[q], "a gap after the leading values"
    return svd.singular_values_, svd.components_.T


values, directions = leading(counts)
tf_idf = TfidfTransformer().fit_transform(counts).toarray()
_, vectors = leading(tf_idf / np.linalg.norm(tf_idf, axis=0))
vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
json.dump(
    {
        "counts": counts.tolist(), "values": values.tolist(),
        "projection": (directions @ directions.T).tolist(), "cosines": (vectors @ vectors.T).tolist(),
    },
    sys.stdout,
)
