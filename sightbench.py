"""Sightbench as a library: `import sightbench` works in a clone and after an installation.

The code is in the package ``benchmark``; site/pages/guides/library.md shows how to use it.
"""

from benchmark import __version__, library
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.library import *  # noqa: F403 - the names in its __all__

__all__ = ["BadInput", "OurFailure", "SightbenchError", "__version__"]
__all__ += library.__all__
