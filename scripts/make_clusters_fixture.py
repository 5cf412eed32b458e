#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/clusters.json: agreement of partitions and spectral clusters by scikit-learn.

`partitions`: pairs of partitions with the adjusted Rand index and the normalised mutual information. `cases`: Gram matrices (n × n) with
the clusters of SpectralClustering, the inner products of the rows of the spectral embedding at unit length, and the inertia of
k-means on these rows. The last two have negative entries off the diagonal: scikit-learn receives them as 0, or the matrix minus
its smallest entry (`shifted`).

Usage: scripts/make_clusters_fixture.py > crates/core/tests/fixtures/clusters.json      (needs numpy and scikit-learn)
"""
import json
import sys
import warnings

import numpy as np
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.manifold import spectral_embedding
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score
from sklearn.metrics.pairwise import rbf_kernel

warnings.filterwarnings("ignore", message="Graph is not fully connected")
rng = np.random.RandomState(7)


def partition(a, b):
    a, b = np.asarray(a).tolist(), np.asarray(b).tolist()
    return {
        "pairs": list(zip(a, b)),
        "adjusted_rand": float(adjusted_rand_score(a, b)),
        "mutual_information": float(normalized_mutual_info_score(a, b)),
    }


def case(gram, clusters, shifted=False):
    affinity = gram - gram[~np.eye(len(gram), dtype=bool)].min() if shifted else np.maximum(gram, 0)
    labels = SpectralClustering(clusters, affinity="precomputed", assign_labels="kmeans", random_state=0).fit_predict(affinity)
    rows = spectral_embedding(affinity, n_components=clusters, eigen_tol=1e-13, random_state=0, drop_first=False)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return {
        "gram": np.round(gram, 12).tolist(),
        "shifted": shifted,
        "clusters": clusters,
        "labels": labels.tolist(),
        "products": np.round(rows @ rows.T, 10).tolist(),
        "inertia": float(KMeans(clusters, n_init=100, tol=0, random_state=0).fit(rows).inertia_),
    }


classes = rng.randint(0, 4, 60)
near = np.where(rng.rand(60) < 0.3, rng.randint(0, 4, 60), classes)
partitions = [
    partition(classes, near),
    partition(classes, rng.randint(0, 6, 60)),
    partition(classes, 3 - classes),
    partition(classes, np.zeros(60, int)),
    partition(np.zeros(5, int), np.zeros(5, int)),
    partition(np.arange(5), np.arange(5)),
    partition(np.arange(5), np.zeros(5, int)),
    partition([0], [0]),
    partition([0, 0, 1, 1], [0, 1, 0, 1]),
]

groups = np.repeat(np.arange(3), [15, 12, 9])
points = rng.randn(36, 2) * 0.5 + 3.0 * np.array([[0, 0], [1, 0], [0, 1]])[groups]
topics = rng.dirichlet(np.full(12, 0.4), 4)
counts = np.stack([rng.multinomial(40, 0.8 * topics[topic] + 0.2 / 12) for topic in np.repeat(np.arange(4), 8)])
shares = counts / counts.sum(axis=1, keepdims=True)
directions = rng.randn(30, 3) * 0.3 + np.array([[2, 0, 0], [-1, 1.7, 0], [-1, -1.7, 0]])[np.repeat(np.arange(3), 10)]
spread = rng.randn(27, 3) * 0.25 + np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])[np.repeat(np.arange(3), 9)]
cases = [case(rbf_kernel(points, gamma=0.5), 3), case(shares @ shares.T, 4)]
cases += [case(spread @ spread.T, 3), case(directions @ directions.T, 3, shifted=True)]
json.dump({"partitions": partitions, "cases": cases}, sys.stdout)
