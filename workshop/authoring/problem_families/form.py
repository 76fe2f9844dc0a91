"""The form of families whose tasks are contest problems, as those of MMCode."""

import html
from collections.abc import Iterator, Sequence

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput
from benchmark.core.executor import JudgesSamples
from benchmark.files.pictures import MARK
from workshop.authoring import family_files
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.maker import Form
from workshop.authoring.problem_families.dataset import (
    ProblemPins,
    content_digest,
    pictures_and_tasks,
    problem_files,
    set_counts,
    set_faults,
    set_lines,
)
from workshop.authoring.problem_families.family import ProblemFamily, read_problem_family
from workshop.authoring.problem_families.gates import instance_faults, judged_faults
from workshop.authoring.problem_families.instance import ProblemTask, make_instance
from workshop.drawing.render import picture_digest
from workshop.family_collection import FamilyCollection

#: A second seed that every family must have an instance of, as a fresh set will draw one.
OTHER_SEED = "another-1"


def _faults(
    collection: FamilyCollection, family: ProblemFamily, made: Sequence[ProblemTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    yield from family_files.text_faults(collection, family.name, family.variants)
    yield from instance_faults(made, family)
    yield from seed_faults(family, made)
    yield from judged_faults(made, judge)


def _is_good(family: ProblemFamily, made: Sequence[ProblemTask]) -> bool:
    return next(instance_faults(made, family), None) is None


def seed_faults(family: ProblemFamily, made: Sequence[ProblemTask]) -> Iterator[GateFault]:
    """Yield a fault if another seed makes no tasks, faulty ones, or the same pictures or inputs."""
    faultless = False

    def is_good(made: tuple[ProblemTask, ...]) -> bool:
        nonlocal faultless
        faultless = _is_good(family, made)
        return faultless

    try:
        others = PROBLEMS.search(family, OTHER_SEED).first_good(is_good, PROBLEMS.most)
    except BadInput as error:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes no tasks: {error.problem}")
        return
    if {task.svgs for task in others} == {task.svgs for task in made}:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same pictures")
    inputs, others_inputs = ([case.input for case in task.hidden["typical"]] for task in (made[0], others[0]))
    if inputs == others_inputs:
        yield GateFault(family.name, "seeds", f"the seed {OTHER_SEED} makes the same typical inputs")
    for fault in () if faultless else instance_faults(others, family):
        yield GateFault(family.name, "seeds", f"with the seed {OTHER_SEED}: {fault}")


def _digests(task: ProblemTask) -> dict[str, str]:
    pictures = [list(task.svgs), [picture_digest(svg) for svg in task.svgs]]
    return {
        "makes another text, input or program": content_digest(task),
        "makes another picture": digest_lines(pictures),
    }


def _drawings(task: ProblemTask) -> list[tuple[str, str, str]]:
    return [
        (f"{task.task_id}-{number}", f"{task.task_id}: {task.variant}, picture {number}", svg)
        for number, svg in enumerate(task.svgs, start=1)
    ]


def _set_report(collection: FamilyCollection) -> tuple[list[str], list[GateFault]]:
    counts = set_counts(collection)
    return set_lines(counts), list(set_faults(counts))


def _task_html(task: ProblemTask) -> Iterator[str]:
    categories = ", ".join(task.categories)
    yield f"<h2>{task.task_id}: {html.escape(task.variant)} ({task.level}; {categories})</h2>"
    for place, piece in enumerate(MARK.split(task.text)):
        shown = f"<img src='{task.task_id}-{piece}.png' alt=''>" if place % 2 else ""
        yield shown or f"<pre>{html.escape(piece.strip())}</pre>"
    cases = "\n".join(f"{case.input}→\n{case.output}" for case in task.cases)
    wrong = "\n\n".join(f"# {name}\n{source.strip()}" for name, source in task.wrong.items())
    texts = "".join(
        f"<pre>{html.escape(part)}</pre>" for part in (task.description, task.reference, wrong, cases)
    )
    summary = "descriptions, reference, wrong programs, hidden inputs"
    yield f"<details><summary>{summary}</summary>{texts}</details>"


PROBLEMS = Form(
    read=read_problem_family,
    instance=make_instance,
    is_good=_is_good,
    most=4,
    parts="sample, typical, edge, large",
    fix="let `sample` choose other values, or the inputs test more of what the pictures say",
    pins=ProblemPins,
    files=problem_files,
    set_files=pictures_and_tasks,
    faults=_faults,
    digests=_digests,
    set_report=_set_report,
    drawings=_drawings,
    html=lambda made: (element for task in made for element in _task_html(task)),
)
