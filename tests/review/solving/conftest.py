"""Three tasks of two families with a picture each, a person's file, and a judge with a real sandbox."""

import base64
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmark.authoring.attempts import read_attempts
from benchmark.core.executor import JudgesSamples
from benchmark.core.task import FunctionCheck, Limits, Picture, Task
from benchmark.pipeline.judge.judge_process import JudgeProcess
from benchmark.review.solving.judging import SharedJudge
from benchmark.review.solving.session import Sitting

PNG = base64.b64encode(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
).decode()
STARTER = 'def solution(n: int) -> int:\n    """See the picture."""\n'
RIGHT = "def solution(n):\n    return 2 * n\n"


def task(name: str, version: int = 1, level: str = "core") -> Task:
    return Task(
        id=name,
        stem=name.rpartition("-")[0],
        version=version,
        level=level,
        parts=(Picture(number=1, source=f"data:image/png;base64,{PNG}"),),
        starter_code=STARTER,
        entry_point="solution",
        reference="def solution(n):\n    return n + n  # SECRET\n",
        description="SECRET",
        check=FunctionCheck(tests=("assert solution(2) == 4  # SECRET",)),
        limits=Limits(seconds=0.5),
    )


TASKS = (task("odd-socks-1"), task("odd-socks-2", level="hard"), task("tide-table-1", version=2))


class Clock:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="session")
def judge() -> Iterator[SharedJudge]:
    with JudgeProcess() as process, SharedJudge(process) as judge:
        yield judge


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "people" / "ab.yaml"


@pytest.fixture
def sit(judge: SharedJudge, clock: Clock, path: Path) -> Callable[..., Sitting]:
    """``sit()`` begins a sitting, or goes on with the person's file."""

    def begin(
        tasks: tuple[Task, ...] = TASKS, number: int | None = None, by: JudgesSamples = judge
    ) -> Sitting:
        return Sitting(
            path=path,
            attempts=read_attempts(path, "humaneval-v", "open"),
            tasks=tasks,
            chosen=tasks,
            number=number,
            judge=by,
            clock=clock,
            today=lambda: "2026-01-31",
        )

    return begin
