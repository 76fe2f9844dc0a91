"""A verdict does not depend on the limits and settings of the machine: the sandbox sets its own."""

import gzip
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmark.sandbox.host.probe import guest_python
from benchmark.sandbox.host.runtime import ALLOWED, installed_libraries
from tests.case_files import FOLDER, read_cases

ROOT = Path(__file__).parents[2]
TABLE = FOLDER / "tables" / "limits.yaml"
PROGRAM = FOLDER / "programs" / "judge_table.py"
CASES = {
    name: case
    for name, case in read_cases("tables/limits.yaml").items()
    if guest_python() in case.get("python", [guest_python()])
}
#: What a shell does before it starts the judge.
MACHINES = {
    "small stack": "ulimit -S -s 1024",
    "unlimited stack": "ulimit -S -s unlimited",
    # Without random addresses, the kernel keeps only 128 MB free below the stack of a program.
    "fixed addresses": 'exec setarch -R "$@"',
    "few files": "ulimit -n 256",
    "core dumps and locked memory": "ulimit -S -c unlimited -l unlimited -q 819200",
    "signals that are ignored": "trap '' INT HUP TERM QUIT",
    "closed umask": "umask 077",
}
_NEEDS_PYTEST = "a library that only the test needs"

pytestmark = pytest.mark.skipif(
    len(installed_libraries(ALLOWED)) < len(ALLOWED),
    reason='a library is absent: pip install "sightbench[scientific]"',
)


def lines_on(machine: str) -> list[str]:
    """Return the verdicts on all cases, judged by a process that a shell has prepared."""
    command = ["bash", "-c", f'{machine}\nexec "$@"', "bash", sys.executable, str(PROGRAM), str(TABLE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [line for line in done.stdout.splitlines() if line.split()[0] in CASES]


def wanted_lines() -> list[str]:
    return [f"{name} {case.get('wants', 'passed ')}" for name, case in CASES.items()]


def with_exceptions(lines: Sequence[str]) -> list[str]:
    """Return lines with a space behind a status without an exception, as the program prints them."""
    return [line if len(line.split()) > 2 else f"{line.rstrip()} " for line in lines]


@pytest.mark.gate
def test_answers_get_what_the_sandbox_sets() -> None:
    assert len(CASES) >= 30
    assert lines_on("") == with_exceptions(wanted_lines())


@pytest.mark.gate
@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_the_verdicts_are_the_same_on_an_odd_machine(machine: str) -> None:
    assert lines_on(machine) == with_exceptions(wanted_lines())


@pytest.mark.gate
def test_a_machine_whose_hard_limit_of_the_stack_is_lower_judges_nothing() -> None:
    command = ["bash", "-c", 'ulimit -s 65536; exec "$@"', "bash", sys.executable, str(PROGRAM), str(TABLE)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert (
        "the hard limit of the stack is 65536 KiB on this machine, and answers may need 262144" in done.stderr
    )
    assert "fix: raise it: a line `* hard stack unlimited` in /etc/security/limits.conf" in done.stderr
    assert done.stdout == ""


@pytest.mark.gate
def test_reported_cases_get_the_right_verdicts(tmp_path: Path) -> None:
    """Cases from public bug reports of other judges, and those that a reader of the reports added."""
    lines = gzip.decompress((FOLDER / "field" / "cases.jsonl.gz").read_bytes()).splitlines()
    cases = [json.loads(line.decode("utf-8", "surrogatepass")) for line in lines]
    tasks, predictions, verdicts = (tmp_path / f"{name}.jsonl" for name in ("tasks", "answers", "verdicts"))
    for file, part in ((tasks, "tasks"), (predictions, "predictions")):
        file.write_text("".join(f"{json.dumps(case[part][0])}\n" for case in cases), encoding="utf-8")
    command = [sys.executable, "-m", "benchmark", "evaluate", "--tasks", tasks, "--predictions", predictions]
    done = subprocess.run([*command, "--verdicts", verdicts, "-q", "--workers", "2"], cwd=ROOT, check=False)
    assert done.returncode == 2, "tests that import pytest are the fault of their author"
    found = [json.loads(line) for line in verdicts.read_text(encoding="utf-8").splitlines()]
    statuses = {one["task_id"]: one.get("status") for one in found if "task_id" in one}
    assert len(cases) == 378
    # The judge gives tests no pytest: tasks whose tests import it are refused as broken.
    wanted = {case["name"]: case["want"] for case in cases if case["kind"] != _NEEDS_PYTEST}
    wrong = {
        name: statuses.get(name) for name, want in wanted.items() if statuses.get(name) not in list_of(want)
    }
    assert len(wanted) == 376
    assert wrong == {}


def list_of(statuses: str | list[str]) -> list[str]:
    return [statuses] if isinstance(statuses, str) else statuses
