"""The check for the extra `statistics`, and the format of differences and p-values."""

import os

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.scoring.installed import missing_packages


def need_statistics() -> None:
    """Check that numpy, scipy and statsmodels are installed, before they are loaded.

    They will use one thread: matrices here are small, and threads that wait for each other cost `rank` five
    times the CPU time. A number of threads that the user has set counts.

    Raises:
        BadInput: if one of them is missing.
    """
    missing = missing_packages()
    if missing:
        problem = f"needs packages that are not installed: {', '.join(missing)}"
        raise BadInput("this command", "", problem, install_extra("statistics"))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def points(fraction: float, scale: float = 100.0) -> str:
    """Format a difference in points with its sign: ``+11.9``, ``−0.4``; ``0.0`` only if it is exactly 0.

    Args:
        fraction: the difference.
        scale: 100 for a difference of shares; 1 for one of points from 1 to 10, which has two decimals.
    """
    decimals = 1 if scale > 1 else 2
    if fraction == 0:
        return f"{0:.{decimals}f}"
    return ("+" if fraction > 0 else "−") + f"{max(abs(scale * fraction), 10**-decimals):.{decimals}f}"


def p_text(p: float) -> str:
    """Format a p-value: ``0.041``, ``0.00012``, ``under 1e-6``."""
    return "under 1e-6" if p < 1e-6 else f"{p:.2g}"  # noqa: PLR2004 - smaller values say nothing more
