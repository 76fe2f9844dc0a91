from collections.abc import Callable
from dataclasses import dataclass

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import Rule
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.extraction.own import extract
from benchmark.pipeline.evaluate import Evaluation, evaluate
from benchmark.pipeline.local import LocalPool


@dataclass(frozen=True)
class Small:
    """Four tasks of two stems; the answers pass, are wrong, raise, and hold no code."""

    tasks: tuple[Task, ...]
    completions: tuple[Completion, ...]

    def evaluate(self) -> Evaluation:
        return evaluate(self.tasks, self.completions, rule=Rule("own", extract), executor=LocalPool(2))


def task(name: str, test: str = "assert f(2) == 4", **extra: str) -> Task:
    check = FunctionCheck(tests=(test,))
    return Task(id=name, check=check, entry_point="f", limits=Limits(seconds=1), **extra)


@pytest.fixture
def make_task() -> Callable[..., Task]:
    return task


@pytest.fixture(scope="session")
def small() -> Small:
    codes = {
        "a-1": "def f(x):\n    return x * 2",
        "a-2": "def f(x):\n    return x * 3",
        "b-1": "def f(x):\n    return x / 0",
        "b-2": "",
    }
    return Small(
        tasks=tuple(task(name, stem=name[0], level="easy" if name[0] == "a" else "hard") for name in codes),
        completions=tuple(
            Completion(task_id=name, draw=0, text=f"```python\n{code}\n```", model="acme/vl", tokens_out=7)
            for name, code in codes.items()
        ),
    )


@pytest.fixture(scope="session")
def judged(small: Small) -> Evaluation:
    return small.evaluate()
