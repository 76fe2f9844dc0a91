"""Sightbench as a library: `import sightbench` in a clone, and after an installation.

The code is in the package ``benchmark``; site/pages/guides/library.md shows how to use it.
"""

from benchmark import __version__
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.library import (
    Comparison,
    Evaluation,
    Rankings,
    Rows,
    SubmissionCheck,
    Tasks,
    check_submission,
    compare,
    evaluate,
    load_rows,
    load_tasks,
    rank,
)

__all__ = [
    "BadInput",
    "Comparison",
    "Evaluation",
    "OurFailure",
    "Rankings",
    "Rows",
    "SightbenchError",
    "SubmissionCheck",
    "Tasks",
    "__version__",
    "check_submission",
    "compare",
    "evaluate",
    "load_rows",
    "load_tasks",
    "rank",
]
