"""How a picture looks: a style that the seed chooses and that families know nothing about."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from benchmark.authoring.drawing.canvas import Canvas
from benchmark.authoring.drawing.dark import GROUND, Darkened
from benchmark.authoring.drawing.hand_drawn import hand_drawn
from benchmark.authoring.drawing.items import Item, Shape
from benchmark.authoring.drawing.titles import Titles, can_move, moved_titles
from benchmark.authoring.draws import Draws

#: ``panels`` as families draw; ``plain`` without frames; ``hand-drawn`` lines; a ``dark`` ground.
Look = Literal["panels", "plain", "hand-drawn", "dark"]
LOOKS: tuple[Look, ...] = get_args(Look)


@dataclass(frozen=True, slots=True)
class Style:
    """The look of a picture, and where the titles of its frames are."""

    look: Look = "panels"
    titles: Titles = "left"


def choose_style(draws: Draws, without: Collection[str] = ()) -> Style:
    """Choose a style at random, every look that is not in ``without`` being equally likely."""
    look = draws.choice([look for look in LOOKS if look not in without])
    # Without frames, a title at the right would seem to belong to its neighbour.
    places = [place for place in get_args(Titles) if (look, place) != ("plain", "right")]
    return Style(look, draws.choice(places))


def style_pictures(canvases: Mapping[str, Canvas], style: Style) -> dict[str, Canvas]:
    """Return the pictures of twins in one style.

    If the titles of one picture have no room at the new place, those of all pictures stay at the left, so
    that the place says nothing about the picture.
    """
    if not all(can_move(canvas, style.titles) for canvas in canvases.values()):
        style = replace(style, titles="left")
    return {name: style_picture(canvas, style) for name, canvas in canvases.items()}


def style_picture(canvas: Canvas, style: Style) -> Canvas:
    """Return a picture in a style; the picture itself stays."""
    styled = Canvas(canvas.width, canvas.height)
    items = moved_titles(canvas, style.titles)
    match style.look:
        case "panels":
            styled.items = items
        case "plain":
            styled.items = [item for item in items if not (isinstance(item, Shape) and item.panel)]
        case "hand-drawn":
            styled.items = [hand_drawn(item) if isinstance(item, Shape) else item for item in items]
        case "dark":
            styled.ground = GROUND
            styled.items = _darkened(items)
    return styled


def _darkened(items: list[Item]) -> list[Item]:
    dark = Darkened()
    return [dark.shape(item) if isinstance(item, Shape) else dark.text(item) for item in items]
