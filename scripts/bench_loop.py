#!/usr/bin/env python3
"""Times outer iterations of the latent SMM against the same step written with numpy and scikit-learn, in one run.

Build first: cargo build --release --example measure. Usage:
  bench_loop.py [--data FOLDER] [--reference FOLDER] [--measure PATH] [--rounds N]
FOLDER of the data holds webkb/webkb-*-stemmed.txt.gz, that of the reference holds ldk.py.

WebKB, 1,000 training documents, words in at least 1 % of them, q = 2, with word dropout (30 % of the words kept) and
without. Both take the same steps from the same kind of start: SVMs with C = 64 to a tolerance of 1e-3, Adam at rate 0.1,
rho = 30, all that of the default preset; ours also evaluates all documents every ten iterations. Each is given its best
of several rounds on the clock, taken in turn so that other load affects both.
"""
import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
KEEP, C, RHO, RATE, TOLERANCE, STEPS = 0.3, 64.0, 30.0, 0.1, 1e-3, 100


def first_there(*paths):
    return next((path for path in paths if path and os.path.exists(path)), paths[-1])


def arguments():
    shared = [os.path.join(HERE, *[".."] * up, "shared") for up in (2, 3)]
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default=first_there(os.environ.get("WORDFIELD_DATA"), *(f"{s}/data" for s in shared)))
    parser.add_argument("--reference", default=first_there(*(f"{s}/reference" for s in shared)))
    parser.add_argument("--measure", default=os.path.join(
        os.environ.get("CARGO_TARGET_DIR", "target"), "release", "examples", "measure"))
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


def dropout(m, keep, rng):
    """Keeps a share of each document's words and scales rows back to one."""
    m = m.copy()
    m.data *= rng.random_sample(len(m.data)) < keep
    m.eliminate_zeros()
    total = np.asarray(m.sum(1)).ravel()
    m.data /= np.repeat(total, np.diff(m.indptr))
    return m


def loop(ldk, m, labels, keep):
    """Iterations a second of the numpy loop."""
    rng = np.random.RandomState(0)
    x = 0.05 * rng.randn(m.shape[1], 2)
    mean, square = np.zeros_like(x), np.zeros_like(x)
    ldk.svm_duals.__defaults__ = (TOLERANCE,)
    start = time.perf_counter()
    for step in range(1, STEPS + 1):
        kept = dropout(m, keep, rng) if keep < 1 else m
        gradient = ldk.smm_value_gradient(x, kept, labels, C, RHO, 1.0)[1]
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        x -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return STEPS / (time.perf_counter() - start)


def ours(measure, files, keep):
    """Iterations a second of ours, and the documents trained on."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([measure, *files, "--train", "1000", "--dev", "300", "--iterations", str(STEPS), "--report", report,
                        "--set", f"keep={keep}"], check=True, stdout=subprocess.DEVNULL)
        report = json.load(open(report))
        return report["rate"], report["train"]


def main():
    options = arguments()
    sys.path.insert(0, options.reference)
    ldk = importlib.import_module("ldk")
    files = [os.path.join(options.data, "webkb", f"webkb-{part}-stemmed.txt.gz") for part in ("train", "test")]
    labels, documents = ldk.load_labelled(files)
    _, train = ours(options.measure, files, KEEP)
    texts = [documents[i] for i in train]
    m = ldk.weights(texts, ldk.vocabulary(texts, 10), "sqrt")
    print(f"{m.shape[0]} documents, {m.shape[1]} words, {m.nnz} entries; iterations a second, best of {options.rounds}")
    print(f"{'words kept':>10} {'ours':>7} {'numpy':>7} {'ratio':>6}")
    for keep in (KEEP, 1.0):
        best = np.zeros(2)
        for _ in range(options.rounds):
            best = np.maximum(best, [ours(options.measure, files, keep)[0], loop(ldk, m, labels[train], keep)])
        print(f"{keep:10.1f} {best[0]:7.1f} {best[1]:7.2f} {best[0] / best[1]:6.1f}", flush=True)


if __name__ == "__main__":
    main()
