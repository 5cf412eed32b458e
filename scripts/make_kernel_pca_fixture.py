#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/kernel_pca.json: kernel PCA of made-up Gram matrices by scikit-learn.

A linear kernel of fewer features than objects, a Gaussian kernel, and a Gaussian kernel of objects that occur twice. Each case has
the Gram matrix (n × n), the kernel of new objects with them (m × n), the eigenvalues of the centred matrix along three axes, their
share of its trace, and the coordinates of both. scikit-learn makes the entry of each eigenvector with the largest absolute value
positive.

Usage: scripts/make_kernel_pca_fixture.py > crates/core/tests/fixtures/kernel_pca.json      (needs numpy and scikit-learn)
"""
import json
import sys

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.metrics.pairwise import linear_kernel, rbf_kernel
from sklearn.preprocessing import KernelCenterer

AXES = 3
rng = np.random.RandomState(3)


def case(kernel, n, new, features, twice):
    x = rng.randn(n + new, features) * np.linspace(2.0, 0.5, features)
    x[n - twice : n] = x[:twice]
    k, cross = kernel(x[:n]), kernel(x[n:], x[:n])
    pca = KernelPCA(n_components=AXES, kernel="precomputed", eigen_solver="dense").fit(k)
    return {
        "gram": k.tolist(),
        "cross": cross.tolist(),
        "values": pca.eigenvalues_.tolist(),
        "share": float(pca.eigenvalues_.sum() / np.trace(KernelCenterer().fit_transform(k))),
        "coordinates": pca.transform(k).tolist(),
        "new": pca.transform(cross).tolist(),
    }


def gaussian(a, b=None):
    return rbf_kernel(a, b, gamma=0.3)


json.dump([case(linear_kernel, 24, 5, 6, 0), case(gaussian, 30, 6, 4, 0), case(gaussian, 18, 4, 3, 6)], sys.stdout)
