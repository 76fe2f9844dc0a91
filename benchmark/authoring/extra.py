"""The packages that writing and checking tasks needs, and judging them does not."""

from importlib.util import find_spec

from benchmark.core.errors import BadInput

#: Module → package, all of the extra ``authoring``.
PACKAGES = {"PIL": "pillow", "coverage": "coverage", "resvg_py": "resvg-py"}


def check_installed() -> None:
    """Do nothing where everything is there.

    Raises:
        BadInput: naming the packages that are not.
    """
    if lacking := [package for module, package in PACKAGES.items() if find_spec(module) is None]:
        fix = "python -m pip install 'sightbench[authoring]'"
        raise BadInput("sightbench author", "", f"needs {', '.join(lacking)}, not installed here", fix)
