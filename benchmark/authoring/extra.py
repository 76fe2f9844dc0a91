"""The packages needed to write and check tasks; judging does not need them."""

from importlib.util import find_spec

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra

#: Module → package, for all packages of the extra ``authoring``.
AUTHORING_PACKAGES = {"PIL": "pillow", "coverage": "coverage", "resvg_py": "resvg-py", "numpy": "numpy"}


def check_installed() -> None:
    """Check that the packages of the extra ``authoring`` are installed.

    Raises:
        BadInput: with the names of the missing packages.
    """
    if missing := [package for module, package in AUTHORING_PACKAGES.items() if find_spec(module) is None]:
        problem = f"needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed"
        fix = install_extra("authoring")
        raise BadInput("sightbench author", "", problem, fix)
