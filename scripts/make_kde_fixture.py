#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/kde.json: kernel dependency estimation of made-up rows of numbers by its plain formulas.

The outputs of training documents are their coordinates along the leading axes of the centred output kernel, T = U_p D_p^(1/2). The
regression is B = (K + gamma I)^-1 T, and f(x) = B' k_x is compared with t(y) = D_p^(-1/2) U_p' H (l_y - L 1/n) of each candidate.
The program computes classes without an eigendecomposition; here they have all axes of L = 1/2 [y = y'].

Each result of pairs has D, f of new source rows and t of new target rows (columns up to a common sign), their squared distances and the
candidates in order. Each result of classes has the decisions -|f - t(c)|^2 of new rows.

With the training file of the USPS digits it writes crates/core/tests/fixtures/usps_draws.json instead: five draws of 1,000
training and 2,000 test digits, with the results of these formulas on each.

Usage: scripts/make_kde_fixture.py > crates/core/tests/fixtures/kde.json
       scripts/make_kde_fixture.py usps-train.txt.gz > crates/core/tests/fixtures/usps_draws.json      (needs numpy)
"""
import gzip
import json
import sys

import numpy as np

TRAIN, NEW = 24, 9


def squared(a, b):
    """Squared Euclidean distances."""
    return (a * a).sum(1)[:, None] + (b * b).sum(1) - 2 * a @ b.T


def gaussian(a, b, sigma):
    return np.exp(-squared(a, b) / (2 * sigma**2))


def axes(outputs, p):
    """The p leading axes of the centred output kernel: eigenvalues and eigenvectors."""
    centring = np.eye(len(outputs)) - 1 / len(outputs)
    values, vectors = np.linalg.eigh(centring @ outputs @ centring)
    return values[::-1][:p], vectors[:, ::-1][:, :p]


def fit(inputs, coordinates, gamma):
    return np.linalg.solve(inputs + gamma * np.eye(len(inputs)), coordinates)


def coordinates_of(kernel, outputs, values, vectors):
    """t of candidates whose kernel values with the training documents are the rows of `kernel`."""
    apart = kernel - outputs.mean(1)
    return (apart - apart.mean(1, keepdims=True)) @ vectors / np.sqrt(values)


def input_kernel(name, sigma_x):
    return (lambda a, b: a @ b.T) if name == "linear" else (lambda a, b: gaussian(a, b, sigma_x))


def pairs(x, y, kernel, sigma_x, sigma_y, gamma, p):
    k = input_kernel(kernel, sigma_x)
    outputs = gaussian(y[:TRAIN], y[:TRAIN], sigma_y)
    values, vectors = axes(outputs, p)
    f = k(x[TRAIN:], x[:TRAIN]) @ fit(k(x[:TRAIN], x[:TRAIN]), vectors * np.sqrt(values), gamma)
    t = coordinates_of(gaussian(y[TRAIN:], y[:TRAIN], sigma_y), outputs, values, vectors)
    distances = squared(f, t)
    return {
        "kernel": kernel,
        "sigma_x": sigma_x,
        "sigma_y": sigma_y,
        "gamma": gamma,
        "dimension": p,
        "eigenvalues": values.tolist(),
        "f": f.tolist(),
        "t": t.tolist(),
        "distances": distances.tolist(),
        "order": distances.argsort(1).tolist(),
    }


def class_decisions(inputs, across, labels, gamma):
    """Decisions -|f - t(c)|^2 of documents with the kernel values `across`, from all axes of the classes."""
    classes = labels.max() + 1
    outputs = 0.5 * (labels[:, None] == labels)
    values, vectors = axes(outputs, classes - 1)
    f = across @ fit(inputs, vectors * np.sqrt(values), gamma)
    candidates = 0.5 * (np.arange(classes)[:, None] == labels)
    return -squared(f, coordinates_of(candidates, outputs, values, vectors))


def classes(x, labels, kernel, sigma_x, gamma):
    k = input_kernel(kernel, sigma_x)
    decisions = class_decisions(k(x[:TRAIN], x[:TRAIN]), k(x[TRAIN:], x[:TRAIN]), labels[:TRAIN], gamma)
    return {"kernel": kernel, "sigma_x": sigma_x, "gamma": gamma, "decisions": decisions.tolist()}


def made_up():
    rng = np.random.RandomState(4)
    hidden = rng.normal(size=(TRAIN + NEW, 3))
    x, y = (np.round(hidden @ rng.normal(size=(3, words)) + 0.3 * rng.normal(size=(TRAIN + NEW, words)), 3) for words in (7, 5))
    labels = hidden.argmax(1)
    of_pairs = [("gaussian", 2.0, 1.5, 0.01, 10), ("gaussian", 4.0, 3.0, 0.3, 4), ("linear", None, 2.0, 0.5, 6)]
    of_classes = [("gaussian", 2.0, 0.01), ("gaussian", 5.0, 0.5), ("linear", None, 2.0)]
    return {
        "train": TRAIN,
        "source": x.tolist(),
        "target": y.tolist(),
        "labels": labels.tolist(),
        "pairs": [pairs(x, y, *case) for case in of_pairs],
        "classes": [classes(x, labels, *case) for case in of_classes],
    }


def draws(file):
    """Classes (sigma_x 8, gamma 0.01); lower half from the upper one (sigma_x 6, sigma_y 8, 64 axes, gamma 0.01)."""
    rows = np.loadtxt(gzip.open(file, "rt"))
    labels, pixels = rows[:, 0].astype(int), rows[:, 1:]
    upper, lower = pixels[:, :128], pixels[:, 128:]
    found = []
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(rows))
        train, test = order[:1000], order[1000:3000]
        k = [gaussian(pixels[of], pixels[train], 8.0) for of in (train, test)]
        wrong = class_decisions(*k, labels[train], 0.01).argmax(1) != labels[test]
        values, vectors = axes(gaussian(lower[train], lower[train], 8.0), 64)
        outputs = vectors * np.sqrt(values)
        f = gaussian(upper[test], upper[train], 6.0) @ fit(gaussian(upper[train], upper[train], 6.0), outputs, 0.01)

        def loss(choice):
            apart = ((lower[test] - lower[train][choice]) ** 2).sum(1)
            return (2 - 2 * np.exp(-apart / (2 * 8.0**2))).mean()

        near = squared(upper[test], upper[train]).argmin(1)
        found.append({
            "train": train.tolist(),
            "test": test.tolist(),
            "class_errors": int(wrong.sum()),
            "lower_half": loss(squared(f, outputs).argmin(1)),
            "nearest_neighbour": loss(near),
        })
    return found


json.dump(draws(sys.argv[1]) if len(sys.argv) > 1 else made_up(), sys.stdout, separators=(",", ":"))
