"""Cases that are data: programs, and YAML files, in tests/cases, where texts need no escapes."""

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "cases"


def read_text(name: str) -> str:
    """Return a file as it is, such as a program that a test runs."""
    return (FOLDER / name).read_text(encoding="utf-8")


def read_cases(name: str) -> Any:
    """Return the cases of a file, such as ``figures/edits.yaml``."""
    return yaml.load(read_text(name), yaml.CSafeLoader)
