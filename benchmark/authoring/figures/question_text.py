"""The text of a multiple-choice question: marks of pictures, the question, and its options."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.authoring.figures.shot_line import LETTERS

_FENCE, _END = "```python\n", "\n```"


class QuestionText(NamedTuple):
    """A question without its pictures, and its options without their letters."""

    question: str
    options: tuple[str, ...]


def options_prompt(pictures: int, text: str, options: Sequence[str], *, code: bool) -> str:
    """Return the pictures' marks, a question and its options, from A; options of code are blocks."""
    lines = [
        f"{name}.\n{block(option)}" if code else f"{name}. {option}"
        for name, option in zip(LETTERS, options, strict=True)
    ]
    return "\n\n".join([marks(pictures), text, "\n".join(lines)])


def split_options(prompt: str) -> QuestionText:
    """Return the question and the options of a prompt without marks: the inverse of :func:`options_prompt`.

    Raises:
        ValueError: if the prompt does not have all four options.
    """
    question, found, rest = prompt.partition(f"\n\n{LETTERS[0]}.")
    options = []
    for letter in LETTERS[1:]:
        option, next_, rest = rest.partition(f"\n{letter}.")
        options.append(option)
        found = found and next_
    if not found:
        raise ValueError("does not have four options")
    return QuestionText(question.strip(), tuple(map(_plain, (*options, rest))))


def marks(pictures: int) -> str:
    """Return the marks of pictures, from 1."""
    return "\n\n".join(f"![image]({number}.png)" for number in range(1, pictures + 1))


def block(code: str) -> str:
    """Return code as a block."""
    stripped = code.strip("\n")
    return f"{_FENCE}{stripped}{_END}"


def _plain(option: str) -> str:
    return option.strip().removeprefix(_FENCE).removesuffix(_END)
