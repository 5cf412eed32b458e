"""scikit-learn's own checks of every classifier and regressor, and of the kernel."""

import inspect

import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.utils.estimator_checks import parametrize_with_checks

import wordfield
from wordfield import LatentDistributionKernel, models

# Checks that may fail, each with its reason.
NEGATIVE = {"check_decision_proba_consistency": "its documents have negative counts, whatever the tag positive_only says"}
COLLINEAR = {"check_regressors_train": "its standardised columns leave topics without a unique regression"}


def expected(estimator):
    """Checks that this estimator may fail."""
    if is_classifier(estimator):
        return NEGATIVE
    return COLLINEAR if isinstance(estimator, models.SupervisedLDA) else {}


def estimators():
    """One of each class with few iterations, but of given word vectors, which need a file.

    All are weighted by square roots: under tf-idf, the default of some, a word of every document has no weight, and in the
    checks' dense data every word is one.
    """
    for name in models.__all__:
        of = getattr(models, name)
        if name == "VectorSMM" or not (is_classifier(of()) or is_regressor(of())):
            continue
        yield of(max_iter=10, weighting="sqrt")
    yield LatentDistributionKernel(wordfield.LatentSMM(max_iter=10))


@parametrize_with_checks(list(estimators()), expected_failed_checks=expected)
def test_scikit_learn(estimator, check):
    check(estimator)


@pytest.mark.parametrize("name", models.__all__)
def test_parameters_are_those_of_the_table(name):
    of = getattr(models, name)
    names = list(inspect.signature(of).parameters)
    assert sorted(names) == sorted(of().get_params(deep=False))
    assert all(f"\n    {parameter} : " in of.__doc__ for parameter in names)
    with pytest.raises(TypeError, match="has no parameter depth: it has .*preset"):
        of(depth=3)
