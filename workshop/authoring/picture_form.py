"""The form of families whose tasks show a drawn picture, as those of HumanEval-V."""

import ast
import html
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from benchmark.core.digest import digest_lines
from benchmark.core.draws import Draws
from benchmark.core.executor import JudgesSamples
from benchmark.core.python_source import count_statements
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import Task
from benchmark.datasets.collection import read_program_count
from benchmark.datasets.twins import twin_groups
from benchmark.suites.humaneval_v.labels import MAX_HARD_EXAMPLES, MIN_HARD_STATEMENTS
from workshop.authoring import family_files
from workshop.authoring.dataset_files import has_same_content, picture_files, pictures_and_tasks
from workshop.authoring.family import TASKS_PER_FAMILY, Call, Family
from workshop.authoring.family_module import family_named, read_family
from workshop.authoring.gates import pictures, tests, words
from workshop.authoring.gates.fault import GateFault
from workshop.authoring.instance import MIN_TRUTH_CALLS, FamilyTask, instance
from workshop.authoring.maker import Form
from workshop.authoring.programs import program_faults, program_file
from workshop.authoring.twin_proof import cross_judge
from workshop.drawing.render import picture_digest
from workshop.family_collection import FamilyCollection
from workshop.pins import Pins


def level_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Yield the faults of a hard task; tasks of other levels have none."""
    if made.level == "hard":
        for problem in _hard_problems(made, family):
            yield GateFault(made.task_id, "level", problem)


def _hard_problems(made: FamilyTask, family: Family) -> Iterator[str]:
    statements = count_statements(made.reference)
    if statements < MIN_HARD_STATEMENTS:
        yield f"is hard, and its reference has {statements} statements; it needs {MIN_HARD_STATEMENTS}"
    if (shown := count_shown(made.examples)) > MAX_HARD_EXAMPLES:
        yield f"is hard, and has {shown} worked examples; {MAX_HARD_EXAMPLES} are allowed"
    if result_type(family) == "bool" and len(made.calls) < MIN_TRUTH_CALLS:
        yield f"is hard and returns a bool, and has {len(made.calls)} calls; it needs {MIN_TRUTH_CALLS}"


def count_shown(examples: Sequence[Call]) -> int:
    """Return the number of worked examples that a picture shows; the steps of one film count as one.

    A step of a film has the arguments of a later step, or their lists cut off at the end.
    """
    return sum(
        not any(_continues(other, call) for other in examples[place + 1 :])
        for place, call in enumerate(examples)
    )


def _continues(longer: Call, shorter: Call) -> bool:
    return longer != shorter and all(
        whole == part or (isinstance(whole, list) and isinstance(part, list) and whole[: len(part)] == part)
        for whole, part in zip(longer, shorter, strict=True)
    )


def result_type(family: Family) -> str:
    """Return the type that the signature of a family names for the result, such as ``list[int]``."""
    (function,) = (node for node in ast.parse(family.text).body if isinstance(node, ast.FunctionDef))
    return "" if function.returns is None else ast.unparse(function.returns)


#: What is counted → the minimum number of hard families. This is the only place that states them.
MINIMUMS: Mapping[str, int] = {
    "hard families": 20,
    "of type Validation that return a bool": 6,
    "that return floats or tuples": 3,
    "that return lists of lists": 3,
}


def hard_counts(families: Iterable[Family]) -> dict[str, int]:
    """Count the hard families, by the same names as :data:`MINIMUMS`."""
    hard = [family for family in families if family.level == "hard"]
    types = [(family.task_type, result_type(family)) for family in hard]
    return dict(
        zip(
            MINIMUMS,
            (
                len(hard),
                sum((kind, result) == ("Validation", "bool") for kind, result in types),
                sum("float" in result or "tuple" in result for _, result in types),
                sum("list[list[" in result for _, result in types),
            ),
            strict=True,
        )
    )


def hard_lines(families: Iterable[Family]) -> list[str]:
    """Return a line per count, with the minimum; empty if no family is hard."""
    counts = hard_counts(families)
    return (
        [f"{name}: {counts[name]} of {least}" for name, least in MINIMUMS.items()]
        if any(counts.values())
        else []
    )


def fresh_mutations(family: Family, seed: str) -> list[str]:
    """Return the mutations that a fresh set has of a family: any three in random order, or one per level."""
    draws = Draws(family.name, family.version, seed, "mutations")
    if family.dial:
        return [draws.choice(names) for names in _by_level(family)]
    return draws.sample(family.mutations, TASKS_PER_FAMILY)


def _by_level(family: Family) -> list[list[str]]:
    """Return the mutations of each level of a dial, from 1 to 5."""
    return [[name for name in family.mutations if family.dial[name] == level] for level in DIAL_LEVELS]


def _chosen(family: Family, made: Sequence[FamilyTask], seed: str | None) -> tuple[FamilyTask, ...]:
    """Return the tasks of the first three mutations, or the first of each level, or those of a fresh set."""
    first = [names[0] for names in _by_level(family)] if family.dial else family.mutations[:TASKS_PER_FAMILY]
    names = first if seed is None else fresh_mutations(family, seed)
    tasks = {task.mutation: task for task in made}
    return tuple(
        replace(tasks[name], number=family.renumbered.get(name, number))
        for number, name in enumerate(names, 1)
    )


def task_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Yield the faults that can be seen in one task alone, without its twins."""
    yield from words.word_faults(made)
    yield from level_faults(made, family)
    yield from tests.coverage_faults(made)
    yield from tests.mutant_faults(made, family.equivalent)
    yield from tests.guess_faults(made)
    yield from pictures.picture_faults(made)


def _faults(
    collection: FamilyCollection, family: Family, made: Sequence[FamilyTask], judge: JudgesSamples
) -> Iterator[GateFault]:
    for task in made:
        yield from task_faults(task, family)
    _, shown = pictures_and_tasks(made, collection.suite, collection.dataset, collection.folder)
    yield from twin_faults(family, shown, judge)
    yield from family_files.text_faults(collection, family.name, family.mutations)


def twin_faults(family: Family, tasks: Sequence[Task], judge: JudgesSamples) -> Iterator[GateFault]:
    """Check with the judge that each reference passes its own tests and fails those of every twin."""
    for group in twin_groups(tasks):
        for name in group.without_twin:
            yield GateFault(name, "twins", "has no twin: no task expects another result for the same call")
        for pair in group.pairs:
            if not pair.same_calls:
                yield GateFault(family.name, "twins", f"{pair.first} and {pair.second} make different calls")
    for judgement in cross_judge(tasks, judge):
        if judgement.is_expected:
            continue
        if judgement.passed:
            problem = f"the reference of {judgement.reference_of} passes its tests"
            yield GateFault(judgement.task, "twins", problem)
        else:
            problem = f"does not pass its own tests: {judgement.detail}"
            yield GateFault(judgement.task, "reference", problem)


def _measured_faults(
    collection: FamilyCollection, made: Sequence[FamilyTask], _judge: JudgesSamples
) -> Iterator[GateFault]:
    """Count the programs again, and yield a fault if the built count is another one."""
    family = family_named(collection, made[0].family)
    for path, data in program_file(collection, family, anew=True).items():
        if not has_same_content(path, data):
            problem = f"a new count differs from {path.relative_to(collection.folder)}"
            fix = f"delete that file and run `{family_files.build_command(collection, family.name)}`"
            yield GateFault(family.name, "programs", f"{problem}; {fix}")


def _note(collection: FamilyCollection, name: str) -> str:
    count = read_program_count(collection, name)
    return "" if count is None else f"{count.programs} programs"


def _html(made: Sequence[FamilyTask]) -> Iterator[str]:
    yield f"<h2>{html.escape(made[0].family)}</h2><pre>{html.escape(made[0].text)}</pre>"
    for task in made:
        parts = (task.description, task.reference, task.tests)
        texts = "".join(f"<pre>{html.escape(part)}</pre>" for part in parts)
        yield f"<h3>{task.task_id}: {html.escape(task.mutation)}</h3><img src='{task.task_id}.png' alt=''>"
        yield f"<details><summary>description, reference, tests</summary>{texts}</details>"


PICTURES = Form(
    read=read_family,
    instance=lambda family, seed, index: tuple(instance(family, seed, index).values()),
    chosen=_chosen,
    is_good=lambda family, made: not any(True for task in made for _ in task_faults(task, family)),
    most=6,
    parts="sample, calls, examples",
    fix="let `sample` choose among more values",
    pins=Pins,
    files=picture_files,
    set_files=pictures_and_tasks,
    faults=_faults,
    measured_faults=_measured_faults,
    own_file_faults=program_faults,
    digests=lambda task: {
        "draws a different picture": digest_lines([task.svg_digest, picture_digest(task.svg)])
    },
    note=_note,
    set_report=lambda collection: (
        hard_lines(family_named(collection, name) for name in collection.names()),
        [],
    ),
    drawings=lambda task: [(task.task_id, f"{task.task_id}: {task.mutation}", task.svg)],
    html=_html,
)
