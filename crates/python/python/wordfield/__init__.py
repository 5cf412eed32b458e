"""Latent distribution kernels on bags of words, as scikit-learn estimators.

Documents are raw texts (a list of strings) or word counts (an array or sparse matrix of shape (documents, words)).

>>> from wordfield import LatentSMM
>>> texts = ["flour and salt", "an oven and flour", "a ball and a goal", "the goal of the game"] * 5
>>> classes = ["cooking", "cooking", "sport", "sport"] * 5
>>> LatentSMM(max_iter=20).fit(texts, classes).predict(["salt, flour"])
array(['cooking'], dtype='<U7')
"""

from importlib import import_module


def __getattr__(name):
    # The program, which is a part of the package, starts without scikit-learn: the first name that is asked for loads it.
    # Names of modules are not asked for here, since their import may be under way.
    if name in ("__all__", "load", "show") or name[:1].isupper():
        return getattr(import_module("._api", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return [*globals(), *__getattr__("__all__")]
