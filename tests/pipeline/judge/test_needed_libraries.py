"""A library that the tasks need and that is not installed is reported once, before anything is judged."""

import ast
import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, FunctionCheck, StdioCheck, Task
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.needed_libraries import check_answers, check_libraries
from benchmark.sandbox.host.runtime import EXTRAS, LIBRARIES

HIDDEN = (*LIBRARIES, *EXTRAS["figure"])
#: Runs the command line as if these packages were not installed.
WITHOUT = f"""
import importlib.util, sys
known = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name in {HIDDEN!r} else known(name, *rest)
from benchmark.cli import main
main(sys.argv[1:])
"""
PREAMBLE = "import math\nfrom sortedcontainers import SortedList\nfrom sympy import *\n"
FIGURE = FigureCheck(
    reference="import matplotlib.pyplot as plt\nplt.plot([1])", operation="generate", type="line"
)


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all libraries of the sandbox."""
    known = importlib.util.find_spec

    def find_spec(name: str) -> ModuleSpec | None:
        return None if name in HIDDEN else known(name)

    monkeypatch.setattr(importlib.util, "find_spec", find_spec)


def task(test: str = "", preamble: str = "", starter: str = "") -> Task:
    check = FunctionCheck(tests=(test,), preamble=preamble)
    return Task(id="t", entry_point="f", check=check, starter_code=starter)


def sample(task: Task, program: str = "def f(x):\n    return x\n") -> Sample:
    return Sample(task=task, draw=0, answer=Answer(code=program, program=program))


class NeverRun(LocalPool):
    def run(self, *_: object) -> None:
        raise AssertionError("a worker would start")


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(
    ("tasks", "named", "extra"),
    [
        ([task(preamble=PREAMBLE)], "sympy, sortedcontainers", "scientific"),
        ([task("import numpy as np\nassert f(1) == np.int64(1)")], "numpy", "scientific"),
        (
            [task("def check(f):\n    if f(1):\n        import pandas.testing\ncheck(f)")],
            "pandas",
            "scientific",
        ),
        ([task(starter="import numpy as np\n\ndef f(x: np.ndarray) -> int:")], "numpy", "scientific"),
        ([task(), Task(id="u", check=FIGURE)], "matplotlib", "figure"),
        (
            [task(preamble="import mpmath"), Task(id="u", check=FIGURE)],
            "mpmath, matplotlib",
            "scientific,figure",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_one_error_names_all_libraries_and_their_extras(
    tasks: Sequence[Task], named: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmark.core.install.checkout_root", lambda: None)
    with pytest.raises(BadInput, match=f"^judging these tasks: needs {named}, not installed here\n") as error:
        check_libraries(tasks)
    assert f"'sightbench[{extra}]'" in error.value.fix
    with pytest.raises(BadInput, match=named):
        judge_samples([sample(task) for task in tasks], executor=NeverRun(1))


@pytest.mark.usefixtures("without")
@pytest.mark.parametrize(
    "tasks",
    [
        [task("assert f(1) == 1", "import math")],
        [task(preamble="try:\n    import numpy\nexcept ImportError:\n    numpy = None")],
        [task("# like numpy\nassert f('import numpy') == 'from sympy import *'")],
        [task("import numpy.\n")],
        [task(preamble="from .numpy import array")],
        [Task(id="t", check=StdioCheck(cases=()), reference="import numpy")],
    ],
)
def test_what_tasks_only_name_or_can_do_without_is_not_needed(tasks: Sequence[Task]) -> None:
    check_libraries(tasks)


@pytest.mark.usefixtures("without")
def test_an_answer_that_imports_an_absent_library_is_refused_and_not_judged_wrong() -> None:
    answers = [
        sample(task(), program) for program in ("import sympy\n", "if 1:\n  from numpy import array\n")
    ]
    with pytest.raises(BadInput, match=r"needs numpy, sympy, not installed here\n"):
        judge_samples(answers, executor=NeverRun(1))


@pytest.mark.usefixtures("without")
def test_answers_that_only_name_a_library_or_do_not_run_need_none() -> None:
    text = "import sympy\n"
    letter = Task(id="t", check=ChoiceCheck(answer="A"))
    check_answers([sample(task(), f"x = '{text.strip()}'  # import numpy\n"), sample(letter, text)])


def test_an_installed_library_is_no_reason_to_read_the_answers() -> None:
    check_answers([object()])  # type: ignore[list-item]


def test_a_preamble_of_many_tasks_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    parse = ast.parse

    def parse_and_record(source: str) -> ast.Module:
        parsed.append(source)
        return parse(source)

    monkeypatch.setattr(ast, "parse", parse_and_record)
    text = f"{PREAMBLE}# only here\n"
    check_libraries(task(f"assert f({number}) == {number}", text) for number in range(1000))
    assert parsed == [text]


@pytest.mark.usefixtures("without")
def test_a_judge_of_single_samples_refuses_the_task_too() -> None:
    with JudgeProcess() as judge, pytest.raises(BadInput, match="needs matplotlib"):
        judge.judge(sample(Task(id="t", check=FIGURE)))


@pytest.mark.gate
@pytest.mark.parametrize(
    ("check", "named"),
    [
        ({"kind": "function", "tests": "assert f(1) == 1", "preamble": PREAMBLE}, "sympy, sortedcontainers"),
        (
            {"kind": "figure", "reference": FIGURE.reference, "operation": "generate", "type": "line"},
            "matplotlib",
        ),
    ],
    ids=["function", "figure"],
)
def test_evaluate_ends_with_one_message(check: dict[str, str], named: str, tmp_path: Path) -> None:
    name = {"entry_point": "f"} if check["kind"] == "function" else {}
    ids = [f"t{number}" for number in range(30)]
    tasks, answers = tmp_path / "tasks.jsonl", tmp_path / "answers.jsonl"
    tasks.write_text("".join(json.dumps({"id": id_, **name, "check": check}) + "\n" for id_ in ids))
    answers.write_text(
        "".join(json.dumps({"task_id": id_, "draw": 0, "completion": "x = 1"}) + "\n" for id_ in ids)
    )
    command = [sys.executable, "-c", WITHOUT, "evaluate", "--tasks", tasks, "--predictions", answers]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    first, fix = done.stderr.splitlines()
    assert first == f"error: judging these tasks: needs {named}, not installed here"
    assert fix.startswith("  fix: run ")
    assert done.stdout == ""
