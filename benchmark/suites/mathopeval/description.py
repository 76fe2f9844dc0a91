"""Drawing tasks in numbers, next to Table 1 of the paper."""

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite_facts import TitledTable
from benchmark.core.task import ChoiceCheck, FigureCheck, FigureType, Picture, Task, Text
from benchmark.suites.mathopeval import published
from benchmark.suites.mathopeval.question_text import QuestionText, split_options

#: Name, and the numbers of the data set and of the paper; None for an unknown one.
_Row = tuple[str, float | None, float]
_TITLES: dict[FigureType, str] = {
    "geometric": "geometric figures",
    "function": "function plots",
    "bar": "bar charts",
    "line": "line charts",
    "pie": "pie charts",
}
#: A category ``domain:rainfall`` says what a figure is about, and ``asks:forward`` what a question asks for.
DOMAIN, ASKS = "domain:", "asks:"


def describe(tasks: Sequence[Task]) -> tuple[TitledTable, ...]:
    """Describe drawing tasks of one format or both, at least one.

    Raises:
        BadInput: if a question does not have four options.
    """
    choices = [task for task in tasks if isinstance(task.check, ChoiceCheck)]
    free = [task for task in tasks if isinstance(task.check, FigureCheck)]
    samples = {task.family: task for task in tasks}
    named = f"{tasks[0].suite} {', '.join(dict.fromkeys(task.dataset for task in tasks))}"
    rows = [
        *_samples(samples.values()),
        *_counts(len(samples), choices, free, _pictures(tasks)),
        *_lengths(choices, free),
    ]
    rounded = [(name, None if ours is None else round(ours, 2), paper) for name, ours, paper in rows]
    return (
        TitledTable(f"{named}, next to {published.SOURCE}", ("number", "here", "paper"), rounded),
        _shares("domain of samples", _values(samples.values(), DOMAIN)),
        _shares("operation", [task.subset for task in tasks]),
        _shares("annotation question", _values(choices, ASKS)),
    )


def _samples(samples: Iterable[Task]) -> list[_Row]:
    counts = Counter(next(iter(task.categories), "") for task in samples)
    types = get_args(FigureType)
    return [
        ("samples", counts.total(), sum(published.SAMPLES.values())),
        *((_TITLES[type_], counts[type_], published.SAMPLES[type_]) for type_ in types),
    ]


def _counts(samples: int, choices: Sequence[Task], free: Sequence[Task], pictures: int) -> list[_Row]:
    both = len(choices) + len(free) if choices and free else None
    each = len(choices) / samples if choices else None
    return [
        ("questions of both formats", both, published.QUESTIONS + published.FREE),
        ("pictures (here: those that tasks show)", pictures, published.PICTURES),
        ("multiple-choice questions", len(choices) or None, published.QUESTIONS),
        ("multiple-choice questions per sample", each, published.QUESTIONS_PER_SAMPLE),
        ("free-form tasks", len(free) or None, published.FREE),
    ]


def _lengths(choices: Sequence[Task], free: Sequence[Task]) -> Iterator[_Row]:
    questions = [_question(task) for task in choices]
    for name, texts, paper in (
        ("question, multiple choice", [found.question for found in questions], published.QUESTION_LENGTH),
        ("option", [text for found in questions for text in found.options], published.OPTION_LENGTH),
        ("question, free form", [_words(task) for task in free], published.FREE_QUESTION_LENGTH),
        ("answer, free form", [task.reference for task in free], published.FREE_ANSWER_LENGTH),
    ):
        mean = statistics.fmean(map(len, texts)) if texts else None
        yield f"mean length in characters: {name}", mean, paper


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
    """Return the number of different pictures; the two formats share some."""
    return len({part.source for task in tasks for part in task.parts if isinstance(part, Picture)})


def _values(tasks: Iterable[Task], prefix: str) -> list[str]:
    return [
        name.removeprefix(prefix) for task in tasks for name in task.categories if name.startswith(prefix)
    ]


def _shares(title: str, values: Sequence[str]) -> TitledTable:
    counts = sorted(Counter(values).items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [(name, count, round(100 * count / len(values), 1)) for name, count in counts]
    return TitledTable("", (title, "number", "share, %"), rows)
