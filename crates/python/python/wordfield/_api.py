"""Everything that the package offers."""

from ._program import load, show
from .models import *
from .models import __all__ as _models
from .kernel import LatentDistributionKernel, MMDResult, MMDTest, PairChecker

__all__ = [*_models, "LatentDistributionKernel", "MMDResult", "MMDTest", "PairChecker", "load", "show"]
