#!/usr/bin/env python3
"""Linear regressions and a Gaussian process on the splits of reports, for figures side by side with the GP-LVSM.

    rivals_ratings.py --corpus FILE --report REPORT.json... [--threshold 5]

Reads `rating<TAB>words` lines (plain or gzip), as `examples/measure_gp --out` writes them. Words in at least THRESHOLD
training documents are kept (a number below 1 is a share of them). Ratings are standardised on the training part; every
parameter is chosen on the development documents, and the test part is read once, with the choice made. Rivals: Ridge,
Lasso, elastic net and a GP with an RBF kernel, all on word counts. Prints one line a report and rival: seed, rival,
standardised RMSE on development and test documents, RMSE on the test documents, the choice; last the means.
Needs numpy, scipy and scikit-learn.
"""
import argparse
import gzip
import json
import warnings
from collections import defaultdict

import numpy as np
from scipy.linalg import eigh
from sklearn.linear_model import ElasticNet, Lasso, Ridge
from sklearn.metrics.pairwise import euclidean_distances

from rivals import counts


def load(path):
    ratings, documents = [], []
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf8") as lines:
        for line in lines:
            rating, _, text = line.rstrip("\n").partition("\t")
            ratings.append(float(rating))
            documents.append(text.split())
    return np.array(ratings), documents


def rmse(a, b):
    return float(np.sqrt(((a - b) ** 2).mean()))


def regression(make, grid, m, y, split):
    best = None
    for choice in grid:
        model = make(choice).fit(m[split["train"]], y[split["train"]])
        error = rmse(model.predict(m[split["dev"]]), y[split["dev"]])
        if best is None or error < best[0]:
            best = (error, choice, model)
    return best[0], rmse(best[2].predict(m[split["test"]]), y[split["test"]]), best[1]


def process(m, y, split):
    """Mean of a GP with signal variance 1: width and noise chosen on the development part."""
    train, dev, test = split["train"], split["dev"], split["test"]
    within = euclidean_distances(m[train], squared=True)
    to_dev, to_test = euclidean_distances(m[dev], m[train], squared=True), euclidean_distances(m[test], m[train], squared=True)
    scale, best = np.median(within), None
    for width in 10.0 ** np.arange(-3, 1.51, 0.5):
        values, vectors = eigh(np.exp(-width * within / scale))
        half = vectors.T @ y[train]
        near = np.exp(-width * to_dev / scale) @ vectors
        for noise in 10.0 ** np.arange(-4, 2.01, 0.5):
            error = rmse(near @ (half / (values + noise)), y[dev])
            if best is None or error < best[0]:
                best = (error, (width, noise), vectors @ (half / (values + noise)))
    return best[0], rmse(np.exp(-best[1][0] * to_test / scale) @ best[2], y[test]), best[1]


def main():
    warnings.filterwarnings("ignore")
    parser = argparse.ArgumentParser()
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--report", nargs="+", required=True)
    parser.add_argument("--threshold", type=float, default=5)
    options = parser.parse_args()
    ratings, documents = load(options.corpus)
    means = defaultdict(list)
    penalties = 10.0 ** np.arange(-2.5, -0.9, 0.25)
    reports = []
    for path in options.report:
        with open(path, encoding="utf8") as file:
            content = json.load(file)
        # The report of several runs holds one report a run.
        reports += content.get("runs", [content])
    for report in reports:
        split = {part: np.array(report["split"][part]) for part in ("train", "dev", "test")}
        m = counts(documents, split["train"], options.threshold)
        scale = ratings[split["train"]].std()
        y = (ratings - ratings[split["train"]].mean()) / scale
        results = {
            "Ridge": regression(lambda a: Ridge(alpha=a), 10.0 ** np.arange(0, 4.01, 0.25), m, y, split),
            "Lasso": regression(lambda a: Lasso(alpha=a), penalties, m, y, split),
            "elastic net": regression(
                lambda c: ElasticNet(alpha=c[0], l1_ratio=c[1]), [(a, r) for a in penalties for r in (0.1, 0.5)], m, y, split
            ),
            "GP, RBF": process(m.toarray(), y, split),
        }
        seed = report.get("seed", "-")
        for name, (dev, test, choice) in results.items():
            means[name].append((dev, test, test * scale))
            print(seed, name, f"{dev:.4f}", f"{test:.4f}", f"{test * scale:.4f}", choice, sep="\t", flush=True)
    for name, rows in means.items():
        print("mean", name, *(f"{value:.4f}" for value in np.mean(rows, 0)), sep="\t")


if __name__ == "__main__":
    main()
