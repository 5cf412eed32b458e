#!/usr/bin/env python3
"""Times the SVM solver against scikit-learn's SVC(kernel="precomputed") on the same Gram matrices, in one run.

Build first: cargo build --release --example smo_bench. Usage: bench_smo.py [path of smo_bench].
Both solve one two-class problem on one core, from zero, cache large enough for the matrix; the mean of
several runs, in processor time so that other programs do not disturb it.
scikit-learn's is that of its solver with a precomputed Gram matrix (`fit`), ours that of `solve`.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np
from sklearn.svm import SVC


def documents(n, words, rng):
    """Bags of words of two overlapping topics, rows of square roots of shares."""
    topics = rng.dirichlet(np.full(words, 0.05), 6)
    label = rng.integers(0, 2, n)
    weight = np.vstack([rng.dirichlet([1.0, 0.7, 0.4, 0.6, 0.3, 0.2] if y else [0.5, 0.7, 0.9, 0.6, 0.3, 0.2]) for y in label])
    counts = np.vstack([rng.multinomial(rng.integers(20, 120), w) for w in weight @ topics]).astype(float)
    m = np.sqrt(counts)
    return m / m.sum(1, keepdims=True), np.where(label == 1, 1.0, -1.0)


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else os.path.join(
        os.environ.get("CARGO_TARGET_DIR", "target"), "release", "examples", "smo_bench")
    rng = np.random.default_rng(1)
    slower = False
    print(f"{'n':>5} {'gram':>7} {'C':>7} {'tol':>6} | {'sklearn':>9} {'ours':>9} {'ratio':>6} | {'gathered':>9} {'unshrunk':>9} "
          f"{'warm':>9} | {'updates':>8} {'objective apart':>15}")
    with tempfile.TemporaryDirectory() as folder:
        for n in (1000, 4000):
            m, sign = documents(n, 1500, rng)
            s = m @ m.T
            s /= np.mean(np.diag(s))
            d = np.diag(s)[:, None] + np.diag(s)[None, :] - 2.0 * s
            for name, gram in (("linear", s), ("rbf", np.exp(-d / np.median(d)))):
                gram = np.ascontiguousarray(gram.astype(np.float32).astype(float))
                gram_path, sign_path = os.path.join(folder, "gram"), os.path.join(folder, "sign")
                gram.tofile(gram_path)
                sign.tofile(sign_path)
                for c in (1.0, 100.0):
                    tolerance, repeats = 1e-3, 40 if n == 1000 else 2
                    svc = SVC(C=c, kernel="precomputed", tol=tolerance, cache_size=1000).fit(gram, sign)
                    start = time.thread_time()
                    for _ in range(repeats):
                        svc.fit(gram, sign)
                    theirs = (time.thread_time() - start) / repeats
                    a, sv = svc.dual_coef_[0], svc.support_
                    objective = np.abs(a).sum() - 0.5 * a @ gram[np.ix_(sv, sv)] @ a
                    ours = json.loads(subprocess.run(
                        [binary, gram_path, sign_path, str(n), str(c), str(tolerance), str(repeats)],
                        check=True, capture_output=True, text=True).stdout)
                    slower |= ours["seconds"] > theirs
                    print(f"{n:5} {name:>7} {c:7g} {tolerance:6g} | {theirs:9.4f} {ours['seconds']:9.4f} {theirs / ours['seconds']:6.1f} | "
                          f"{ours['gathered']:9.4f} {ours['unshrunk']:9.4f} {ours['warm']:9.4f} | {ours['updates']:8} "
                          f"{abs(ours['objective'] - objective) / abs(objective):15.1e}", flush=True)
    sys.exit("slower than scikit-learn somewhere" if slower else 0)


if __name__ == "__main__":
    main()
