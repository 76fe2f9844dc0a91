"""Cases that are data: programs, and YAML files, in tests/cases, where texts need no escapes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

FOLDER = Path(__file__).parent / "cases"


def read_text(name: str) -> str:
    """Return a file as it is, such as a program that a test runs."""
    return (FOLDER / name).read_text(encoding="utf-8")


def read_cases(name: str, part: str = "") -> Any:
    """Return the cases of a file, such as ``figures/edits.yaml``, or a part of it."""
    found = yaml.load(read_text(name), yaml.CSafeLoader)
    return found[part] if part else found


def table(name: str, ids: Any = None) -> Callable[..., Any]:
    """Give a test the rows below its name and the names of its arguments in ``tables/NAME.yaml``.

    Rows with names are a mapping.
    """

    def with_rows(test: Callable[..., None]) -> Any:
        ((arguments, rows),) = read_cases(f"tables/{name}.yaml", test.__name__).items()
        names = list(rows) if isinstance(rows, dict) else ids
        rows = list(rows.values()) if isinstance(rows, dict) else rows
        return pytest.mark.parametrize(arguments, rows, ids=names)(test)

    return with_rows
