"""The packages needed to write and check tasks; judging does not need them."""

from importlib.util import find_spec

from benchmark.core.errors import BadInput

#: Module → package, for the packages of the extra ``workshop`` that every command needs.
AUTHORING_PACKAGES = {"PIL": "pillow", "coverage": "coverage", "resvg_py": "resvg-py", "numpy": "numpy"}
#: How to get all packages.
FIX = "run the same command as ./noxw -s workshop -- COMMAND"


def check_installed() -> None:
    """Check that the packages of the extra ``workshop`` are installed.

    Raises:
        BadInput: with the names of the missing packages.
    """
    if missing := [package for module, package in AUTHORING_PACKAGES.items() if find_spec(module) is None]:
        problem = f"needs {', '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not installed"
        raise BadInput("python -m workshop", "", problem, FIX)
