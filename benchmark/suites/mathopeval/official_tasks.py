"""Turns a sample of the official data into tasks of both formats."""

from collections.abc import Iterator, Mapping
from typing import get_args

from benchmark.core.task import (
    ChoiceCheck,
    FigureCheck,
    Operation,
    RubricCheck,
    Task,
    is_tikz,
    rubric_of_figure,
)
from benchmark.files.pictures import split_prompt
from benchmark.suites.mathopeval.names import STATES, SUITE_ID, StateName
from benchmark.suites.mathopeval.official_record import OfficialQuestion, OfficialSample
from benchmark.suites.mathopeval.question_text import FREE_PICTURES, free_prompt, options_prompt
from benchmark.suites.mathopeval.shot_line import LETTERS, OPERATION_NAMES

CHOICE, FREE, LATEX = "official-choice", "official-free", "official-latex"
STATE_NAMES: tuple[StateName, ...] = get_args(StateName)
#: State → path of its picture in the folder of the data set.
PicturePaths = Mapping[StateName, str]
_DIGITS = 12  #: digits of the digest in the name of a picture


def picture_path(sample: OfficialSample, state: StateName, pixels: str) -> str:
    """Return the path of a state's picture; its digest is in the name, so that digests of tasks cover it."""
    return f"pictures/{sample.id}-{state}-{pixels[:_DIGITS]}.png"


def question_prompt(question: OfficialQuestion, first: int = 0) -> str:
    """Return the question as it is shown.

    Args:
        question: the question.
        first: number of the option, from 0, that gets the letter A; those after it follow, in a circle.
    """
    options = [*question.options[first:], *question.options[:first]]
    return options_prompt(len(question.pictures), question.text, options, code=question.asks == "code")


def numbered_questions(sample: OfficialSample) -> dict[str, OfficialQuestion]:
    """Return the questions by the id of their task: they are numbered for each operation, from 1."""
    seen: dict[Operation, int] = {}
    found = {}
    for question in sample.questions:
        seen[question.operation] = seen.get(question.operation, 0) + 1
        found[f"{sample.id}-{question.operation}-{seen[question.operation]}"] = question
    return found


def task_ids(sample: OfficialSample) -> Iterator[str]:
    """Yield the ids of the tasks of both formats."""
    yield from (f"{sample.id}-{operation}" for operation in STATES)
    yield from numbered_questions(sample)


def choice_tasks(sample: OfficialSample, pictures: PicturePaths) -> list[Task]:
    """Return a task for each question, with the options in their order."""
    return [
        Task(
            id=name,
            suite=SUITE_ID,
            dataset=CHOICE,
            subset=OPERATION_NAMES[question.operation],
            stem=sample.id,
            categories=(
                *_categories(sample),
                *([f"asks:{question.asks}"] if question.asks != "code" else []),
            ),
            parts=split_prompt(question_prompt(question), [pictures[state] for state in question.pictures]),
            check=ChoiceCheck(answer=question.answer, options=len(LETTERS)),
        )
        for name, question in numbered_questions(sample).items()
    ]


def free_tasks(sample: OfficialSample, pictures: PicturePaths) -> list[Task]:
    """Return the four tasks in free form; a language model judges those in LaTeX that cannot be read."""
    # Imported when it is needed: commands that only list data sets do not wait for the reader of figures.
    from benchmark.judging.checks.case_result import CaseResult
    from benchmark.judging.checks.figure import read_tikz

    codes = {sample.states.of(state).code for state in STATES.values()}
    # All four tasks of a sample or none: an edit is compared with its original, which must be read, too.
    read = not any(is_tikz(code) and isinstance(read_tikz(code, None), CaseResult) for code in codes)
    return [_free_task(sample, pictures, operation, state, read=read) for operation, state in STATES.items()]


def _free_task(
    sample: OfficialSample, pictures: PicturePaths, operation: Operation, state: StateName, *, read: bool
) -> Task:
    original, reference = sample.states.original.code, sample.states.of(state).code
    before = "" if operation == "generate" else original
    images = [pictures[shown] for shown in FREE_PICTURES[operation]]
    return Task(
        id=f"{sample.id}-{operation}",
        suite=SUITE_ID,
        dataset=FREE if read else LATEX,
        subset=OPERATION_NAMES[operation],
        stem=sample.id,
        categories=(
            *_categories(sample),
            *([f"asks:{sample.annotates}"] if sample.annotates and operation == "annotate" else []),
        ),
        parts=split_prompt(free_prompt(operation, original, sample.instructions.of(operation)), images),
        reference=reference,
        check=FigureCheck(reference=reference, original=before, operation=operation, type=sample.type)
        if read
        else RubricCheck(
            rubric=rubric_of_figure(operation, sample.type), reference=reference, original=before
        ),
    )


def _categories(sample: OfficialSample) -> tuple[str, ...]:
    """Return the type, and the domain if it is known."""
    return (sample.type, f"domain:{sample.domain}") if sample.domain else (sample.type,)
