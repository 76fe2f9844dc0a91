"""Wrong options that do not tell themselves apart from the right one.

If each wrong option were the right one with one change, the right one would be the centre of the four, and
a program could find it without the picture. So wrong options also differ from one another, in one of three
ways:

- **four**: the right target and three other targets of the same edit;
- **square**: two changes; one, the other, both. Each option lacks one change of two others;
- **tetrahedron**: three changes; each wrong option has two of them. Any two options differ by two changes.

A change swaps two things that are equally likely, such as a drawn value and another from the same range. Then
the right option is not marked by its content either.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from benchmark.core.draws import Draws
from benchmark.core.task import Operation
from benchmark.suites.mathopeval.names import Reasoning, StateName
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.programs import ENOUGH, Program, decisive_excerpts
from workshop.authoring.figures.sample import Option, Question

Figure = TypeVar("Figure")
Item = TypeVar("Item")

#: The last sentence of reasoning about code.
DECISION = "Only one excerpt agrees with all of this, so it is the answer."

_PICTURES: dict[Operation, tuple[StateName, ...]] = {
    "generate": ("original",),
    "delete": ("original", "deleted"),
    "modify": ("original", "modified"),
    "annotate": ("original",),
}
_DIFFERENT = 4


@dataclass(frozen=True, slots=True)
class Change(Generic[Figure]):
    """A way in which a figure can be wrong."""

    apply: Callable[[Figure], Figure]
    fact: str  #: what the picture shows instead, as a sentence
    moves: bool = False  #: whether elements change places, so that other changes would find other elements


def changed(figure: Figure, *changes: Change[Figure]) -> Figure:
    """Return a figure with changes, whose order does not matter: those that move elements come last.

    Applied first, they would let another change hit another element. Then what most options have in common
    would be the right figure.
    """
    for change in sorted(changes, key=lambda change: change.moves):
        figure = change.apply(figure)
    return figure


def square(right: Figure, changes: Sequence[Change[Figure]]) -> list[Figure]:
    """Return three wrong figures: with the first of two changes, with the second, with both."""
    first, second = changes
    return [changed(right, first), changed(right, second), changed(right, first, second)]


def tetrahedron(right: Figure, changes: Sequence[Change[Figure]]) -> list[Figure]:
    """Return three wrong figures, each with two of three changes."""
    first, second, third = changes
    return [changed(right, first, second), changed(right, first, third), changed(right, second, third)]


def wrong_by_changes(
    draws: Draws, right: Figure, changes: Sequence[Change[Figure]]
) -> tuple[list[Figure], list[str]]:
    """Return three wrong figures made with two or three of the changes, and the facts that decide."""
    if len(changes) > 2 and draws.chance(1, 2):  # noqa: PLR2004 - a tetrahedron has three changes
        used = draws.sample(changes, 3)
        return tetrahedron(right, used), [change.fact for change in used]
    used = draws.sample(changes, 2)
    return square(right, used), [change.fact for change in used]


def code_question(
    operation: Operation,
    text: str,
    programs: Sequence[Program],
    reasoning: dict[Reasoning, str],
    enough: int = ENOUGH,
) -> Question:
    """Return a question whose options are excerpts of four programs; the first is right.

    Lines in which all agree are added while excerpts are shorter than ``enough``.
    """
    right, *wrong = (
        Option(text=excerpt, program=program.code)
        for excerpt, program in zip(decisive_excerpts(programs, enough), programs, strict=True)
    )
    first, second, third = wrong
    return Question(
        operation=operation,
        kind="code",
        pictures=_PICTURES[operation],
        text=text,
        right=right,
        wrong=(first, second, third),
        reasoning=reasoning,
    )


def value_options(right: str, wrong: Sequence[str]) -> tuple[Option, tuple[Option, Option, Option]]:
    """Return the right option and the three wrong ones for values or elements."""
    first, second, third = (Option(text=text) for text in wrong)
    return Option(text=right), (first, second, third)


def reasoned(
    description: str, sketch: Sequence[str], facts: Sequence[str], result: str, after: Sequence[str] = ()
) -> dict[Reasoning, str]:
    """Return worked reasoning in three forms.

    Args:
        description: what the picture shows, in a sentence or two.
        sketch: lines that draw the picture with signs and words.
        facts: what decides between the options, in order.
        result: the last sentence; it names what the right option holds, not its letter.
        after: lines that draw the figure after the last step; empty if it is the same.
    """
    steps = [f"Step {number}: {fact}" for number, fact in enumerate(facts, start=1)]
    drawn = ["Drawing in words:", *sketch]
    stays = ["The drawing stays the same."]
    changed = ["Drawing in words:", *after] if after else stays
    drawings = [drawn, *[stays] * (len(facts) - 2), changed][: len(facts)]
    return {
        "cot": "\n".join([*steps, result]),
        "dcot": f"Description: {description}\nReasoning: {' '.join([*facts, result])}",
        "vot": "\n".join(
            [line for step, lines in zip(steps, drawings, strict=True) for line in (step, *lines)] + [result]
        ),
    }


def four_apart(draws: Draws, items: Sequence[Item], value: Callable[[Item], float], gap: float) -> list[Item]:
    """Return four random items whose values differ by more than ``gap``.

    Raises:
        UnfitError: if the draw finds none.
    """
    chosen: list[Item] = []
    for item in draws.shuffled(items):
        if all(abs(value(item) - value(other)) > gap for other in chosen):
            chosen.append(item)
        if len(chosen) == _DIFFERENT:
            return draws.shuffled(chosen)
    raise UnfitError("no four elements differ enough")
