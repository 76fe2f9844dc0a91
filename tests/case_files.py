"""Cases that are data: YAML files in tests/cases, where programs and texts need no escapes."""

from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent / "cases"


def read_cases(name: str) -> Any:
    """Return the cases of a file, such as ``figures/edits.yaml``."""
    return yaml.load((FOLDER / name).read_text(encoding="utf-8"), yaml.CSafeLoader)
