"""A gate of a part of the house runs where the gate itself changed, however many files did."""

import re
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.processes import run
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


@pytest.mark.gate
def test_more_changed_files_than_a_variable_holds_are_read(tmp_path: Path) -> None:
    names = tmp_path / "changed.txt"
    names.write_text("\n".join(["site/pages/name-of-a-page.md"] * 5_000 + ["benchmark/wax_towers.py"]))
    program = "from tests.sampling import chosen; print(chosen('wax-towers', 9**9), chosen('bin-days', 9**9))"
    done = run([sys.executable, "-c", program], cwd=ROOT, env={"SIGHTBENCH_CHANGED": str(names)})
    assert (done.stdout, done.stderr) == ("True False\n", "")
