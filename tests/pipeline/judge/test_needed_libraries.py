"""A library that the tasks need and that is not installed is reported once, before anything is judged."""

import importlib.util
from collections.abc import Sequence
from importlib.machinery import ModuleSpec

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import ChoiceCheck, FigureCheck, FunctionCheck, StdioCheck, Task
from benchmark.pipeline.judge.evaluate import judge_samples
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.needed_libraries import check_answers, check_libraries
from benchmark.sandbox.host.runtime import ALLOWED, EXTRAS

HIDDEN = (*ALLOWED, *EXTRAS["figure"])
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
        ([task(preamble="import networkx as nx\nfrom scipy import stats")], "scipy, networkx", "scientific"),
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
def test_one_error_names_all_libraries_and_their_extras(tasks, named, extra, monkeypatch) -> None:
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
        sample(task(), program)
        for program in ("import sympy\n", "if 1:\n  from numpy import array\n", "import networkx as nx\n")
    ]
    with pytest.raises(BadInput, match=r"needs numpy, sympy, networkx, not installed here\n"):
        judge_samples(answers, executor=NeverRun(1))


@pytest.mark.usefixtures("without")
def test_answers_that_only_name_a_library_or_do_not_run_need_none() -> None:
    text = "import sympy\n"
    letter = Task(id="t", check=ChoiceCheck(answer="A"))
    check_answers([sample(task(), f"x = '{text.strip()}'  # import numpy\n"), sample(letter, text)])


@pytest.mark.usefixtures("without")
def test_a_judge_of_single_samples_refuses_the_task_too() -> None:
    with JudgeProcess() as judge, pytest.raises(BadInput, match="needs matplotlib"):
        judge.judge(sample(Task(id="t", check=FIGURE)))
