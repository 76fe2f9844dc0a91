import dataclasses
import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pytest

from benchmark.core.sample import Answer, Completion, Sample
from benchmark.core.suite import ExtractionRule
from benchmark.core.task import FunctionCheck, Limits, Task
from benchmark.core.verdict import Outcome
from benchmark.extraction.own import extract
from benchmark.pipeline.identity import RowIdentity
from benchmark.pipeline.judge.evaluate import Evaluation, evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.results.row import RowSubmission
from benchmark.suites.code_vision.suite import SUITE as CODE_VISION
from tests.put_suite import put_suite

IDENTITY = RowIdentity(
    submission=RowSubmission(slug="acme-vl", name="ACME VL"),
    suite="code-vision",
    suite_version=1,
    dataset="rebuilt",
    setting="flowchart",
    protocol="cool-1",
)
Suites = Callable[[int, tuple[Task, ...]], None]


@dataclass(frozen=True)
class SmallDataset:
    """Four tasks of two stems; one answer passes, one is wrong, one raises, one has no code."""

    tasks: tuple[Task, ...]
    completions: tuple[Completion, ...]

    def evaluate(self) -> Evaluation:
        return evaluate(
            self.tasks, self.completions, rule=ExtractionRule("own", extract), executor=LocalPool(2)
        )


def task(name: str, test: str = "assert f(2) == 4", **extra: str) -> Task:
    check = FunctionCheck(tests=(test,))
    return Task(id=name, check=check, entry_point="f", limits=Limits(seconds=1), **extra)


def evaluation_of(task: Task, answers: Sequence[Answer], outcomes: Sequence[Outcome]) -> Evaluation:
    """Return an evaluation of answers to one task that nobody has judged."""
    samples = [Sample(task=task, draw=draw, answer=answer) for draw, answer in enumerate(answers)]
    return Evaluation(
        tasks=(task,),
        completions=(),
        extraction="own",
        samples=tuple(samples),
        outcomes=tuple(outcomes),
        scores=(),
        guest={},
        executor="local",
        workers=1,
        time_factor=1.0,
        started=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC),
        seconds=1.0,
    )


@pytest.fixture
def make_task() -> Callable[..., Task]:
    return task


@pytest.fixture(scope="session")
def small() -> SmallDataset:
    codes = {
        "a-1": "def f(x):\n    return x * 2",
        "a-2": "def f(x):\n    return x * 3",
        "b-1": "def f(x):\n    return x / 0",
        "b-2": "",
    }
    return SmallDataset(
        tasks=tuple(task(name, stem=name[0], level="easy" if name[0] == "a" else "hard") for name in codes),
        completions=tuple(
            Completion(task_id=name, draw=0, text=f"```python\n{code}\n```", model="acme/vl", tokens_out=7)
            for name, code in codes.items()
        ),
    )


@pytest.fixture(scope="session")
def judged(small: SmallDataset) -> Evaluation:
    return small.evaluate()


@pytest.fixture
def suite_is(monkeypatch: pytest.MonkeyPatch) -> Suites:
    """A function that replaces Code-Vision's version and tasks."""

    def replace_suite(version: int, tasks: tuple[Task, ...]) -> None:
        datasets: Mapping[str, Callable[[], tuple[Task, ...]]] = {"rebuilt": lambda: tasks}
        suite = dataclasses.replace(CODE_VISION, version=version, datasets=datasets)
        put_suite(monkeypatch, suite)

    return replace_suite
