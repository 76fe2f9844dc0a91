"""Checks tasks of one's own, whose faults are bad input: each has a file, a line, a field and a fix.

A right answer must pass and one that knows nothing must fail, judged like any answer; pictures must open, and
every field must have an effect. Of our own data sets, a broken test is a failure of ours.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.executor import Executor
from benchmark.core.sample import Answer, Completion, Sample
from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    FunctionCheck,
    Picture,
    RubricCheck,
    StdioCheck,
    Task,
    Text,
)
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.extraction.own import extract, reference_program
from benchmark.files.stored_completions import keys_of
from benchmark.files.strict_json import read_records
from benchmark.judging.checks import task_tests
from benchmark.judging.checks.blame import program_without_knowledge
from benchmark.judging.checks.case_result import BROKEN
from benchmark.pipeline.judge.evaluate import (
    Checkpoint,
    Evaluation,
    Progress,
    broken_by_answers,
    judge_samples,
)

#: Task id → its file and line.
Places = Mapping[str, tuple[Path, int]]

_FIELDS = {FunctionCheck: "check.tests", StdioCheck: "check.cases", FigureCheck: "check.reference"}
#: Fields that only some kinds of check use, with these kinds.
_USED_BY = {
    "entry_point": ("function",),
    "starter_code": ("function", "stdio", "figure", "rubric"),
    "limits": ("function", "stdio", "figure"),
}
#: Names that every test can use, and the usual names of libraries that the judge binds.
_GIVEN_NAMES = {"candidate", "np", "numpy", "pd", "pandas"}


def right_answer(task: Task) -> Answer | None:
    """Return the reference of a task as an answer; None if it has none that can be judged."""
    match task.check:
        case ChoiceCheck() | RubricCheck():
            return None
        case FigureCheck(reference=program):
            return Answer(code=program, program=program)
        case _ if task.reference.strip():
            return Answer(code=task.reference, program=reference_program(task))
        case _:
            return None


def _blank(task: Task) -> Answer | None:
    return None if isinstance(task.check, RubricCheck) else extract(task, "")


def _stub(task: Task) -> Answer | None:
    if isinstance(task.check, ChoiceCheck | RubricCheck):
        return None
    program = program_without_knowledge(task)
    return Answer(code=program, program=program)


def check_references(
    tasks: Iterable[Task],
    completions: Sequence[Completion],
    places: Places,
    executor: Executor,
    progress: Progress,
) -> None:
    """Check that the reference of each answered task passes, at the cost of one more answer per task.

    Raises:
        BadInput: with each reference that does not pass, and each test that cannot judge it.
    """
    answered = {task_id for task_id, _ in keys_of(completions)}
    tasks = [task for task in tasks if task.id in answered]
    _refuse(_judged(tasks, places, {"reference": right_answer}, executor, progress))


def check_tasks(
    tasks: Iterable[Task], places: Places, executor: Executor, progress: Progress | None = None
) -> None:
    """Check all that can be wrong with tasks; a task whose test uses unknown names is not judged.

    Raises:
        BadInput: with each fault.
    """
    records = {file: dict(read_records(file)) for file in {file for file, _ in places.values()}}
    found, sound = [], []
    for task in tasks:
        file, line = places[task.id]
        unknown = [*_unknown_names(task, places)]
        sound += [] if unknown else [task]
        found += [*unknown, *_unused_fields(records[file][line], file, line), *_lost_pictures(task, places)]
    answers = {"reference": right_answer, "blank": _blank, "stub": _stub}
    found += _judged(sound, places, answers, executor, progress)
    _refuse(found)


def check_tests(evaluation: Evaluation, places: Places, checkpoint: Checkpoint | None) -> None:
    """Check that no answer has shown that a test is broken; if one has, remove the checkpoint.

    No run with the corrected tasks could continue with it.

    Raises:
        BadInput: with each broken test.
    """
    tasks = {task.id: task for task in evaluation.tasks}
    found = {
        outcome.task_id: next(_unknown_names(tasks[outcome.task_id], places), fault)
        for outcome in evaluation.outcomes
        if (fault := _broken(tasks[outcome.task_id], outcome, places)) is not None
    }
    for task_id, problem, fix in broken_by_answers(evaluation):
        found[task_id] = _fault(tasks[task_id], places, _field(tasks[task_id]), problem, fix)
    if found and checkpoint is not None:
        checkpoint.remove()
    _refuse(found.values())


def _refuse(found: Iterable[BadInput]) -> None:
    def order(fault: BadInput) -> tuple[str, int]:
        return fault.file, int(fault.place.partition(":")[0].removeprefix("line "))

    if faults := sorted(found, key=order):
        raise ManyBadInputs(faults)


def _fault(task: Task, places: Places, field: str, problem: str, fix: str) -> BadInput:
    file, line = places[task.id]
    return BadInput(file, f"line {line}: {field}", problem, fix)


def _field(task: Task) -> str:
    return _FIELDS.get(type(task.check), "check")


def _broken(task: Task, outcome: Outcome, places: Places) -> BadInput | None:
    if not isinstance(outcome, MissingSample) or not outcome.reason.startswith(BROKEN):
        return None
    problem = f"cannot judge any answer to {quote_value(task.id)}: {outcome.reason.removeprefix(BROKEN)}"
    fix = "correct it, or the reference" if task.reference else "correct it"
    return _fault(task, places, _field(task), problem, fix)


def _judged(
    tasks: Iterable[Task],
    places: Places,
    answers: Mapping[str, Callable[[Task], Answer | None]],
    executor: Executor,
    progress: Progress | None,
) -> list[BadInput]:
    """Judge answers to each task by name; return at most one fault per task."""
    names = [*answers]
    samples = [
        Sample(task=task, draw=draw, answer=answer)
        for task in tasks
        for draw, name in enumerate(names)
        if (answer := answers[name](task)) is not None
    ]
    outcomes = judge_samples(samples, executor=executor, progress=progress) if samples else ()
    found: dict[str, BadInput] = {}
    for sample, outcome in zip(samples, outcomes, strict=True):
        task, name = sample.task, names[sample.draw]
        fault = _broken(task, outcome, places)
        if fault is None and not isinstance(outcome, MissingSample):
            passed = outcome.status is Status.PASSED
            if name != "reference" and passed:
                does = "is empty" if name == "blank" else "does nothing"
                problem = f"an answer that {does} passes {quote_value(task.id)}"
                fault = _fault(task, places, _field(task), problem, "add a check that it must fail")
            elif name == "reference" and not passed:
                place = "check.reference" if isinstance(task.check, FigureCheck) else "reference"
                fix = "raise limits, or make it faster" if outcome.status is Status.TIMEOUT else ""
                fix = fix or f"correct the reference, or {_field(task)} if it is right"
                fault = _fault(task, places, place, f"does not pass its own check: {outcome.words}", fix)
        if fault is not None:
            found.setdefault(task.id, next(_unknown_names(task, places), fault))
    return [*found.values()]


def _unknown_names(task: Task, places: Places) -> Iterator[BadInput]:
    """Yield an entry point that nothing else names, and names in tests that nothing defines."""
    if not isinstance(task.check, FunctionCheck):
        return
    prompt = (part.text for part in task.parts if isinstance(part, Text))
    texts = "\n".join((*task.check.tests, task.starter_code, task.reference, task.description, *prompt))
    if unknown := {*re.findall(r"\w+", task.entry_point)} - {*re.findall(r"\w+", texts)}:
        problem = f"{quote_value(min(unknown))} is in no test, starter code, reference or prompt"
        yield _fault(task, places, "entry_point", problem, "write the name that a right answer defines")
        return  # that tests use another name follows from it
    known = {task.entry_name, *_GIVEN_NAMES, *re.findall(r"\w+", task.starter_code)}
    for number, test in enumerate(task.check.tests):
        source = task_tests.parse(test)
        for name in () if "*" in source.bound else sorted(source.unbound - known):
            uses = (node for node in ast.walk(source.tree) if isinstance(node, ast.Name) and node.id == name)
            line = min(node.lineno for node in uses)
            problem = f"line {line} uses {quote_value(name)}, which nothing defines"
            fix = "define or import it in the test, or write the name of the entry point"
            yield _fault(task, places, f"check.tests[{number}]", problem, fix)


def _unused_fields(record: Mapping[str, object], file: Path, line: int) -> Iterator[BadInput]:
    check = record.get("check")
    kind = check.get("kind") if isinstance(check, dict) else "function"
    for name, kinds in _USED_BY.items():
        if record.get(name) and kind not in kinds:
            problem = f"has no effect with a check of kind {kind}"
            yield BadInput(file, f"line {line}: {name}", problem, "remove it")


def _lost_pictures(task: Task, places: Places) -> Iterator[BadInput]:
    from benchmark.generation.prompts.picture import inspect_picture

    for picture in (part for part in task.parts if isinstance(part, Picture)):
        try:
            inspect_picture(picture, places[task.id][0].parent, task.id, None)
        except BadInput as error:
            problem = f"{quote_value(picture.source[:60])} {error.problem}"
            yield _fault(task, places, f"images[{picture.number - 1}]", problem, error.fix)
