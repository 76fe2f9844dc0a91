"""The README of a package lists its modules, and packages of more than ten modules have one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "benchmark"
#: Their READMEs are about data or about commands, each of which has modules of its own.
NOT_OF_MODULES = {"suites", "cli", "fonts"}
MOST_WITHOUT = 10  #: modules


def modules(package: Path) -> set[str]:
    """Return the names of the modules of a package."""
    return {path.stem for path in package.glob("*.py")} - {"__init__"}


def readmes() -> list[Path]:
    """Return the READMEs with a table of modules."""
    found = sorted(PACKAGE.rglob("README.md"))
    listing = [path for path in found if not NOT_OF_MODULES & set(path.parent.relative_to(PACKAGE).parts)]
    return [*listing, PACKAGE / "cli" / "shared" / "README.md"]


def listed(readme: Path) -> set[str]:
    """Return the names of the modules in the tables of a README; folders are left out."""
    lines = [line.split("|")[1] for line in readme.read_text("utf-8").splitlines() if line.startswith("| ")]
    names = {name.removesuffix(".py") for line in lines for name in re.findall(r"`([\w./]+)`", line)}
    return {name for name in names if not name.endswith("/") and not (readme.parent / name).is_dir()}


@pytest.mark.parametrize("readme", readmes(), ids=lambda path: path.parent.relative_to(PACKAGE).as_posix())
def test_a_readme_with_a_table_lists_the_modules_of_its_package(readme: Path) -> None:
    present = modules(readme.parent)
    if len(present) > MOST_WITHOUT:
        assert present - listed(readme) == set()
    assert {name for name in listed(readme) if "/" not in name} - present == set()
