#!/usr/bin/env python3
"""Support vector machines from scikit-learn on the split of a Wordfield report, for figures side by side.

    rivals.py --corpus FILE... --report REPORT.json... [--threshold 0.01] [--class-threshold 0.05] [--untied [--rest]]

Reads `label<TAB>words` lines (plain or gzip). Words are kept as Wordfield keeps them: those in at least THRESHOLD of the
training documents, or in at least CLASS_THRESHOLD, and three, of those of a class (0: without this rule). Kernel
parameters are chosen on the development documents; the test part is read once, with the choice made. Prints one line a
report and kernel: training documents, seed, kernel, development accuracy, test accuracy, Wordfield's test accuracy.
With --untied one row a report instead: the linear SVM whose vocabulary (words in at least 1, 2, 3, 5 training documents or
1 % of them), weighting (TF-IDF, sublinear TF-IDF, square roots, at unit length) and C are all chosen on development. --rest
separates each class from all others (LinearSVC) instead of each pair of classes.
Needs numpy, scipy and scikit-learn.
"""
import argparse
import gzip
import json
import math
from collections import Counter

import numpy as np
from scipy import sparse
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.svm import SVC, LinearSVC

BOUNDS = 2.0 ** np.arange(-3, 14, 2)
REST_BOUNDS = 2.0 ** np.arange(-5, 6)
WIDTHS = 10.0 ** np.arange(-2, 2.5, 0.5)
# Vocabularies of the untied linear SVM.
THRESHOLDS = (1, 2, 3, 5, 0.01)


def load(paths):
    labels, documents = [], []
    for path in paths:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf8") as lines:
            for line in lines:
                label, _, text = line.rstrip("\n").partition("\t")
                labels.append(label)
                documents.append(text.split())
    return np.array(labels), documents


def frequent(documents, train, threshold, fewest):
    least = threshold if threshold >= 1 else max(fewest, math.ceil(threshold * len(train) - 1e-9))
    frequency = Counter(word for i in train for word in set(documents[i]))
    return {word for word, count in frequency.items() if count >= least}


def counts(documents, train, threshold, labels=(), class_threshold=0):
    words = frequent(documents, train, threshold, 1)
    for label in {labels[i] for i in train} if class_threshold > 0 else ():
        words |= frequent(documents, [i for i in train if labels[i] == label], class_threshold, 3)
    ids = {word: i for i, word in enumerate(sorted(words))}
    rows, columns = [], []
    for i, document in enumerate(documents):
        for word in document:
            if word in ids:
                rows.append(i)
                columns.append(ids[word])
    return sparse.coo_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(documents), len(ids))).tocsr()


def unit_sum(matrix):
    total = np.asarray(matrix.sum(1)).ravel()
    total[total == 0] = 1
    return (sparse.diags(1 / total) @ matrix).tocsr()


def linear(a, b):
    return [(a @ b.T).toarray()]


def rbf(a, b, scale):
    distances = euclidean_distances(a, b, squared=True)
    return [np.exp(-width * distances / scale) for width in WIDTHS]


def geodesic(a, b):
    return [-2 * np.arccos(np.clip((a @ b.T).toarray(), 0, 1))]


def kernels(matrix, train):
    shares = unit_sum(matrix)
    roots = shares.sqrt()
    for name, rows in [("counts", matrix), ("L1", shares), ("sqrt", roots)]:
        yield f"linear {name}", rows, linear
        scale = euclidean_distances(rows[train[:300]], squared=True).mean()
        yield f"rbf {name}", rows, lambda a, b, scale=scale: rbf(a, b, scale)
    yield "ngd", roots, geodesic


def judge(rows, kernel, labels, split):
    train, dev, test = (split[part] for part in ("train", "dev", "test"))
    best = (-1.0, None)
    pairs = list(zip(kernel(rows[train], rows[train]), kernel(rows[dev], rows[train])))
    for at, (gram, cross) in enumerate(pairs):
        for c in BOUNDS / max(np.abs(np.diag(gram)).mean(), 1e-12) if kernel is linear else BOUNDS:
            svc = SVC(C=c, kernel="precomputed", max_iter=200_000).fit(gram, labels[train])
            score = (svc.predict(cross) == labels[dev]).mean()
            if score > best[0]:
                best = (score, (at, svc))
    at, svc = best[1]
    cross = kernel(rows[test], rows[train])[at]
    return best[0], (svc.predict(cross) == labels[test]).mean()


def unit_length(matrix):
    length = np.sqrt(np.asarray(matrix.multiply(matrix).sum(1)).ravel())
    length[length == 0] = 1
    return (sparse.diags(1 / length) @ matrix).tocsr()


def weightings(matrix, train):
    """Rows at unit length; the document frequencies of TF-IDF are those of the training documents."""
    frequency = np.asarray((matrix[train] > 0).sum(0)).ravel()
    idf = sparse.diags(np.log((1 + len(train)) / (1 + frequency)) + 1)
    sublinear = matrix.copy()
    sublinear.data = 1 + np.log(sublinear.data)
    for name, rows in [("TF-IDF", matrix @ idf), ("sublinear TF-IDF", sublinear @ idf), ("sqrt", matrix.sqrt())]:
        yield name, unit_length(rows.tocsr())


def judge_rest(rows, labels, split):
    train, dev, test = (split[part] for part in ("train", "dev", "test"))
    fitted = [LinearSVC(C=c, max_iter=20_000).fit(rows[train], labels[train]) for c in REST_BOUNDS]
    score, best = max(((svc.predict(rows[dev]) == labels[dev]).mean(), -at) for at, svc in enumerate(fitted))
    return score, (fitted[-best].predict(rows[test]) == labels[test]).mean()


def untied(documents, labels, split, rest):
    """The best linear SVM on development: its name, development and test accuracy."""
    best = (-1.0, None, None)
    for threshold in THRESHOLDS:
        matrix = counts(documents, split["train"], threshold)
        for name, rows in weightings(matrix, split["train"]):
            dev, test = judge_rest(rows, labels, split) if rest else judge(rows, linear, labels, split)
            if dev > best[0]:
                best = (dev, test, f"linear {name}, words in {threshold:g} or more")
    return best[2], best[0], best[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", nargs="+", required=True)
    parser.add_argument("--report", nargs="+", required=True)
    parser.add_argument("--threshold", type=float, default=0.01)
    parser.add_argument("--class-threshold", type=float, default=0.05)
    parser.add_argument("--untied", action="store_true")
    parser.add_argument("--rest", action="store_true")
    options = parser.parse_args()
    labels, documents = load(options.corpus)
    print("train\tseed\tkernel\tdev\ttest\twordfield", flush=True)
    for path in options.report:
        with open(path, encoding="utf8") as file:
            content = json.load(file)
        # The report of several runs holds one report a run.
        for report in content.get("runs", [content]):
            split, own = report["split"], report["metrics"]["test"]["accuracy"]
            seed = report.get("seed", report.get("parameters", {}).get("split", {}).get("seed", ""))
            if options.untied:
                rows_of_table = [untied(documents, labels, split, options.rest)]
            else:
                matrix = counts(documents, split["train"], options.threshold, labels, options.class_threshold)
                judged = kernels(matrix, split["train"])
                rows_of_table = ((name, *judge(rows, kernel, labels, split)) for name, rows, kernel in judged)
            for name, dev, test in rows_of_table:
                print(f"{len(split['train'])}\t{seed}\t{name}\t{dev:.4f}\t{test:.4f}\t{own:.4f}", flush=True)


if __name__ == "__main__":
    main()
