#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/mmd.json: the discrepancy of two samples of documents under two kernels, and the p-value over all
ways to split them, by the definitions.

Usage: scripts/make_mmd_fixture.py > crates/core/tests/fixtures/mmd.json
"""
import itertools
import json
import math
import random
import sys

random.seed(5)
words, first, second, gamma, zeta, private = 9, 4, 6, 1.3, 2.5, 0.4
n = first + second
x = [[round(random.gauss(0, 1), 3) for _ in range(2)] for _ in range(words)]


def document(shift):
    counts = [0] * words
    for _ in range(7):
        counts[min(words - 1, max(0, int(random.gauss(words / 2 + shift, 2))))] += 1
    return [count / 7 for count in counts]


m = [document(-0.6 if i < first else 0.6) for i in range(n)]
k = [[math.exp(-gamma / 2 * sum((a - b) ** 2 for a, b in zip(p, q))) for q in x] for p in x]


def inner(a, b):
    shared = sum(a[s] * k[s][t] * b[t] for s in range(words) for t in range(words))
    return shared + private * sum(p * q for p, q in zip(a, b))


linear = [[inner(a, b) for b in m] for a in m]
gauss = [[math.exp(-zeta / 2 * (linear[i][i] + linear[j][j] - 2 * linear[i][j])) for j in range(n)] for i in range(n)]


def mmd(gram, one, own):
    other = [i for i in range(n) if i not in one]

    def mean(rows, columns, own):
        cells = [gram[i][j] for i in rows for j in columns if own or i != j]
        return sum(cells) / len(cells)

    return mean(one, one, own) + mean(other, other, own) - 2 * mean(one, other, True)


def case(gram):
    observed = mmd(gram, list(range(first)), False)
    splits = [mmd(gram, one, False) for one in itertools.combinations(range(n), first)]
    as_far = sum(value >= observed - 1e-12 for value in splits)
    return {"biased": mmd(gram, list(range(first)), True), "unbiased": observed, "p": as_far / len(splits)}


json.dump({"x": x, "m": m, "first": first, "gamma": gamma, "zeta": zeta, "private": private,
           "linear": case(linear), "gaussian": case(gauss)}, sys.stdout, indent=1)
print()
