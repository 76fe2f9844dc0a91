"""The form of families whose tasks show a flowchart, as those of Code-Vision."""

import html
from collections.abc import Iterator, Sequence

from benchmark.core.canary import CANARY
from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from workshop.authoring import family_files
from workshop.authoring.chart_families.calls import call_faults, large_faults, same_results
from workshop.authoring.chart_families.dataset import (
    ChartPins,
    chart_files,
    fresh_files,
    kept_layouts,
    large_results,
    layout_of,
    pinned_results,
)
from workshop.authoring.chart_families.family import ChartFamily, read_chart_family
from workshop.authoring.chart_families.gates import (
    chart_faults,
    difference_faults,
    judged_faults,
    judged_large_faults,
    problem_faults,
    seed_faults,
    text_faults,
)
from workshop.authoring.chart_families.instance import ChartTask, make_instance, programs
from workshop.authoring.gates import tests
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.maker import Form
from workshop.family_collection import FamilyCollection
from workshop.flowchart.kept import page_svgs

#: A second seed that every family must have an instance of, as a fresh set will draw one.
OTHER_SEED = "another-1"
_PATIENCE = 4.0  # of a second measurement, which may be made on a slower machine
_SEEDED_PROGRAMS = 8  # instances of it, at least two of which must have different programs


def instance_faults(made: Sequence[ChartTask], family: ChartFamily) -> Iterator[GateFault]:
    """Yield the faults in the typical and edge calls of tasks, which another instance may not have."""
    for task in made:
        yield from call_faults(task)
        yield from tests.coverage_faults(task)
        yield from tests.mutant_faults(task, family.equivalent)
        yield from tests.guess_faults(task)


def _is_good(family: ChartFamily, made: Sequence[ChartTask]) -> bool:
    return next(instance_faults(made, family), None) is None and not same_results(made)


def module_faults(collection: FamilyCollection, made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield the faults in the texts of a family's module."""
    name = made[0].family
    if CANARY not in collection.module(name).read_text(encoding="utf-8"):
        yield GateFault(name, "canary", f"{name}.py lacks the canary: {CANARY}")
    yield from problem_faults(made)
    for task in made:
        yield from text_faults(task)


def _faults(
    collection: FamilyCollection, family: ChartFamily, made: Sequence[ChartTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    """Yield the faults of a family and its tasks; of large calls, those without a pinned result."""
    yield from module_faults(collection, made)
    yield from seed_gates(family, made)
    yield from difference_faults(made)
    kept = kept_layouts(collection, family.name)
    for task in made:
        yield from chart_faults(task, kept)
    yield from instance_faults(made, family)
    if pinned_results(collection, made) is None:
        yield from large_faults(made)
    yield from judged_faults(made, judge)


def _measured_faults(
    collection: FamilyCollection, made: Sequence[ChartTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    """Yield the faults of the large calls, all of which are made again."""
    pinned = pinned_results(collection, made)
    yield from large_faults(made, patience=1.0 if pinned is None else _PATIENCE)
    yield from judged_large_faults(made, judge)
    for task in made:
        if pinned is not None and pinned[task.task_id] != large_results(task):
            problem = "the large calls have other results than the pins say"
            yield GateFault(task.task_id, "pinned", problem)


def _unmeasured(collection: FamilyCollection, made: Sequence[ChartTask]) -> str:
    if pinned_results(collection, made) is not None:
        return ""
    command = family_files.build_command(collection, made[0].family)
    return f"its programs are not built, or its large calls not measured; run `{command}`"


def _drawings(task: ChartTask) -> list[tuple[str, str, str]]:
    return [
        (f"{task.task_id}-{number}", f"{task.task_id}: {task.variant}", svg)
        for number, svg in enumerate(page_svgs(task.mermaid, layout_of(task, {}).layout), start=1)
    ]


def _html(made: Sequence[ChartTask]) -> Iterator[str]:
    yield f"<h2>{html.escape(made[0].family)}</h2><pre>{html.escape(made[0].text)}</pre>"
    for task in made:
        parts = (task.reference, task.slow, task.large, task.tests)
        texts = "".join(f"<pre>{html.escape(part)}</pre>" for part in parts)
        images = "".join(f"<img src='{name}.png' alt=''>" for name, _, _ in _drawings(task))
        yield f"<h3>{task.task_id}: {html.escape(task.variant)}</h3>"
        yield f"<p>{html.escape(task.problem)}</p>{images}"
        yield f"<details><summary>programs, large calls, tests</summary>{texts}</details>"


def seed_gates(family: ChartFamily, made: Sequence[ChartTask]) -> Iterator[GateFault]:
    """Yield a fault if another seed makes no tasks, or the same ones."""
    yield from seed_faults(family)
    try:
        others = next(CHARTS.search(family, OTHER_SEED).twins())
    except BadInput as error:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes no tasks: {error.problem}")
        return
    if (
        not family.dial
        and len({programs(family, OTHER_SEED, index) for index in range(_SEEDED_PROGRAMS)}) == 1
    ):
        yield GateFault(family.name, "seeds", "all seeds make the same programs")
    if others[0].typical == made[0].typical:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same typical calls")


CHARTS = Form(
    read=read_chart_family,
    instance=make_instance,
    is_good=_is_good,
    most=3,
    parts="sample, typical, edge",
    fix="let `sample` choose other inputs",
    pins=ChartPins,
    files=chart_files,
    set_files=fresh_files,
    faults=_faults,
    measured_faults=_measured_faults,
    unmeasured=_unmeasured,
    digests=lambda task: (
        {"draws a different picture": digest_lines([page.svg() for page in task.pages])}
        if task.marked
        else {}
    ),
    drawings=_drawings,
    html=_html,
)
