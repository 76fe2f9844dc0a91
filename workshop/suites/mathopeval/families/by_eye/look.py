"""Grounds, inks and colours of figures that are read by eye, and how such a figure becomes a sample."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from benchmark.core.draws import Draws
from benchmark.core.task import FigureType
from workshop.authoring.family import UnfitError
from workshop.authoring.figures.options import reasoned, value_options
from workshop.authoring.figures.programs import literal
from workshop.authoring.figures.sample import FigureSample, Question, State

#: Ground, ink and font; the first looks like matplotlib's default.
GROUNDS = (
    ("#ffffff", "#000000", "sans-serif"),
    ("#f4ead3", "#33281c", "STIXGeneral"),
    ("#e6e6e2", "#1a1a1a", "monospace"),
    ("#20323a", "#f1ede4", "serif"),
    ("#173f6b", "#eef3f8", "sans-serif"),
)
_FIRST_DARK = 3
#: For light and dark grounds: four colours that differ much, then sets of four near one another. All have a
#: contrast of at least 3 : 1 to their grounds. With every kind of colour vision, colours of a set, inks and the
#: colour of the rest have a CIEDE2000 distance of at least 12; the four of the first set, of 20.
COLOURS = (
    (
        ("#0f87c3", "#a5784b", "#1e4b00", "#69005a"),
        ("#462f79", "#47637c", "#7057e3", "#4702d6"),
        ("#495e0b", "#2b6848", "#6a8760", "#048f12"),
        ("#86390f", "#76574a", "#b95802", "#9e755a"),
    ),
    (
        ("#ffe12d", "#0fe1ff", "#f05a2d", "#8778ff"),
        ("#cdba95", "#eead4e", "#a09070", "#bc842d"),
        ("#a6bed1", "#61b6ff", "#7d89a6", "#5d84ef"),
        ("#c5ffa5", "#60f511", "#a3c78d", "#4bbf31"),
    ),
)
RESTS = ("#757575", "#9c9c9c")  #: for light and dark grounds: the colour of what has no name
_GRAINS = 9999
TRIES = 5000  #: draws of what one figure shows


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a figure looks: what does not count, and four colours that do."""

    ground: str
    ink: str
    font: str
    colours: tuple[str, ...]  #: four, in random order
    rest: str  #: colour of what has no name
    grain: int  #: seed of the grain of the picture; 0 for none
    by_hand: bool  #: whether lines are drawn as by hand

    def opened(self, *data: str, size: tuple[float, float] = (7.2, 4.8), panels: str = "") -> str:
        """Return the beginning of a program: settings of this look, lines of data, and the open figure.

        ``panels`` are the rows and columns of panels, such as ``2, 2``; empty for one pair of axes.
        """
        parts = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
        settings = dict.fromkeys(parts, self.ink)
        settings |= dict.fromkeys(("figure.facecolor", "axes.facecolor"), self.ground)
        settings["font.family"] = self.font
        rows = [f"    {literal(name)}: {literal(value)}," for name, value in settings.items()]
        opened = f"fig, ax = plt.subplots(figsize={literal(size)})"
        if panels:
            opened = f"fig, axes = plt.subplots({panels}, figsize={literal(size)})"
        hand = ['plt.rcParams["path.sketch"] = (1, 90, 12)', opened, "fig.patch.set_sketch_params(None)"]
        return "\n".join(
            (
                *(
                    "import matplotlib.pyplot as plt",
                    "import numpy as np",
                    "",
                    "plt.rcParams.update({",
                    *rows,
                    "})",
                ),
                *data,
                *(hand if self.by_hand else [opened]),
                "",
            )
        )


def draw_look(draws: Draws, *, near: bool) -> Look:
    """Return a random look, one in three times a plain one; ``near`` says which colours it has."""
    number = 0 if draws.chance(1, 3) else draws.integer(1, len(GROUNDS) - 1)
    ground, ink, font = GROUNDS[number]
    is_dark = number >= _FIRST_DARK
    sets = COLOURS[is_dark]
    colours = draws.choice(sets[1:]) if near else sets[0]
    return Look(
        ground=ground,
        ink=ink,
        font=font,
        colours=tuple(draws.shuffled(colours)),
        rest=RESTS[is_dark],
        grain=draws.integer(1, _GRAINS) if number else 0,
        by_hand=number > 0 and draws.chance(1, 2),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure in whose picture one of four elements is asked for."""

    type: FigureType
    domain: str
    look: Look
    code: str
    question: str
    names: tuple[str, ...]  #: of the four elements; the first is right
    before: str = ""  #: what options say before a name, which the question itself does not
    errors: tuple[str, ...]  #: what picks each of the others, as a sentence; then what the right one shows
    summary: str
    words: str  #: all that the picture shows and that is needed, without the answer
    values: dict[str, object] = field(default_factory=dict)  #: what the figure shows, as plain values
    description: str = ""  #: all that is needed to draw it; empty if the free form does not ask for it
    outline: str = ""
    part: State | None = None  #: what the free form asks to draw of it, if not all
    part_words: str = ""  #: what this part is


def eye_sample(figure: Figure, sights: Sequence[str], level: int) -> FigureSample:
    """Return a figure as a sample without edits.

    Args:
        figure: the figure.
        sights: the difficulties of its kind, in the order in which levels add them.
        level: from 1 to 5.
    """
    texts = [f"{figure.before}{name}" for name in figure.names]
    right, wrong = value_options(texts[0], texts[1:])
    before = f"{figure.part_words}\n\nThe figure in the picture: " if figure.part else ""
    question = Question(
        operation="annotate",
        kind="forward",
        pictures=("original",),
        text=figure.question,
        right=right,
        wrong=wrong,
        reasoning=reasoned(figure.summary, [figure.summary], figure.errors, f"So it is {right.text}."),
    )
    return FigureSample(
        type=figure.type,
        domain=figure.domain,
        style="axes",
        original=State(figure=figure.values | {"names": list(figure.names)}, code=figure.code),
        description=before + figure.description,
        outline=before + figure.outline,
        part=figure.part,
        part_words=figure.part_words,
        edits=(),
        questions=(question,),
        words=figure.words,
        sights=tuple(sights[: level - 1]),
        grain=figure.look.grain,
    )


def check_apart(values: Sequence[float], gap: float) -> None:
    """Raise ``UnfitError`` if values differ by less than ``gap``, or the ends are not the extremes."""
    ordered = sorted(values)
    if (ordered[0], ordered[-1]) != (values[0], values[-1]) or any(
        high - low < gap for low, high in pairwise(ordered)
    ):
        raise UnfitError("two elements are too near to each other")
