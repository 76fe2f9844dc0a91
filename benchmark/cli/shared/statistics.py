"""Checks that the extra `statistics` is installed, before its packages are loaded."""

import os

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.scoring.installed import missing_packages


def need_statistics() -> None:
    """Check that numpy and scipy are installed, before they are loaded.

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
