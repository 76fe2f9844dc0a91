"""A gate of a part of the house runs where the gate itself changed."""

import re

import pytest

from tests.conftest import ROOT
from tests.sampling import PARTS

NAMED = re.compile(r"""(?:gate_of|first_of)\((?:[^()]*, )?"([a-z ]+)"\)""")
GATES = [
    (path, part)
    for path in sorted((ROOT / "tests").rglob("test_*.py"))
    for part in sorted(set(NAMED.findall(path.read_text("utf-8"))) & set(PARTS))
]


@pytest.mark.parametrize(("path", "part"), GATES, ids=[f"{path.stem} {part}" for path, part in GATES])
def test_a_change_of_a_gate_runs_it(path, part) -> None:
    assert str(path.relative_to(ROOT)).startswith(PARTS[part])
