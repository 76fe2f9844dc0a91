"""The text of a question: marks of pictures, then a question with its options, or what the free form asks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from benchmark.core.task import Operation, is_tikz
from benchmark.suites.mathopeval.names import StateName
from benchmark.suites.mathopeval.shot_line import LETTERS

#: Operation → the pictures of the free form. That of an annotation would show the values to write.
FREE_PICTURES: Mapping[Operation, tuple[StateName, ...]] = {
    "generate": ("original",),
    "delete": ("original", "deleted"),
    "modify": ("original", "modified"),
    "annotate": ("original",),
}

_FENCES, _END = ("```python\n", "```latex\n"), "\n```"


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
        # The last option is not followed by a letter: it is what remains after the loop.
        options.append(option)
        found = found and next_
    if not found:
        raise ValueError("does not have four options")
    return QuestionText(question.strip(), tuple(map(_plain, (*options, rest))))


def free_prompt(
    operation: Operation, original: str, words: str, note: str = "", *, part: bool = False
) -> str:
    """Return what the free form shows and asks.

    Args:
        operation: what is asked for.
        original: program that draws the original figure; ``generate`` does not show it. Empty for none.
        words: the description for ``generate``, else the instruction or a hint; empty for none.
        note: a last paragraph; empty for none.
        part: whether ``generate`` asks for a part of the figure only, which ``words`` name.
    """
    shown = marks(len(FREE_PICTURES[operation]))
    program = (
        f"This program draws the {'' if operation == 'annotate' else 'first '}figure:\n\n{block(original)}"
    )
    before, ask, of_words = "", "Draw exactly the figure in the picture.", "Its description:"
    if part:
        ask, of_words = "Draw a part of the figure in the picture, and nothing else.", "What to draw:"
    elif operation == "annotate":
        ask, of_words = "Draw the same figure with more text in it.", "What to write:"
    elif operation != "generate":
        before = "The first picture shows a figure, and the second the same figure after a change."
        ask, of_words = "Draw the second figure.", "The change:"
    program = program if original and operation != "generate" else ""
    asked = f"{ask} {of_words}\n\n{words}" if words else ask
    return "\n\n".join(filter(None, (shown, before, program, asked, note)))


def marks(pictures: int) -> str:
    """Return the marks of pictures, from 1."""
    return "\n\n".join(f"![image]({number}.png)" for number in range(1, pictures + 1))


def block(code: str) -> str:
    """Return code as a block."""
    stripped = code.strip("\n")
    # False and True are the indices 0 and 1: Python, LaTeX.
    return f"{_FENCES[is_tikz(stripped)]}{stripped}{_END}"


def _plain(option: str) -> str:
    return option.strip().removeprefix(_FENCES[0]).removeprefix(_FENCES[1]).removesuffix(_END)
