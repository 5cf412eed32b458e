"""Documents under the kernel of a trained model: Gram matrices, the test of two sets, the check of pairs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import check_is_fitted

from . import _wordfield
from ._base import Estimator
from .models import GPLVSM, CrossDomainMatching, LatentSMM, Matcher


class LatentDistributionKernel(TransformerMixin, BaseEstimator):
    """The latent distribution kernel: word positions are learned from classes or ratings, and documents are compared by the means
    of their words in the kernel's space.

    `transform` gives the kernel with the training documents, for `SVC(kernel="precomputed")` and the like.

    Parameters
    ----------
    estimator : LatentSMM | SpectralSMM | VectorSMM | GPLVSM | None
        model that learns the positions; None: LatentSMM for classes, GPLVSM for ratings
    """

    def __init__(self, estimator: Estimator | None = None) -> None:
        self.estimator = estimator

    def fit(self, X: Any, y: Any) -> LatentDistributionKernel:
        """Learns word positions from texts or counts X and their classes or ratings y."""
        if y is None:
            raise ValueError("LatentDistributionKernel requires y to be passed, but the target y is None")
        usual = LatentSMM() if type_of_target(y) in ("binary", "multiclass") else GPLVSM()
        self.estimator_ = clone(usual if self.estimator is None else self.estimator).fit(X, y)
        for name in ("n_features_in_", "feature_names_in_"):
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        self.X_fit_ = self.estimator_._read(X)[0]
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Kernel of documents with the training documents (n × n_fit)."""
        check_is_fitted(self, "estimator_")
        return self.estimator_.model_.gram(self.estimator_._read(X)[0], self.X_fit_)

    def gram(self, X: Any, Y: Any = None) -> np.ndarray:
        """Kernel of documents with documents (n × m), of X with itself without Y."""
        check_is_fitted(self, "estimator_")
        read = self.estimator_._read
        return self.estimator_.model_.gram(read(X)[0], None if Y is None else read(Y)[0])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags = LatentSMM().__sklearn_tags__().input_tags
        return tags


class MMDResult(NamedTuple):
    """Result of a test of two sets of documents."""

    statistic: float
    """Squared maximum mean discrepancy, unbiased where both sets have two documents."""
    pvalue: float
    """Share of the splits whose discrepancy is at least as large."""
    null: np.ndarray
    """Discrepancies of the splits."""


class MMDTest:
    """Permutation test of whether two sets of documents differ under the kernel of a fitted model.

    The kernel separates the documents it has learned from, so both sets must hold other documents than the model was fitted to.

    Parameters
    ----------
    estimator : LatentSMM | SpectralSMM | VectorSMM | GPLVSM
        fitted model
    n_permutations : int
        number of random splits; where there are no more splits than this, every one is counted
    random_state : int
        seed of the splits
    """

    def __init__(self, estimator: Estimator, n_permutations: int = 999, random_state: int = 0) -> None:
        self.estimator = estimator
        self.n_permutations = n_permutations
        self.random_state = random_state

    def test(self, X: Any, Y: Any) -> MMDResult:
        """Tests documents X against documents Y."""
        check_is_fitted(self.estimator, "model_")
        gram = self.estimator.model_.gram
        first, second = (self.estimator._read(documents)[0] for documents in (X, Y))
        across = gram(first, second)
        joined = np.block([[gram(first), across], [across.T, gram(second)]])
        found = _wordfield.permutation_test(joined, len(across), self.n_permutations, self.random_state)
        if found is None:
            raise ValueError("a set holds no document: give two sets of documents")
        statistic, pvalue, null = found
        return MMDResult(statistic, pvalue, np.array(null))


class PairChecker(BaseEstimator):
    """Judges every pair of two lists of documents by models that were not trained on it.

    Parameters
    ----------
    estimator : CrossDomainMatching | KernelCCA | None
        model that judges, with its parameters; None: CrossDomainMatching with 300 dimensions
    n_splits : int
        number of folds: each is judged by a model trained on the others

    Attributes
    ----------
    doubt_ : ndarray (n)
        doubt about each pair in nats, in both directions together: larger is more doubtful
    rank_, reverse_rank_ : ndarray (n)
        rank of the pair's target among all targets, and of its source among all sources: 1 is best
    distance_ : ndarray (n)
        squared distance of the two documents
    suggestion_ : ndarray (n)
        place of the target document that is nearest
    """

    def __init__(self, estimator: Matcher | None = None, n_splits: int = 5) -> None:
        self.estimator = estimator
        self.n_splits = n_splits

    def fit(self, X: Any, Y: Any) -> PairChecker:
        """Judges the pairs: the first document of X with the first of Y, and so on."""
        estimator = clone(CrossDomainMatching() if self.estimator is None else self.estimator)
        documents, partners = estimator._read(X, fit=True)[0], estimator._side(Y)
        settings = estimator._settings()
        judged = _wordfield.check_pairs(estimator._model, documents, partners, settings, self.n_splits)
        doubt, rank, reverse, distance, suggestion = (np.array(column) for column in zip(*judged))
        self.doubt_, self.rank_, self.reverse_rank_ = doubt, rank, reverse
        self.distance_, self.suggestion_ = distance, suggestion
        return self

    def most_doubtful(self) -> np.ndarray:
        """Places of the pairs, most doubtful first (n)."""
        check_is_fitted(self, "doubt_")
        return np.argsort(-self.doubt_, kind="stable")
