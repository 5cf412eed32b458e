#!/usr/bin/env python3
"""Writes crates/core/tests/fixtures/svc.json: SVM problems with LIBSVM's dual objective (scikit-learn, tolerance 1e-6).

Usage: make_fixtures.py [folder of the research data]. The documents in the file are drawn here; of WebKB only the
objectives are stored, and the test recomputes its Gram matrix. LIBSVM holds kernel values in single precision, so
every Gram matrix is rounded to it first, here and in the test.
"""
import gzip
import json
import os
import sys
import warnings

import numpy as np
from sklearn.svm import SVC

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "..", "tests", "fixtures", "svc.json")
warnings.simplefilter("error")


def sqrt_rows(counts):
    m = np.sqrt(counts)
    return m / np.maximum(m.sum(1, keepdims=True), 1e-300)


def single(gram):
    return gram.astype(np.float32).astype(float)


def inner(counts, scale):
    m = sqrt_rows(counts)
    return m @ m.T * scale


def gaussian(counts, scale):
    s = inner(counts, scale)
    d = np.diag(s)
    return np.exp(-(d[:, None] + d[None, :] - 2.0 * s))


def libsvm(gram, sign, c):
    """Dual objective in double precision of LIBSVM's solution, and its bias."""
    svc = SVC(C=c, kernel="precomputed", tol=1e-6, cache_size=500).fit(gram, sign)
    a, sv = svc.dual_coef_[0], svc.support_
    return float(np.abs(a).sum() - 0.5 * a @ gram[np.ix_(sv, sv)] @ a), float(svc.intercept_[0])


def documents(rng, n, words=40, length=(4, 25)):
    sign = np.where(rng.random(n) < 0.5, 1.0, -1.0)
    topic = {1.0: rng.dirichlet(np.full(words, 0.4)), -1.0: rng.dirichlet(np.full(words, 0.4))}
    common = rng.dirichlet(np.full(words, 0.4))
    counts = np.vstack([rng.multinomial(rng.integers(*length), 0.5 * topic[y] + 0.5 * common) for y in sign])
    return counts.astype(float), sign


def cases(rng):
    counts, sign = documents(rng, 90)
    yield "plain", counts, sign, [0.01, 1.0, 100.0]
    counts, sign = documents(rng, 70)
    yield "large C", counts, sign, [1e4]
    counts, sign = documents(rng, 60)
    counts[30:] = counts[:30]
    sign[30:] = sign[:30]
    yield "every document twice", counts, sign, [1.0, 1e4]
    counts, sign = documents(rng, 60)
    counts[[3, 40]] = 0.0
    sign[3], sign[40] = 1.0, -1.0
    yield "zero rows of both classes", counts, sign, [1.0, 1e4]
    counts, sign = documents(rng, 60)
    for k in range(0, 12, 2):
        counts[k + 1] = counts[k]
        sign[k + 1] = -sign[k]
    yield "identical documents of different class", counts, sign, [1.0, 1e4]
    counts, sign = documents(rng, 60)
    sign[:] = -1.0
    sign[:3] = 1.0
    yield "three against all others", counts, sign, [1.0, 1e4]


def webkb(folder):
    """The first 400 documents with a word, words in at least four of them; sqrt rows; one problem a pair of classes."""
    label, texts = [], []
    with gzip.open(os.path.join(folder, "webkb", "webkb-train-stemmed.txt.gz"), "rt", encoding="utf-8") as lines:
        for line in lines:
            name, _, text = line.rstrip("\n").partition("\t")
            if text.split() and len(texts) < 400:
                label.append(name)
                texts.append(text.split())
    held = {}
    for text in texts:
        for word in set(text):
            held[word] = held.get(word, 0) + 1
    words = {w: i for i, w in enumerate(sorted(w for w, count in held.items() if count >= 4))}
    counts = np.zeros((len(texts), len(words)))
    for row, text in zip(counts, texts):
        for word in text:
            if word in words:
                row[words[word]] += 1
    label = np.array(label)
    classes = sorted(set(label))
    out = {"documents": len(texts), "words": len(words), "scale": 100.0, "problems": []}
    for kernel, of in (("inner", inner), ("gaussian", gaussian)):
        gram = single(of(counts, 100.0))
        for i, a in enumerate(classes):
            for b in classes[i + 1:]:
                at = np.flatnonzero((label == a) | (label == b))
                sign = np.where(label[at] == a, 1.0, -1.0)
                for c in (1.0, 100.0, 1e4):
                    objective, _ = libsvm(np.ascontiguousarray(gram[np.ix_(at, at)]), sign, c)
                    out["problems"].append({"kernel": kernel, "first": a, "second": b, "c": c, "objective": objective})
    return out


def main():
    rng = np.random.default_rng(2015)
    drawn = []
    for name, counts, sign, cs in cases(rng):
        rows = [[[int(w), int(row[w])] for w in np.flatnonzero(row)] for row in counts]
        case = {"name": name, "scale": 20.0, "documents": rows, "sign": [int(y) for y in sign], "solutions": []}
        for kernel, of in (("inner", inner), ("gaussian", gaussian)):
            gram = single(of(counts, case["scale"]))
            for c in cs:
                objective, bias = libsvm(gram, sign, c)
                case["solutions"].append({"kernel": kernel, "c": c, "objective": objective, "bias": bias})
        drawn.append(case)
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", "..", "shared", "data")
    with open(OUT, "w", encoding="utf-8") as out:
        json.dump({"drawn": drawn, "webkb": webkb(folder)}, out, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main()
