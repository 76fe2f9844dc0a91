"""Whether the packages of the extra `statistics` are installed. Importing this module needs none of them."""

import os

from benchmark.core.errors import BadInput
from benchmark.core.install import absent_modules, install_extra

PACKAGES = ("numpy", "scipy")


def missing_packages() -> tuple[str, ...]:
    """Return the packages of the extra that are not installed."""
    return tuple(absent_modules(PACKAGES))


def has_statistics() -> bool:
    """Whether all of them are installed."""
    return not missing_packages()


def need_statistics(place: str = "this command") -> None:
    """Check that numpy and scipy, which ``place`` needs, are installed, before they are loaded.

    They will use one thread: matrices here are small, and threads that wait for each other cost `rank` five
    times the CPU time. A number of threads that the user has set counts.

    Raises:
        BadInput: if one of them is missing.
    """
    missing = missing_packages()
    if missing:
        problem = f"needs packages that are not installed: {', '.join(missing)}"
        raise BadInput(place, "", problem, install_extra("statistics"))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
