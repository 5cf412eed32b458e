"""The models: classifiers, regressors, and matchers of documents of two sides. A model is a class and a line of documentation.

Parameters that are None have the values of the program's preset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin, TransformerMixin
from sklearn.utils import check_consistent_length, column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_is_fitted

from ._base import Estimator, are_texts, counts

if TYPE_CHECKING:
    from typing_extensions import Self


class Classifier(ClassifierMixin, Estimator):
    """A classifier of documents."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learns the classes y (n) of texts or counts X."""
        y = _column(self, y)
        documents, _ = self._read(X, fit=True)
        check_consistent_length(X if are_texts(X) else documents[0][1:], y)
        check_classification_targets(y)
        self.classes_, index = np.unique(y, return_inverse=True)
        names = [str(name) for name in self.classes_]
        if len(names) < 2:
            raise ValueError("y has 1 class: give documents of two classes or more")
        if "" in names or len(set(names)) < len(names):
            raise ValueError(f"the classes are {names}: give them names that differ and are not empty")
        self._train(documents, [names[i] for i in index])
        return self

    def predict(self, X: Any) -> np.ndarray:
        """Classes of documents (n)."""
        predicted = self._classify(X)[0]
        return self.classes_[self._places()[predicted]]

    @available_if(lambda self: self._model != "knn")
    def decision_function(self, X: Any) -> np.ndarray:
        """Decisions: of two classes (n), positive for the second; otherwise (n × C), the wins of a class over the others with a
        fraction for the sum of its margins, as scikit-learn has them for one-against-one classifiers."""
        _, decisions, pairs, _ = self._classify(X)
        places = self._places()
        if len(places) == 2:
            return decisions[:, 0] if places[pairs[0][0]] == 1 else -decisions[:, 0]
        wins, margins = np.zeros((2, len(decisions), len(places)))
        for column, (first, second) in zip(decisions.T, pairs):
            wins[:, places[first]] += column > 0
            wins[:, places[second]] += column <= 0
            margins[:, places[first]] += column
            margins[:, places[second]] -= column
        return wins + margins / (3 * (np.abs(margins) + 1))

    @available_if(lambda self: self._model != "knn" and self.validation_fraction > 0)
    def predict_proba(self, X: Any) -> np.ndarray:
        """Probabilities of the classes (n × C), calibrated on the development part: a softmax of each class's least decision."""
        probabilities = self._classify(X)[3]
        if probabilities is None:
            raise ValueError("there is no development part to calibrate probabilities on: raise validation_fraction")
        return probabilities[:, np.argsort(self._places())]

    def _classify(self, X: Any) -> tuple[Any, ...]:
        check_is_fitted(self, "model_")
        return self.model_.classify(self._read(X)[0])

    def _places(self) -> np.ndarray:
        """Place of each of the model's classes, which it sorts as texts, in `classes_`."""
        names = [str(name) for name in self.classes_]
        return np.array([names.index(name) for name in self.model_.targets])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        # A document is a distribution over words: its length, which tells scikit-learn's blobs apart, is no part of it.
        tags.classifier_tags.poor_score = True
        return tags


class Regressor(RegressorMixin, Estimator):
    """A regressor of one or several ratings of documents."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learns ratings y, (n) or (n × B), of texts or counts X."""
        if are_texts(X):
            documents, _ = self._read(X, fit=True)
            y = check_array(y, ensure_2d=False, dtype=np.float64, input_name="y")
            check_consistent_length(X, y)
        else:
            documents, y = self._read(X, y, fit=True, y_numeric=True, multi_output=True)
        y = np.asarray(y, dtype=np.float64)
        if y.ndim == 2 and y.shape[1] == 1:
            y = _column(self, y)
        self._one = y.ndim == 1
        self._train(documents, np.ascontiguousarray(y.reshape(len(y), -1)))
        return self

    def predict(self, X: Any, return_std: bool = False) -> Any:
        """Ratings as they were given, (n) or (n × B); with `return_std` also the standard deviations of new ratings, None where
        the model has none."""
        check_is_fitted(self, "model_")
        means, deviations = self.model_.rate(self._read(X)[0])
        if self._one:
            means, deviations = means[:, 0], None if deviations is None else deviations[:, 0]
        return (means, deviations) if return_std else means

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = True
        # As for classifiers.
        tags.regressor_tags.poor_score = True
        return tags


class Matcher(Estimator):
    """Matches documents of a source side with documents of a target side."""

    def fit(self, X: Any, Y: Any) -> Self:
        """Learns from pairs: the first document of X belongs to the first of Y, and so on."""
        targets = self._side(Y)
        documents, _ = self._read(X, fit=True)
        self._train(documents, targets)
        return self

    def match(self, X: Any, Y: Any, n_neighbors: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Places in Y of the documents nearest to each document of X, nearest first, and their squared distances, each
        (n × n_neighbors)."""
        check_is_fitted(self, "model_")
        found = np.array(self.model_.nearest(self._read(X)[0], self._side(Y), n_neighbors))
        return found[..., 0].astype(np.intp), found[..., 1]

    def distances(self, X: Any, Y: Any) -> np.ndarray:
        """Squared distances of documents of X to documents of Y (n × m)."""
        check_is_fitted(self, "model_")
        return self.model_.distances(self._read(X)[0], self._side(Y))

    def score(self, X: Any, Y: Any) -> float:
        """Share of the documents of X whose nearest document of Y is their own partner, the one at the same place."""
        nearest, _ = self.match(X, Y)
        return float(np.mean(nearest[:, 0] == np.arange(len(nearest))))

    def _side(self, Y: Any) -> Any:
        """Documents of the target side; counts are named y0, y1, … unless they have names."""
        if are_texts(Y):
            return [str(text) for text in Y]
        names = [str(name) for name in getattr(Y, "columns", [])]
        Y = check_array(Y, accept_sparse="csr", dtype=np.float64, input_name="Y")
        return counts(Y, names or [f"y{column}" for column in range(Y.shape[1])])


class _Placed(TransformerMixin):
    """Models whose words have positions: a document's vector is the mean of the positions of its words."""

    def transform(self, X: Any) -> np.ndarray:
        """Vectors of documents (n × q)."""
        check_is_fitted(self, "model_")
        return self.model_.vectors(self._read(X)[0], False)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names of the dimensions (q)."""
        check_is_fitted(self, "model_")
        name = type(self).__name__.lower()
        return np.array([f"{name}{axis}" for axis in range(self.word_vectors_.shape[1])], dtype=object)


def _column(estimator: Any, y: Any) -> np.ndarray:
    if y is None:
        raise ValueError(f"{type(estimator).__name__} requires y to be passed, but the target y is None")
    return column_or_1d(y, warn=True)


class LatentSMM(_Placed, Classifier, model="smm"):
    """The latent support measure machine: positions of words under which an SVM tells classes of documents."""


class SpectralSMM(_Placed, Classifier, model="svd-smm"):
    """The support measure machine on fixed spectral word vectors."""


class VectorSMM(_Placed, Classifier, model="vector-smm"):
    """The support measure machine on fixed given word vectors."""


class NearestNeighbours(Classifier, model="knn"):
    """Nearest neighbours of word weights."""


class LinearSVM(Classifier, model="linear-svm"):
    """A linear SVM on word weights."""


class LogisticRegression(Classifier, model="logistic"):
    """Logistic regression on word weights."""


class NaiveBayes(Classifier, model="naive-bayes"):
    """Multinomial naive Bayes on word counts."""


class GaussianSVM(Classifier, model="rbf-svm"):
    """An SVM with a Gaussian kernel of word weights."""


class PolynomialSVM(Classifier, model="poly-svm"):
    """An SVM with a polynomial kernel of word weights."""


class KernelDependencyEstimation(Classifier, model="kde-classes"):
    """Kernel dependency estimation of classes."""


class MedLDA(Classifier, model="med-lda"):
    """Maximum-entropy discrimination LDA: topics that separate classes."""


class GPLVSM(_Placed, Regressor, model="gp"):
    """The Gaussian process latent variable set model: positions of words under which a Gaussian process predicts ratings."""


class GaussianProcess(Regressor, model="gp-counts"):
    """A Gaussian process on word weights."""


class Ridge(Regressor, model="ridge"):
    """Ridge regression on word weights."""


class Lasso(Regressor, model="lasso"):
    """The lasso on word weights."""


class ElasticNet(Regressor, model="elastic-net"):
    """The elastic net on word weights."""


class SupervisedLDA(Regressor, model="slda"):
    """Supervised LDA: topics that explain ratings."""


class CrossDomainMatching(_Placed, Matcher, model="matching"):
    """Cross-domain matching: positions of the words of two sides under which paired documents are near.

    `transform` gives the vectors of documents of the source side.
    """

    def transform_target(self, Y: Any) -> np.ndarray:
        """Vectors of documents of the target side (n × q)."""
        check_is_fitted(self, "model_")
        return self.model_.vectors(self._side(Y), True)


class NearestPairs(Matcher, model="knn-pairs"):
    """Partners of the nearest documents."""


class CCA(Matcher, model="cca"):
    """Canonical correlation analysis of word weights."""


class KernelCCA(Matcher, model="kernel-cca"):
    """Kernel canonical correlation analysis of word weights."""


class WordVectorCCA(Matcher, model="ked-kcca"):
    """Kernel canonical correlation analysis of distributions of word vectors."""


class KernelDependencyMatching(Matcher, model="kde"):
    """Kernel dependency estimation of partners."""


class BilingualLDA(Matcher, model="bilingual-lda"):
    """Bilingual LDA: topics of two languages."""


__all__ = [name for name, of in list(globals().items()) if isinstance(of, type) and "_model" in vars(of)]
