"""Check a whole set of samples: counts, lengths, letters, and that no way to guess beats chance."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean

from benchmark.authoring.figures.guessing import guess_results
from benchmark.authoring.figures.sample import FigureSample, Question
from benchmark.core.task import ChoiceCheck, Task

MIN_FREE, MIN_CHOICE = 1200, 1500  #: tasks of the two open data sets
#: Mean characters of a question, and of an option of code: at least, at most. The paper has 90 and 132.
MEAN_QUESTION, MEAN_OPTION = (70, 110), (100, 170)


def set_lines(samples: Sequence[FigureSample]) -> list[str]:
    """Return lines that describe a set to people."""
    questions = _questions(samples)
    kinds = Counter(f"{question.operation} {question.kind}" for question in questions)
    question, option = _question_length(questions), _option_length(questions)
    return [
        f"{len(samples)} samples, {4 * len(samples)} tasks in free form, {len(questions)} questions",
        "questions: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())),
        f"characters on average: {question:.0f} of a question, {option:.0f} of an option of code",
    ]


def set_faults(samples: Sequence[FigureSample], choices: Sequence[Task]) -> Iterator[str]:
    """Yield the faults of a whole set.

    Args:
        samples: all samples.
        choices: the questions that were made of them, as tasks.
    """
    questions = _questions(samples)
    for what, count, least in (
        ("tasks in free form", 4 * len(samples), MIN_FREE),
        ("questions", len(questions), MIN_CHOICE),
    ):
        if count < least:
            yield f"{count} {what}, fewer than {least}"
    for what, length, (low, high) in (
        ("a question", _question_length(questions), MEAN_QUESTION),
        ("an option of code", _option_length(questions), MEAN_OPTION),
    ):
        if not low <= length <= high:
            yield f"{what} has {length:.0f} characters on average, not {low} to {high}"
    yield from _letter_faults(choices)
    for result in guess_results(samples):
        if not result.is_chance:
            yield f"guessing by {result.guesser} finds {result.rate:.1%} of {result.questions} questions"


def _letter_faults(choices: Sequence[Task]) -> Iterator[str]:
    """Yield a fault if a letter is right more than one time in a hundred above or below a quarter."""
    letters = Counter(task.check.answer for task in choices if isinstance(task.check, ChoiceCheck))
    for letter in "ABCD":
        share = letters[letter] / max(1, letters.total())
        if abs(share - 0.25) > 0.01:  # noqa: PLR2004 - as the docstring says
            yield f"{letter} is the right letter of {share:.1%} of the questions"


def _questions(samples: Sequence[FigureSample]) -> list[Question]:
    return [question for sample in samples for question in sample.questions]


def _question_length(questions: Sequence[Question]) -> float:
    return mean(len(question.text) for question in questions)


def _option_length(questions: Sequence[Question]) -> float:
    """Return the mean length of options of code, in characters."""
    options = [
        option.text
        for question in questions
        if question.kind == "code"
        for option in (question.right, *question.wrong)
    ]
    return mean(map(len, options))
