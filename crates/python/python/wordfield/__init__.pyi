from ._api import *
from ._api import __all__ as __all__
