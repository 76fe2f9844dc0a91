"""Every gate of families of programs refuses its fault with a name and a reason; whole families pass."""

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck
from benchmark.datasets.collection import load_tasks
from benchmark.datasets.twins import expected_results, twin_groups
from benchmark.files.tasks import read_tasks
from benchmark.judging.judge import Judge
from tests.case_files import read_cases, table
from workshop.authoring.chart_families.calls import call_faults, large_faults, run_large
from workshop.authoring.chart_families.form import CHARTS, instance_faults, module_faults, seed_gates
from workshop.authoring.chart_families.gates import (
    chart_faults,
    difference_faults,
    difference_problem,
    judged_faults,
    judged_large_faults,
    problem_faults,
    text_faults,
)
from workshop.authoring.chart_families.instance import ChartTask
from workshop.authoring.family_check import check_families
from workshop.authoring.family_files import unowned_file_faults
from workshop.authoring.fresh import write_fresh
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.twin_proof import without_kind
from workshop.family_collection import FamilyCollection
from workshop.flowchart.compiler import compile_chart
from workshop.suites.code_vision import OPEN

from .conftest import broken, empty_collection

pytestmark = pytest.mark.gate

WriteFamily = Callable[..., FamilyCollection]
NAME, LARGE_NAME = "tile_rows", "parcel_belts"


@pytest.fixture
def charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WriteFamily]:
    """A data set with one family of the open set, in which the given texts are replaced."""
    with empty_collection(tmp_path, monkeypatch, "code-vision", "charts") as collection:

        def write(name: str, *changes: tuple[str, str]) -> FamilyCollection:
            text = OPEN.module(name).read_text(encoding="utf-8")
            for old, new in changes:
                assert old in text, old
                text = text.replace(old, new)
            collection.module(name).write_text(text, encoding="utf-8")
            return collection

        yield write


def twins(collection: FamilyCollection, name: str = NAME) -> tuple[ChartTask, ...]:
    return next(CHARTS.search(CHARTS.family(collection, name), "public-1").twins())


def stage_faults(collection: FamilyCollection, stage: str) -> Iterator[GateFault]:
    family, made = CHARTS.family(collection, NAME), twins(collection)
    match stage:
        case "text":
            for task in made:
                yield from text_faults(task)
            yield from problem_faults(made)
        case "calls":
            yield from call_faults(made[0])
        case "seeds":
            yield from seed_gates(family, made)
        case "charts":
            yield from difference_faults(made)
            yield from chart_faults(made[0], {})
        case "files":
            yield from module_faults(collection, made)
        case _:
            yield from instance_faults(made[:1], family)


@broken("chart_families", "text", "calls", "seeds", "charts", "files", "tests")
def test_a_gate_names_the_problem(case: dict[str, str], charts: WriteFamily) -> None:
    found = list(stage_faults(charts(NAME, (case["old"], case["new"])), case["stage"]))
    assert any(fault.gate == case["gate"] and case["says"] in fault.problem for fault in found), found


_LOOP = """\
def solution(tiles: int) -> int:
    rows = 0
    while tiles > 0:
        tiles -= 3
        rows += 1
    return rows
"""


@table("authoring")
def test_charts_may_differ_in_one_step(old: str, new: str, problem: str) -> None:
    first, second = (
        compile_chart(source, "solution", level="words") for source in (_LOOP, _LOOP.replace(old, new))
    )
    found = difference_problem(first, second)
    assert found == problem if not problem else problem in found


def test_charts_may_differ_in_the_answers_of_one_decision() -> None:
    chart = compile_chart(_LOOP, "solution", level="words")
    answers = {"Yes": "No", "No": "Yes"}
    swapped = replace(
        chart, edges=tuple(replace(edge, label=answers.get(edge.label, "")) for edge in chart.edges)
    )
    assert difference_problem(chart, swapped) == ""


@pytest.mark.usefixtures("fewer_tries")
@broken("chart_families", "made", "read")
def test_a_module_that_makes_no_tasks_is_refused_with_the_reason(
    case: dict[str, str], charts: WriteFamily
) -> None:
    collection = charts(NAME, (case["old"], case["new"]))
    with pytest.raises(BadInput) as raised:
        twins(collection)
    assert case["says"] in raised.value.render()


@pytest.mark.parametrize("stage", ["text", "calls", "seeds", "charts", "files", "tests"])
def test_a_whole_family_has_no_fault(stage: str) -> None:
    assert list(stage_faults(OPEN, stage)) == []


def test_a_family_is_built_and_loaded_with_its_charts(charts: WriteFamily, judge: Judge) -> None:
    collection = charts(NAME)
    written = CHARTS.write(collection, CHARTS.family(collection, NAME), judge)
    pictures = [path for path in written if path.suffix == ".png"]
    others = [path.name for path in written if path not in pictures]
    assert others == [f"{NAME}.jsonl", f"{NAME}.jsonl.gz", f"{NAME}.json"]
    assert len(pictures) == 2
    (checked,) = check_families(collection, [NAME], judge=judge)
    assert checked.faults == ()
    first, second = load_tasks(collection)
    assert first.starter_code == second.starter_code
    assert first.parts[0] != second.parts[0]
    assert first.chart.startswith("flowchart TD")
    assert first.kinds == ("typical", "edge")
    changed = (
        collection.module(NAME).read_text("utf-8").replace("draws.integer(2, 9)", "draws.integer(10, 19)")
    )
    collection.module(NAME).write_text(changed, encoding="utf-8")
    del sys.modules[f"{collection.families}.families.{NAME}"]
    (checked,) = check_families(collection, [NAME], judge=judge)
    assert "is not what the code makes" in " ".join(map(str, checked.faults))


def test_the_twin_of_a_task_fails_and_slow_programs_and_charts_pass_its_small_tests(judge: Judge) -> None:
    made = next(CHARTS.search(CHARTS.family(OPEN, LARGE_NAME), "public-1").twins())
    assert list(judged_faults(made, judge)) == []
    (fault, *_) = judged_faults((made[0], replace(made[0], number=9)), judge)
    assert str(fault) == "parcel-belts-1: twins: the reference of parcel-belts-9 passes its tests"


@pytest.mark.gate
def test_a_slow_program_that_is_fast_is_a_fault(charts: WriteFamily, judge: Judge) -> None:
    short = ("190_000 + 2_000 * number", "200 + number")
    made = twins(charts(LARGE_NAME, short), LARGE_NAME)
    faults = [str(fault) for fault in judged_large_faults(made, judge)]
    assert len(faults) == 1
    assert re.search(r"slow: does not run for 9 s with large\([0-4]\): passes", faults[0])


@pytest.mark.parametrize(("old", "new", "says"), read_cases("charts/large_calls.yaml"))
def test_large_calls_are_checked(old: str, new: str, says: str, charts: WriteFamily) -> None:
    made = twins(charts(LARGE_NAME, (old, new)), LARGE_NAME)
    assert any(says in fault.problem for fault in large_faults(made))


def test_a_right_program_that_is_too_slow_is_a_fault(
    charts: WriteFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.authoring.chart_families.calls.MAX_SECONDS", 1e-9)
    made = twins(charts(LARGE_NAME, ("190_000 + 2_000 * number", "2_000 + number")), LARGE_NAME)
    run_large.cache_clear()
    problems = [fault.problem for fault in large_faults(made)]
    assert len(problems) == 10
    assert problems[0].startswith("large(0) takes 0.00 s, more than")


def test_twins_share_large_calls_and_are_told_apart_without_them() -> None:
    tasks = [task for task in load_tasks(OPEN) if task.stem == "parcel-belts"]
    (group,) = twin_groups(tasks)
    (pair,) = group.pairs
    assert pair.same_calls
    assert pair.shared == len(expected_results(tasks[0])) == 95 + 5
    small = without_kind(tasks[0], "large")
    assert isinstance(small.check, FunctionCheck)
    assert small.check.kinds == ("typical", "edge")
    assert without_kind(small, "large") is small
    assert group.ceiling == 1


@pytest.mark.gate
def test_a_fresh_set_has_pictures_and_another_instance(charts: WriteFamily, tmp_path: Path) -> None:
    seed, folder = "0123456789abcdef" * 2, tmp_path / "fresh"
    made = write_fresh(charts(NAME), [NAME], seed, folder)
    tasks = read_tasks(folder / "tasks.jsonl")
    assert made.tasks == len(tasks) == 2
    public = {task.reference for task in twins(OPEN)}
    assert not public & {task.reference for task in tasks}
    pictures = sorted(path.name for path in (folder / "pictures").iterdir())
    assert len(pictures) == 2
    assert seed not in (folder / "tasks.jsonl").read_text(encoding="utf-8")


@pytest.mark.gate
def test_pinned_results_of_large_calls_are_compared_when_they_are_measured_again(
    charts: WriteFamily, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.authoring.chart_families.gates.SLOW_FACTOR", 0.01)
    collection = charts(LARGE_NAME, ("190_000 + 2_000 * number", "3_000 + number"))
    family = CHARTS.family(collection, LARGE_NAME)
    CHARTS.write(collection, family, judge)
    assert CHARTS.write(collection, family, judge) == []
    made = CHARTS.make(collection, family, None)
    assert list(CHARTS.measured_faults(collection, made, judge)) == []
    for path in (collection.folder / "pins", collection.folder / "tasks"):
        (file,) = path.iterdir()
        result = run_large(made[0].reference, made[0].large).results[0]
        file.write_text(file.read_text("utf-8").replace(result, "1234567"), encoding="utf-8")
    assert list(CHARTS.file_faults(collection, made)) == []
    problems = [fault.problem for fault in CHARTS.measured_faults(collection, made, judge)]
    assert problems[-1] == "the large calls have other results than the pins say"


def test_a_kept_layout_of_no_family_is_a_fault(charts: WriteFamily) -> None:
    collection = charts(NAME)
    (collection.folder / "layouts").mkdir()
    (collection.folder / "layouts" / "gone.jsonl.gz").touch()
    assert [str(fault) for fault in unowned_file_faults(collection)] == [
        "gone: pinned: layouts/gone.jsonl.gz belongs to no family; delete it"
    ]


def test_a_family_may_begin_with_a_later_instance(charts: WriteFamily) -> None:
    made = twins(charts(NAME, ("VERSION = ", "START = 3\nVERSION = ")))
    assert made[0].index >= 3


def test_the_seed_decides_the_order_of_the_variants() -> None:
    family = CHARTS.family(OPEN, NAME)
    orders = {
        tuple(task.variant for task in next(CHARTS.search(family, f"seed-{number}").twins()))
        for number in range(8)
    }
    assert orders == {("every", "unless"), ("unless", "every")}
