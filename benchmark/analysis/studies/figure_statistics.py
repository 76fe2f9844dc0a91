"""Statistics of drawing tasks next to Table 1 of the MathOPEval paper, for `sightbench analyse figures`."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, get_args

from pydantic import Field

from benchmark.analysis.studies.paper_numbers import ComparedNumber, NumberRow, compared_numbers
from benchmark.authoring.figures.question_text import QuestionText, split_options
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.task import ChoiceCheck, FigureCheck, FigureType, Picture, Task, Text
from benchmark.files.edge import Count, Record
from benchmark.suites.mathopeval import published

_TITLES: dict[FigureType, str] = {
    "geometric": "geometric figures",
    "function": "function plots",
    "bar": "bar charts",
    "line": "line charts",
    "pie": "pie charts",
}
#: A category ``domain:rainfall`` says what a figure is about, and ``asks:forward`` what a question asks for.
DOMAIN, ASKS = "domain:", "asks:"


class FigureShare(Record):
    """Samples or tasks of one value."""

    name: str
    count: Count
    share: float = Field(description="percent of all samples or tasks with such a value")


class FigureReport(Record):
    """Statistics of drawing tasks of one format or both."""

    schema_: Literal["sightbench/figures/1"] = Field(default="sightbench/figures/1", alias="schema")
    suite: str
    datasets: list[str]
    paper: str = Field(description="source of the paper's numbers")
    numbers: list[ComparedNumber]
    domains: list[FigureShare] = Field(description="samples by domain, the largest first; empty if unknown")
    subsets: list[FigureShare] = Field(description="tasks of both formats by operation")
    asks: list[FigureShare] = Field(
        description="annotation questions by what they ask for: forward, backward, x, y, extreme"
    )


def figure_report(tasks: Sequence[Task]) -> FigureReport:
    """Return the statistics of drawing tasks of one format or both, at least one.

    Raises:
        BadInput: if a task is not of the suite, or a question does not have four options.
    """
    choices = [task for task in tasks if isinstance(task.check, ChoiceCheck)]
    free = [task for task in tasks if isinstance(task.check, FigureCheck)]
    if len(choices) + len(free) < len(tasks):
        problem = "are not all questions with options and programs that draw"
        raise BadInput("tasks", "", problem, "give the tasks of mathopeval, or of a data set like it")
    samples = {task.family: task for task in tasks}
    return FigureReport(
        suite=tasks[0].suite,
        datasets=list(dict.fromkeys(task.dataset for task in tasks)),
        paper=published.SOURCE,
        numbers=compared_numbers(
            [
                *_samples(samples.values()),
                *_counts(len(samples), choices, free, _pictures(tasks)),
                *_lengths(choices, free),
            ]
        ),
        domains=_shares(_values(samples.values(), DOMAIN)),
        subsets=_shares([task.subset for task in tasks]),
        asks=_shares(_values(choices, ASKS)),
    )


def _samples(samples: Iterable[Task]) -> list[NumberRow]:
    counts = Counter(next(iter(task.categories), "") for task in samples)
    types = get_args(FigureType)
    return [
        ("samples", counts.total(), sum(published.SAMPLES.values()), ""),
        *((_TITLES[type_], counts[type_], published.SAMPLES[type_], "") for type_ in types),
    ]


def _counts(samples: int, choices: Sequence[Task], free: Sequence[Task], pictures: int) -> list[NumberRow]:
    both = len(choices) + len(free) if choices and free else None
    each = len(choices) / samples if choices else None
    return [
        ("questions of both formats", both, published.QUESTIONS + published.FREE, ""),
        ("pictures (here: those that tasks show)", pictures, published.PICTURES, ""),
        ("multiple-choice questions", len(choices) or None, published.QUESTIONS, ""),
        ("multiple-choice questions per sample", each, published.QUESTIONS_PER_SAMPLE, ""),
        ("free-form tasks", len(free) or None, published.FREE, ""),
    ]


def _lengths(choices: Sequence[Task], free: Sequence[Task]) -> Iterator[NumberRow]:
    questions = [_question(task) for task in choices]
    for name, texts, paper in (
        ("question, multiple choice", [found.question for found in questions], published.QUESTION_LENGTH),
        ("option", [text for found in questions for text in found.options], published.OPTION_LENGTH),
        ("question, free form", [_words(task) for task in free], published.FREE_QUESTION_LENGTH),
        ("answer, free form", [task.reference for task in free], published.FREE_ANSWER_LENGTH),
    ):
        mean = statistics.fmean(map(len, texts)) if texts else None
        yield f"mean length: {name}", mean, paper, "characters"


def _question(task: Task) -> QuestionText:
    try:
        return split_options(_words(task))
    except ValueError as error:
        place, fix = quote_value(task.id), "end the prompt with a line per option, such as A. 60°"
        raise BadInput("tasks", place, str(error), fix) from None


def _words(task: Task) -> str:
    """Return a prompt without the marks of its pictures."""
    return "".join(part.text for part in task.parts if isinstance(part, Text)).strip()


def _pictures(tasks: Iterable[Task]) -> int:
    """Return the number of different pictures; both formats show some of the same."""
    return len({part.source for task in tasks for part in task.parts if isinstance(part, Picture)})


def _values(tasks: Iterable[Task], prefix: str) -> list[str]:
    return [
        name.removeprefix(prefix) for task in tasks for name in task.categories if name.startswith(prefix)
    ]


def _shares(values: Sequence[str]) -> list[FigureShare]:
    return [
        FigureShare(name=name, count=count, share=round(100 * count / len(values), 1))
        for name, count in sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0]))
    ]
