from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], list[str]]
Documents: TypeAlias = Sequence[str] | Counts

class Model:
    kind: str
    task: str
    words: list[str]
    source_words: int
    positions: NDArray[np.float64] | None
    targets: list[str]
    iterations: int
    scores: dict[str, float | None]
    parameters: dict[str, float | int | bool | str]
    names_files: bool
    def classify(
        self, documents: Documents
    ) -> tuple[NDArray[np.uintp], NDArray[np.float64], list[tuple[int, int]], NDArray[np.float64] | None]: ...
    def rate(self, documents: Documents) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]: ...
    def distances(self, sources: Documents, targets: Documents) -> NDArray[np.float64]: ...
    def nearest(self, sources: Documents, targets: Documents, top: int) -> list[list[tuple[int, float]]]: ...
    def vectors(self, documents: Documents, target: bool) -> NDArray[np.float64]: ...
    def gram(self, documents: Documents, others: Documents | None = None) -> NDArray[np.float64]: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> Model: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Model: ...

def models() -> list[tuple[str, str, str]]: ...
def parameters(model: str) -> list[tuple[str, str, str, str]]: ...
def train(
    model: str,
    documents: Documents,
    target: Sequence[str] | NDArray[np.float64] | Documents,
    settings: dict[str, Any],
    callback: Callable[[int, float, float | None], object] | None = None,
) -> Model: ...
def check_pairs(
    model: str, documents: Documents, partners: Documents, settings: dict[str, Any], folds: int
) -> list[tuple[float, int, int, float, int]]: ...
def permutation_test(
    gram: NDArray[np.float64], first: int, splits: int, seed: int
) -> tuple[float, float, list[float]] | None: ...
def run_program(arguments: Sequence[str]) -> int: ...
