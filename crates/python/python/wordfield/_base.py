"""What all estimators share: constructor parameters from the table of a model, and documents from Python's containers."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from . import _wordfield

# The program's parameters whose names are Python's own words.
PYTHON_NAMES = {"lambda": "lam"}
PROGRAM_NAMES = {python: name for name, python in PYTHON_NAMES.items()}

# Parameters of every estimator, with their defaults, types and descriptions; a default of None is that of the program.
COMMON: dict[str, tuple[Any, str, str]] = {
    "preset": ("default", "str", "set of parameters to start from: default, combined or paper"),
    "random_state": (0, "int | np.random.RandomState | None", "seed of the development part, the start and word dropout"),
    "validation_fraction": (
        0.1,
        "float",
        "share of the documents in the development part, which chooses the iteration and calibrates probabilities",
    ),
    "max_iter": (None, "int | None", "most iterations"),
    "patience": (None, "int | None", "evaluations without a better development score before training ends; 0: never"),
    "min_df": (
        None,
        "int | float | None",
        "fewest documents of a word, or their share; None: all words of counts, and those of the program of texts",
    ),
    "max_features": (None, "int | None", "most words; those of most documents are kept"),
    "vocabulary": (None, "Sequence[str] | None", "words of the columns of counts; None: the columns' names, or x0, x1, …"),
    "vectors": (None, "str | None", "file of word vectors, or english"),
    "n_jobs": (None, "int | None", "threads; None: one for each core"),
    "callback": (
        None,
        "Callable[[int, float, float | None], bool | None] | None",
        "called with iteration, objective and development score; training ends if it returns true",
    ),
}


class Estimator(BaseEstimator):
    """An estimator of one of the program's models; subclasses name it: `class LatentSMM(Classifier, model="smm")`."""

    _model: str
    _own: tuple[str, ...]

    def __init_subclass__(cls, model: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if model is None:
            return
        table = [(PYTHON_NAMES.get(name, name), *rest) for name, *rest in _wordfield.parameters(model)]
        cls._model = model
        cls._own = tuple(name for name, *_ in table)
        defaults = {name: None for name in cls._own if name == "q"}
        defaults |= {name: default for name, (default, _, _) in COMMON.items()}
        defaults |= dict.fromkeys(cls._own)
        cls.__init__ = _constructor(defaults)
        lines = [f"{name} : {python} | None, {allowed}\n    {hint}" for name, python, allowed, hint in table]
        lines += [f"{name} : {kind}\n    {hint}" for name, (_, kind, hint) in COMMON.items()]
        body = "\n".join(lines).replace("\n", "\n    ")
        cls.__doc__ = f"{inspect.cleandoc(cls.__doc__ or '')}\n\n    Parameters\n    ----------\n    {body}\n    "

    def _settings(self) -> dict[str, Any]:
        """The settings of the extension module."""
        state = self.random_state
        seed = int(state) if isinstance(state, (int, np.integer)) else int(check_random_state(state).randint(2**31))
        own = {PROGRAM_NAMES.get(name, name): getattr(self, name) for name in self._own if name != "q"}
        common = ["preset", "validation_fraction", "max_iter", "patience", "min_df", "max_features", "vectors", "n_jobs"]
        jobs = self.n_jobs if self.n_jobs is not None and self.n_jobs > 0 else None
        return {name: getattr(self, name) for name in common} | {
            "n_jobs": jobs,
            "q": getattr(self, "q", None),
            "seed": seed,
            "named": [(name, _text(value)) for name, value in own.items() if value is not None],
        }

    def _read(self, X: Any, y: Any = None, *, fit: bool = False, **checks: Any) -> tuple[Any, Any]:
        """Documents for the extension module, and y checked where it is fitted to."""
        if fit:
            self._texts = are_texts(X)
        if are_texts(X):
            return [str(text) for text in X], y
        if not fit and self._texts and self.vocabulary is None:
            raise ValueError("the model was fitted to texts: give texts, or set vocabulary to the words of the columns")
        checks |= {"accept_sparse": "csr", "dtype": np.float64, "reset": fit}
        if fit and "y_numeric" in checks:
            X, y = validate_data(self, X, y, **checks)
        else:
            X = validate_data(self, X, **checks)
        if self.weighting != "raw":
            check_non_negative(X, f"{type(self).__name__} of word counts (weighting=\"raw\" takes them as they are)")
        return counts(X, self._columns(X.shape[1])), y

    def _columns(self, width: int) -> list[str]:
        names = self.vocabulary if self.vocabulary is not None else getattr(self, "feature_names_in_", None)
        names = [f"x{column}" for column in range(width)] if names is None else [str(name) for name in names]
        if len(names) != width:
            raise ValueError(f"X has {width} columns and vocabulary {len(names)} words")
        return names

    def _train(self, documents: Any, target: Any) -> None:
        self.model_ = _wordfield.train(self._model, documents, target, self._settings(), self.callback)
        self.n_iter_ = max(self.model_.iterations, 1)

    @property
    def words_(self) -> np.ndarray:
        """The words (V), in the order of `word_vectors_`; those of the source side first."""
        check_is_fitted(self, "model_")
        return np.array(self.model_.words, dtype=object)

    @property
    def word_vectors_(self) -> np.ndarray:
        """Positions of the words (V × q)."""
        check_is_fitted(self, "model_")
        positions = self.model_.positions
        if positions is None:
            raise AttributeError(f"{type(self).__name__} has no word positions")
        return positions

    def save(self, path: Any) -> None:
        """Writes the model into a file, which the window and the command line open; gzipped where its name ends in .gz."""
        check_is_fitted(self, "model_")
        self.model_.save(path)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        tags.input_tags.string = True
        return tags


def _constructor(defaults: dict[str, Any]) -> Any:
    def __init__(self: Any, **parameters: Any) -> None:
        unknown = next((name for name in parameters if name not in defaults), None)
        if unknown is not None:
            raise TypeError(f"{type(self).__name__} has no parameter {unknown}: it has {', '.join(defaults)}")
        for name, default in defaults.items():
            setattr(self, name, parameters.get(name, default))

    keyword = inspect.Parameter.KEYWORD_ONLY
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    rest = [inspect.Parameter(name, keyword, default=default) for name, default in defaults.items()]
    __init__.__signature__ = inspect.Signature([own, *rest])
    return __init__


def _text(value: Any) -> str:
    """A value as the program's settings are written."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value)).lower()
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def are_texts(X: Any) -> bool:
    """Whether documents are raw texts rather than counts."""
    if isinstance(X, str):
        raise ValueError("give a list of texts, not one text")
    if sparse.issparse(X) or not hasattr(X, "__iter__") or len(getattr(X, "shape", (0,))) != 1:
        return False
    return isinstance(next(iter(X), None), str)


def counts(X: Any, words: list[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[str]]:
    """Counts as the parts of a matrix in compressed rows, with the words of its columns."""
    X = sparse.csr_array(X)
    parts = (X.indptr.astype(np.int64), X.indices.astype(np.int64), np.ascontiguousarray(X.data, dtype=np.float64))
    return (*parts, words)
