#!/usr/bin/env python3
"""Regularised kernel CCA (linear kernel on square-root rows) on the splits that `examples/measure_match` writes with --splits.

Usage: scripts/rivals_matching.py SOURCE TARGET SPLITS.json [JOIN] [SHARE]      (needs numpy, scipy)

SOURCE and TARGET are the same `id<TAB>word word …` files, JOIN and SHARE as given to the example (1, 0.01). The
regularisation and the dimension are chosen by precision@1, then mean reciprocal rank, on the development part; the test part
is read once. Prints precision@1, 5, 20 of both directions, split by split and in the mean.
"""
import gzip
import json
import math
import sys
from collections import Counter
from itertools import groupby

import numpy as np
import scipy.linalg as sl
from scipy import sparse

REGULARISATIONS = 10.0 ** np.arange(-4, 1.5)
DIMENSIONS = [2, 5, 10, 20, 30, 50, 100, 200, 400]


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


def rows(docs, train, share):
    """Square roots of rows summing to one, over the words frequent enough in the training documents."""
    frequency = Counter(word for i in train for word in set(docs[i]))
    least = max(math.ceil(share * len(train)), 2)
    vocabulary = {word: at for at, word in enumerate(sorted(word for word, count in frequency.items() if count >= least))}
    at = [(i, vocabulary[word]) for i, words in enumerate(docs) for word in words if word in vocabulary]
    m = sparse.coo_matrix((np.ones(len(at)), tuple(zip(*at))), shape=(len(docs), len(vocabulary))).tocsr()
    total = np.asarray(m.sum(1)).ravel()
    total[total == 0] = 1
    return (sparse.diags(1 / total) @ m).sqrt().tocsr()


def ranks(distances):
    """Rank of the diagonal among each row; ties count against."""
    return (distances <= np.diag(distances)[:, None]).sum(1)


def standing(distances):
    r = ranks(distances)
    return (r <= 1).mean(), (1 / r).mean()


class Kcca:
    """All canonical directions of the centred training documents at one regularisation."""

    def __init__(self, a, b, regularisation):
        self.a, self.b = a, b
        k, l = (a @ a.T).toarray(), (b @ b.T).toarray()
        self.k_mean, self.l_mean = k.mean(0), l.mean(0)
        n = len(k)
        self.centre = np.eye(n) - 1 / n
        k, l = self.centre @ k @ self.centre, self.centre @ l @ self.centre
        r = np.linalg.cholesky(k @ k + regularisation * np.trace(k) * np.eye(n))
        q = np.linalg.cholesky(l @ l + regularisation * np.trace(l) * np.eye(n))
        m = sl.solve_triangular(r, k @ l, lower=True)
        m = sl.solve_triangular(q, m.T, lower=True).T
        u, self.values, vt = np.linalg.svd(m)
        self.u, self.v = sl.solve_triangular(r.T, u), sl.solve_triangular(q.T, vt.T)

    def distances(self, a, b, dimension):
        k, l = (a @ self.a.T).toarray(), (b @ self.b.T).toarray()
        x = (k - self.k_mean) @ self.centre @ self.u[:, :dimension] * self.values[:dimension]
        y = (l - self.l_mean) @ self.centre @ self.v[:, :dimension] * self.values[:dimension]
        x /= np.linalg.norm(x, axis=1, keepdims=True) + 1e-12
        y /= np.linalg.norm(y, axis=1, keepdims=True) + 1e-12
        return -x @ y.T


def main():
    source, target, splits = sys.argv[1:4]
    join = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    share = float(sys.argv[5]) if len(sys.argv) > 5 else 0.01
    source, target = documents(source, join), documents(target, join)
    sums = {}
    for split in json.load(open(splits)):
        m, t = rows(source, split["train"], share), rows(target, split["train"], share)
        part = lambda name: (m[split[name]], t[split[name]])
        best = {}
        for regularisation in REGULARISATIONS:
            model = Kcca(*part("train"), regularisation)
            for dimension in [d for d in DIMENSIONS if d < len(split["train"])]:
                found = standing(model.distances(*part("dev"), dimension))
                for kind in ["any", dimension] if dimension in (2, 10) else ["any"]:
                    if kind not in best or found > best[kind][0]:
                        best[kind] = (found, regularisation, dimension, model)
        for kind, (found, regularisation, dimension, model) in best.items():
            d = model.distances(*part("test"), dimension)
            shares = [100 * (ranks(d) <= r).mean() for r in (1, 5, 20)] + [100 * (ranks(d.T) <= r).mean() for r in (1, 5, 20)]
            sums.setdefault(kind, []).append(shares)
            print(f"{split['seed']} dim {kind}: chose {dimension}, {regularisation:g}; dev P@1 {100 * found[0]:.1f}; test",
                  *(f"{share:.1f}" for share in shares), flush=True)
    for kind, shares in sums.items():
        print(f"mean dim {kind}: P@1,5,20 there and back", *(f"{share:.1f}" for share in np.mean(shares, 0)))


if __name__ == "__main__":
    main()
