"""The signs of ``guild_roads``: guilds and numbers, and the example of a parcel that is handed over.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point

_TOWNS: dict[str, Point] = {"1": (60, 250), "2": (270, 70), "3": (270, 430), "4": (480, 250)}


def draw_number(canvas: Canvas, x: float, y: float, text: str) -> None:
    """Draw a number in a circle around a point."""
    canvas.circle(x, y, 21, fill="white", line=2)
    canvas.text(x, y, text, size=22)


def draw_guild(canvas: Canvas, x: float, y: float, letter: str, radius: float) -> None:
    """Draw the diamond of a guild around a point."""
    canvas.polygon(
        [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], fill="paleorange", line=3
    )
    canvas.text(x, y, letter, bold=True, size=radius * 0.8)


def example_picture(example: dict[str, Any]) -> Canvas:
    """Draw four towns with roads of guilds, and the sum of the minutes of the fastest way."""
    canvas = Canvas(860, 500)
    for one, other, guild, time in example["roads"]:
        canvas.line(_TOWNS[one], _TOWNS[other], line=4)
        x, y = ((_TOWNS[one][axis] + _TOWNS[other][axis]) / 2 for axis in (0, 1))
        draw_guild(canvas, x - 20, y, guild, 27)
        draw_number(canvas, x + 26, y, str(time))
    for town, (x, y) in _TOWNS.items():
        canvas.circle(x, y, 32, fill="white", line=3)
        canvas.text(x, y, town, bold=True, size=28)
    giver, taker, extra = example["pair"]
    times = [road[3] for road in example["roads"]]
    for number, (towns, guilds, time) in enumerate(
        (("13", giver, times[2]), ("", giver + taker, extra), ("34", taker, times[3]))
    ):
        y = 110 + 90.0 * number
        if towns:
            for town, x in zip(towns, (590, 730), strict=True):
                canvas.circle(x, y, 25, fill="white", line=3)
                canvas.text(x, y, town, bold=True, size=24)
            canvas.line((616, y), (704, y), line=4)
            draw_guild(canvas, 660, y, guilds, 27)
        else:
            for guild, x in zip(guilds, (602, 718), strict=True):
                draw_guild(canvas, x, y, guild, 27)
            arrows.arrow(canvas, (634, y), (686, y), line=4, head=18)
        canvas.text(830, y, time, anchor="end", size=26)
    canvas.line((770, 345), (836, 345), line=3)
    canvas.text(830, 380, example["total"], anchor="end", bold=True, size=28)
    return canvas
