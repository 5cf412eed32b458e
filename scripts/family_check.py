#!/usr/bin/env python3
"""Holds what a model makes of a Gram matrix against scikit-learn on the same matrix.

    family_check.py FILE... [--tolerance 1e-6]      (needs numpy and scikit-learn)

FILE is `.npz` or `.json`, an object of these fields (matrices as lists of rows). Each file needs the fields of one kind.

Classes, beside `SVC(kernel="precomputed")`, one class against another:
    K_train         n × n     documents' kernel after level 2, as the SVMs get it
    K_test_train    m × n     test documents with training documents
    labels          n         class of each training document, numbers 0 … or names
    labels_test     m         class of each test document
    C               number    bound of the duals
    objective       number    sum over the pairs of classes of  max_a  Σ a - ½ aᵀ (yyᵀ ∘ K) a,  without the prior on X;
                              or a list of it, pairs in the order (0, 1), (0, 2), … (1, 2), … of the sorted classes
    accuracy        number    share of test documents in the class of most votes, equal votes settled by the margins
    predicted       m         (may be missing) predicted class of each test document
    decisions       m × P     (may be missing) decision of each pair, positive for its first class
    definite        bool      (true) whether the kernel is positive definite. Of one that is not the dual has several
                              stationary points: objectives are shown then and not held against each other

Ratings, beside `GaussianProcessRegressor` with nothing fitted:
    K               n × n     documents' kernel before alpha: the covariance is K / alpha + I / beta
    K_test          m × n     test documents with training documents
    y               n         standardised ratings, or n × B for several behaviours
    alpha, beta     numbers   as in T 5.5
    means           m         or m × B: predicted means, standardised
    K_test_diag     m         (may be missing, with variances) each test document with itself
    variances       m         (may be missing) variances of the latent value (T 5.15), without 1 / beta
    log_likelihood  number    (may be missing) log p(y), summed over behaviours, with the constant -n/2 ln 2π

Prints a line a quantity: file, name, ours, scikit-learn's, difference relative to the larger of 1 and the value. Ends with 1
where one is above the tolerance.
"""
import argparse
import json
import sys
from itertools import combinations

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import Kernel
from sklearn.svm import SVC

# scikit-learn's own tolerance on the gradient: at its usual 1e-3 the objective is some 1e-5 short of the optimum.
TIGHT = dict(kernel="precomputed", tol=1e-9, cache_size=500, max_iter=20_000_000)


class Given(Kernel):
    """A kernel between numbered documents, read from a matrix over training documents and then test documents."""

    def __init__(self, gram=None, diagonal=None):
        self.gram, self.diagonal = gram, diagonal

    def __call__(self, a, b=None, eval_gradient=False):
        a = a[:, 0].astype(int)
        values = self.gram[np.ix_(a, a if b is None else b[:, 0].astype(int))]
        return (values, np.empty((len(a), len(a), 0))) if eval_gradient else values

    def diag(self, a):
        return self.diagonal[a[:, 0].astype(int)]

    def is_stationary(self):
        return False


def load(path):
    if path.endswith(".npz"):
        with np.load(path) as file:
            return {key: file[key][()] if file[key].ndim == 0 else file[key] for key in file}
    with open(path, encoding="utf8") as file:
        return {key: np.array(value) if isinstance(value, list) else value for key, value in json.load(file).items()}


def dual(svc, gram):
    """The objective at scikit-learn's duals."""
    a = np.zeros(len(gram))
    a[svc.support_] = svc.dual_coef_[0]
    return np.abs(a).sum() - 0.5 * a @ gram @ a


def vote(pairs, count, decisions):
    """The class of most votes; of equal ones the one with the larger sum of margins, as the program has it (LIBSVM takes the
    first)."""
    votes, margins = np.zeros((len(decisions), count)), np.zeros((len(decisions), count))
    for (one, other), decision in zip(pairs, decisions.T):
        votes[np.arange(len(decision)), np.where(decision > 0, one, other)] += 1
        margins[:, one] += decision
        margins[:, other] -= decision
    return np.lexsort((np.arange(count)[None, :].repeat(len(votes), 0) * -1.0, margins, votes), axis=1)[:, -1]


def classes(given):
    gram, labels, bound = given["K_train"], given["labels"], float(given["C"])
    names = np.unique(labels)
    pairs, values, decisions = list(combinations(range(len(names)), 2)), [], []
    for one, other in pairs:
        rows = np.flatnonzero((labels == names[one]) | (labels == names[other]))
        own = gram[np.ix_(rows, rows)]
        svc = SVC(C=bound, **TIGHT).fit(own, np.where(labels[rows] == names[one], 1, -1))
        values.append(dual(svc, own))
        decisions.append(svc.decision_function(given["K_test_train"][:, rows]))
    decisions = np.array(decisions).T
    predicted = names[vote(pairs, len(names), decisions)]
    ours = np.atleast_1d(given["objective"])
    if not bool(given.get("definite", True)):
        print("not positive definite: objectives", *ours, "and", sum(values), sep="\t")
    elif len(ours) == 1:
        yield "objective", ours[0], sum(values)
    else:
        for at, pair in enumerate(zip(ours, values, strict=True)):
            yield f"objective of pair {at}", *pair
    yield "accuracy", float(given["accuracy"]), float((predicted == given["labels_test"]).mean())
    if "predicted" in given:
        yield "documents predicted differently", float((predicted != given["predicted"]).sum()), 0.0
    if "decisions" in given:
        at = np.unravel_index(np.abs(given["decisions"] - decisions).argmax(), decisions.shape)
        # Offsets are known within the solvers' tolerances only, so this is shown and not held against.
        print("decision, where furthest apart", given["decisions"][at], decisions[at], sep="\t")


def ratings(given):
    alpha, beta = float(given["alpha"]), float(given["beta"])
    gram, cross, y = given["K"] / alpha, given["K_test"] / alpha, given["y"]
    n, m = len(gram), len(cross)
    whole = np.block([[gram, cross.T], [cross, np.zeros((m, m))]])
    diagonal = np.concatenate([np.diag(gram), given.get("K_test_diag", np.zeros(m)) / alpha])
    process = GaussianProcessRegressor(Given(whole, diagonal), alpha=1 / beta, optimizer=None).fit(np.arange(n)[:, None], y)
    test = np.arange(n, n + m)[:, None]
    means = process.predict(test)
    at = np.unravel_index(np.abs(np.reshape(given["means"], means.shape) - means).argmax(), means.shape)
    yield "mean, where furthest apart", np.reshape(given["means"], means.shape)[at], means[at]
    if "variances" in given and "K_test_diag" in given:
        spread = process.predict(test, return_std=True)[1].reshape(m, -1)[:, 0] ** 2
        at = np.abs(given["variances"] - spread).argmax()
        yield "variance, where furthest apart", given["variances"][at], spread[at]
    if "log_likelihood" in given:
        yield "log likelihood", float(given["log_likelihood"]), process.log_marginal_likelihood_value_


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--tolerance", type=float, default=1e-6)
    options = parser.parse_args()
    wrong = False
    for path in options.files:
        given = load(path)
        for name, ours, theirs in (classes if "K_train" in given else ratings)(given):
            difference = abs(ours - theirs) / max(1.0, abs(theirs))
            wrong |= not difference <= options.tolerance
            print(path, name, f"{ours:.10g}", f"{theirs:.10g}", f"{difference:.1e}", sep="\t")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
