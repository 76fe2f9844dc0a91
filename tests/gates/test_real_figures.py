"""Published figures: references pass in the sandbox, and who sees no picture passes no more than stated."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmark.core.draws import Draws
from benchmark.core.task import FigureCheck, Task
from benchmark.datasets.store import VARIABLE
from benchmark.files.tasks import read_tasks
from benchmark.pipeline.judge.judge_process import JudgeProcess
from tests.gates.test_blind_drawings import EDITS, READ, blind_program, most, passes
from tests.sampling import gate_of
from tests.suites.mathopeval.real_sources import clone, logic_forms, shared_charts, shared_figures

pytestmark = gate_of("figures")

COUNT = 8  #: figures of each source
DRAWN = ("defaults of the type", "equal values")  #: ways for tasks that show no program


@pytest.fixture(scope="module")
def judge() -> Iterator[JudgeProcess]:
    with JudgeProcess() as judge:
        yield judge


@pytest.fixture(params=["geometry3k", "chartmimic"])
def tasks(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    shared_data: Path,
    monkeypatch: pytest.MonkeyPatch,
    in_process,
) -> list[Task]:
    """Tasks of a seeded sample of a source."""
    source = request.param
    monkeypatch.setenv(VARIABLE, str(tmp_path / "datasets"))
    draws = Draws("sample of real figures", source)
    if source == "geometry3k":
        figures = shared_figures(shared_data)
        chosen = {name: figures[name] for name in draws.sample([*figures], COUNT)}
        path = logic_forms(tmp_path / "logic_forms.zip", chosen)
    else:
        path = clone(tmp_path / "clone", draws.sample(shared_charts(shared_data), COUNT))
    in_process("dataset", "fetch", "mathopeval", "--version", source, "--from", path, code=0)
    (stored,) = (tmp_path / "datasets").rglob("tasks.jsonl")
    return [*read_tasks(stored)]


def test_references_pass_and_blind_ways_stay_within_the_share(judge, tasks) -> None:
    assert {task.subset for task in tasks} == {"generation", "deletion", "modification", "annotation"}
    assert [task.id for task in tasks if not passes(judge, task, task.reference)] == []
    passed: Counter[tuple[str, str]] = Counter()
    shares: dict[str, list[float]] = {}
    for task in tasks:
        assert isinstance(task.check, FigureCheck)
        # An annotation needs no picture, as its text has everything; that is what its share says.
        if task.check.operation == "annotate":
            assert task.check.guess == 1
            continue
        shares.setdefault(task.check.operation, []).append(max(READ, task.check.guess or 0))
        for way in DRAWN if task.check.operation == "generate" else EDITS:
            passed[way, task.check.operation] += passes(judge, task, blind_program(way, task))
    for (way, operation), count in passed.items():
        of = shares[operation]
        assert count <= most(len(of), sum(of) / len(of)), f"{way}: {count} of {len(of)}, {operation}"
