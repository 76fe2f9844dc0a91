"""One sandbox for all tests of figures; each program runs in it once."""

from collections.abc import Callable

import pytest

from benchmark.core.task import FigureCheck, Limits, Task
from benchmark.core.verdict import Verdict
from benchmark.judging.judge import Judge
from benchmark.judging.scenes.values import Scene
from benchmark.sandbox.host import runtime
from tests.judged import verdict_of

SceneOf = Callable[[str], Scene]
JudgeFigure = Callable[..., Verdict]


@pytest.fixture(scope="session")
def figure_judge(judge: Judge) -> Judge:
    if not runtime.is_installed("figure"):
        pytest.skip('matplotlib is absent: pip install "sightbench[figure]"')
    return judge


@pytest.fixture(scope="session")
def scene_of(figure_judge: Judge) -> SceneOf:
    """A function that returns what the figure of a program shows."""
    known: dict[str, Scene] = {}

    def scene(program: str) -> Scene:
        if program not in known:
            drawn = figure_judge.scene(program, Limits())
            assert isinstance(drawn, Scene), program
            known[program] = drawn
        return known[program]

    return scene


@pytest.fixture(scope="session")
def judge_figure(figure_judge: Judge) -> JudgeFigure:
    """A function that judges a program: ``judge_figure(reference, answer, operation, original)``."""

    def verdict(
        reference: str, answer: str, operation: str = "generate", original: str = "", *, seconds: float = 3.0
    ) -> Verdict:
        check = FigureCheck(reference=reference, operation=operation, type="bar", original=original)  # type: ignore[arg-type]
        task = Task(id="t", check=check, limits=Limits(seconds=seconds))
        return verdict_of(figure_judge, task, answer)

    return verdict
