#!/usr/bin/env python3
"""Regularised kernel CCA on the splits of a report with several runs (`wordfield train match --seeds 5 --json`).

    rivals_matching.py SOURCE TARGET SPLITS.json [--join 1] [--least 2] [--kernel linear|gaussian] [--weighting sqrt sqrt-tf-idf]
                       [--penalty ridge|length] [--dimensions 10 … 300] [--name NAME] [--json OUT.json]      (needs numpy, scipy)

SOURCE and TARGET are the same `id<TAB>word word …` files and --join the same number as given to the example; words in at
least --least training documents are kept (below 1: a share of them, and two at least, as the example's --share).

Linear kernels are taken on unit rows of square roots of counts or of tf-idf; the Gaussian one (thesis, section 6.4) on rows
summing to one, its width a multiple of their mean squared distance. A direction's penalty is a multiple of K (a ridge among
the words), or of trace(K) times its coefficients' squared length. Documents are their projections times the canonical
correlations, compared by cosine; "+ alike" adds a weight times the cosine over the columns of words spelled alike on both
sides. Centring, size of the penalty, width, dimension and that weight are chosen by precision@1, then mean reciprocal rank,
on the development part, for each weighting and for the better one ("any"); the test part is read with the choice made.
Prints precision@1, 5, 20 of both directions, split by split and in the mean; --json keeps them with the choices.
"""
import argparse
import gzip
import json
import math
from collections import Counter
from itertools import groupby

import numpy as np
import scipy.linalg as sl
from scipy import sparse

PENALTIES = {
    "ridge": [("ridge", 10.0**size) for size in (-1.5, -1, -0.5, 0, 0.5, 1, 1.5)],
    "length": [("length", 10.0**size) for size in range(-5, 1)],
}
DIMENSIONS = [10, 20, 30, 50, 75, 100, 150, 200, 250, 300]
WIDTHS = 10.0 ** np.arange(-1.5, 1.1, 0.5)
WEIGHTS = [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3]
SHOWN = (1, 5, 20)


def documents(path, join):
    """Documents of up to `join` neighbouring lines of one story, as even in length as the story allows."""
    lines = [line.rstrip("\n").partition("\t")[::2] for line in gzip.open(path, "rt", encoding="utf8")]
    if join <= 1:
        return [words.split() for _, words in lines]
    out = []
    for _, same in groupby(lines, key=lambda line: line[0].rpartition(".")[0] or line[0]):
        same = [words.split() for _, words in same]
        parts = -(-len(same) // join)
        for part in range(parts):
            out.append(sum(same[part * len(same) // parts:(part + 1) * len(same) // parts], []))
    return out


class Counts:
    """Counts of the words frequent enough in the training documents."""

    def __init__(self, docs, train, least):
        frequency = Counter(word for i in train for word in set(docs[i]))
        least = max(math.ceil(least * len(train)), 2) if least < 1 else least
        self.words = sorted(word for word, count in frequency.items() if count >= least)
        column = {word: at for at, word in enumerate(self.words)}
        at = [(i, column[word]) for i, words in enumerate(docs) for word in words if word in column]
        self.counts = sparse.coo_matrix((np.ones(len(at)), tuple(zip(*at))), shape=(len(docs), len(column))).tocsr()
        self.idf = np.log(len(train) / np.array([frequency[word] for word in self.words]))

    def rows(self, weighting):
        """Unit rows of weighted counts; rows of counts summing to one."""
        m = self.counts @ sparse.diags(self.idf) if weighting.endswith("tf-idf") else self.counts
        m = m.sqrt() if weighting.startswith("sqrt") else m
        size = np.asarray(m.sum(1) if weighting == "count" else np.sqrt(m.multiply(m).sum(1))).ravel()
        size[size == 0] = 1
        return (sparse.diags(1 / size) @ m).tocsr()


def squared_distances(a, b):
    squares = [np.asarray(m.multiply(m).sum(1)).ravel() for m in (a, b)]
    return squares[0][:, None] + squares[1][None, :] - 2 * (a @ b.T).toarray()


class Side:
    """A side's Gram matrix on the training rows in its eigenvectors, and the judged documents' projections on these."""

    def __init__(self, rows, train, judged, centred, width=None):
        if width is None:
            cross = (rows @ rows[train].T).toarray()
        else:
            distances = squared_distances(rows, rows[train])
            cross = np.exp(-distances / (width * distances[train].mean()))
        if centred:
            cross -= cross[train].mean(0)
            cross -= cross.mean(1)[:, None]
        self.values, vectors = sl.eigh(cross[train].astype(np.float32), driver="evd", check_finite=False)
        keep = self.values > 1e-6 * self.values[-1]
        self.values, self.vectors = self.values[keep], vectors[:, keep]
        self.projections = cross[judged].astype(np.float32) @ self.vectors

    def scale(self, kind, size):
        penalty = size * (self.values.sum() if kind == "length" else self.values)
        return 1 / np.sqrt(self.values**2 + penalty)


def directions(source, target, penalty, most):
    """The judged documents' `most` leading canonical coordinates, times the correlations, for one penalty."""
    scales = source.scale(*penalty), target.scale(*penalty)
    m = (scales[0] * source.values)[:, None] * (source.vectors.T @ target.vectors) * (target.values * scales[1])
    n = len(m)
    squares, u = sl.eigh(m @ m.T, subset_by_index=[max(n - most, 0), n - 1], check_finite=False)
    u, squares = u[:, ::-1], squares[::-1]
    v = m.T @ u / np.sqrt(np.maximum(squares, 1e-12))
    values = np.sqrt(np.maximum(squares, 0))
    return source.projections @ (scales[0][:, None] * u * values), target.projections @ (scales[1][:, None] * v * values)


def similarities(x, y, dimension):
    x, y = x[:, :dimension], y[:, :dimension]
    x = x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-12)
    return x @ (y / (np.linalg.norm(y, axis=1, keepdims=True) + 1e-12)).T


def ranks(s):
    """Rank of the diagonal among each row; ties count against."""
    return (s >= np.diag(s)[:, None]).sum(1)


def standing(s):
    r = ranks(s)
    return (r <= 1).mean(), (1 / r).mean()


def shares(s):
    return [100 * (ranks(way) <= r).mean() for way in (s, s.T) for r in SHOWN]


def measure(sides, split, options):
    """Of each weighting and of all, without and with words spelled alike: the best standing on the development part, its choice, and the
    shares on the test part."""
    train, dev, test = (split[part] for part in ("train", "dev", "test"))
    counts = [Counts(side, train, options.least) for side in sides]
    column = {word: at for at, word in enumerate(counts[1].words)}
    alike = [(at, column[word]) for at, word in enumerate(counts[0].words) if word in column]
    best = {}
    gaussian = options.kernel == "gaussian"
    judged, dev_at, test_at = dev + test, slice(0, len(dev)), slice(len(dev), None)
    for weighting in ["count"] if gaussian else options.weighting:
        rows = [side.rows(weighting) for side in counts]
        shared = [side[:, [pair[at] for pair in alike]] for at, side in enumerate(rows)]
        same = {name: (shared[0][part] @ shared[1][part].T).toarray() for name, part in (("dev", dev), ("test", test))}
        for width in WIDTHS if gaussian else [None]:
            for centred in (True, False):
                source, target = (Side(side, train, judged, centred, width) for side in rows)
                for penalty in sum((PENALTIES[kind] for kind in options.penalty), []):
                    x, y = directions(source, target, penalty, max(options.dimensions))
                    for dimension in [d for d in options.dimensions if d <= x.shape[1]]:
                        s = similarities(x[dev_at], y[dev_at], dimension)
                        for weight in [0] if gaussian else WEIGHTS:
                            found = standing(s + weight * same["dev"])
                            for kind in (weighting, "any"):
                                kind += " + alike" if weight else ""
                                if kind not in best or found > best[kind][0]:
                                    choice = dict(weighting=weighting, width=width, centred=centred, penalty=penalty,
                                                  dimension=dimension, alike=weight)
                                    read = similarities(x[test_at], y[test_at], dimension) + weight * same["test"]
                                    best[kind] = (found, choice, shares(read))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("splits")
    parser.add_argument("--join", type=int, default=1)
    parser.add_argument("--least", type=float, default=2)
    parser.add_argument("--kernel", choices=("linear", "gaussian"), default="linear")
    parser.add_argument("--weighting", nargs="+", default=["sqrt", "sqrt-tf-idf"], choices=("sqrt", "tf-idf", "sqrt-tf-idf"))
    parser.add_argument("--penalty", nargs="+", default=["ridge"], choices=PENALTIES)
    parser.add_argument("--dimensions", nargs="+", type=int, default=DIMENSIONS)
    parser.add_argument("--name", default="")
    parser.add_argument("--json")
    options = parser.parse_args()
    sides = [documents(path, options.join) for path in (options.source, options.target)]
    results = {}
    content = json.load(open(options.splits, encoding="utf8"))
    # A list of splits, or the report of several runs.
    splits = content if isinstance(content, list) else [dict(run["split"], seed=run["seed"]) for run in content["runs"]]
    for split in splits:
        for kind, (found, choice, test) in measure(sides, split, options).items():
            found = [float(part) for part in found]
            results.setdefault(kind, []).append(dict(seed=split["seed"], dev=found, choice=choice, test=test))
            print(options.name, kind, split["seed"], f"dev P@1 {100 * found[0]:.0f}, test", *(f"{share:.0f}" for share in test),
                  *choice.values(), flush=True)
    for kind, splits in results.items():
        tests = np.array([split["test"] for split in splits])
        print(options.name, kind, "mean, P@1,5,20 there and back", *(f"{share:.1f}" for share in tests.mean(0)), "; spread",
              *(f"{share:.1f}" for share in tests.std(0, ddof=1 if len(tests) > 1 else 0)), flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf8") as file:
            json.dump(dict(name=options.name, options=vars(options), kinds=results), file, indent=1)


if __name__ == "__main__":
    main()
