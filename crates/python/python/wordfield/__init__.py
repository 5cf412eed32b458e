"""Latent distribution kernels on bags of words, as scikit-learn estimators.

Documents are raw texts (a list of strings) or word counts (an array or sparse matrix of shape (documents, words)).

>>> from wordfield import LatentSMM
>>> texts = ["flour and salt", "an oven and flour", "a ball and a goal", "the goal of the game"] * 5
>>> classes = ["cooking", "cooking", "sport", "sport"] * 5
>>> LatentSMM(max_iter=20).fit(texts, classes).predict(["salt, flour"])
array(['cooking'], dtype='<U7')
"""

from ._program import load, show
from .models import *
from .models import __all__ as _models
from .kernel import LatentDistributionKernel, MMDResult, MMDTest, PairChecker

__all__ = [*_models, "LatentDistributionKernel", "MMDResult", "MMDTest", "PairChecker", "load", "show"]
