"""Turns a sample of the official data into tasks of both formats."""

from typing import get_args

from benchmark.authoring.figures.question_text import options_prompt
from benchmark.authoring.figures.sample import STATES, StateName
from benchmark.authoring.figures.shot_line import LETTERS, OPERATION_NAMES
from benchmark.authoring.figures.task_files import FREE_PICTURES, free_prompt
from benchmark.core.task import ChoiceCheck, FigureCheck, Operation, Task
from benchmark.files.pictures import split_prompt
from benchmark.suites.mathopeval.names import SUITE_ID
from benchmark.suites.mathopeval.official_record import OfficialQuestion, OfficialSample

CHOICE, FREE = "official-choice", "official-free"
STATE_NAMES: tuple[StateName, ...] = get_args(StateName)


def picture_path(sample: OfficialSample, state: StateName) -> str:
    """Return the path of a state's picture in the folder of the data set."""
    return f"pictures/{sample.id}-{state}.png"


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


def choice_tasks(sample: OfficialSample) -> list[Task]:
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
            parts=split_prompt(
                question_prompt(question), [picture_path(sample, state) for state in question.pictures]
            ),
            check=ChoiceCheck(answer=question.answer, options=len(LETTERS)),
        )
        for name, question in numbered_questions(sample).items()
    ]


def free_tasks(sample: OfficialSample) -> list[Task]:
    """Return the four tasks in free form."""
    return [_free_task(sample, operation, state) for operation, state in STATES.items()]


def _free_task(sample: OfficialSample, operation: Operation, state: StateName) -> Task:
    original, reference = sample.states.original.code, sample.states.of(state).code
    images = [picture_path(sample, shown) for shown in FREE_PICTURES[operation]]
    return Task(
        id=f"{sample.id}-{operation}",
        suite=SUITE_ID,
        dataset=FREE,
        subset=OPERATION_NAMES[operation],
        stem=sample.id,
        categories=(
            *_categories(sample),
            *([f"asks:{sample.annotates}"] if sample.annotates and operation == "annotate" else []),
        ),
        parts=split_prompt(free_prompt(operation, original, sample.instructions.of(operation)), images),
        reference=reference,
        check=FigureCheck(
            reference=reference,
            original="" if operation == "generate" else original,
            operation=operation,
            type=sample.type,
        ),
    )


def _categories(sample: OfficialSample) -> tuple[str, ...]:
    """Return the type, and the domain if it is known."""
    return (sample.type, f"domain:{sample.domain}") if sample.domain else (sample.type,)
