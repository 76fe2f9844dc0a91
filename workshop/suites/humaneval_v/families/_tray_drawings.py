"""Drawings of trays with zones and pebbles, and of their key.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from benchmark.files.palette import Colour
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._tray_zones import HIGH, WIDE, Box, Tray, Zone

SIDE = 30.0  #: length of a square, px


def draw_key(canvas: Canvas, tray: Tray) -> None:
    frame(canvas, 15, 15, 970, 160, title="Weights")
    swatches: list[tuple[Colour, int]] = [("white", 1), *((zone.colour, zone.weight) for zone in tray.zones)]
    for place, (colour, weight) in enumerate(swatches):
        x = 50.0 + 236 * place
        canvas.rect(x, 66, 62, 40, fill=colour)
        for block in range(weight):
            canvas.rect(x + 76 + 25 * block, 77, 18, 18, fill="ink")
    canvas.circle(66, 143, 7, fill="white")
    canvas.text(86, 143, "before", anchor="start")
    canvas.circle(302, 143, 8, fill="ink")
    canvas.text(322, 143, "after", anchor="start")
    _cross(canvas, 538, 143)
    canvas.text(558, 143, "balance", anchor="start")
    canvas.rect(756, 130, 40, 26, stroke="green", line=4, dashed=True)
    canvas.text(810, 143, "shelter", anchor="start")


def _cross(canvas: Canvas, x: float, y: float) -> None:
    canvas.circle(x, y, 11, fill="white", stroke="red", line=3)
    canvas.line((x - 8, y), (x + 8, y), stroke="red", line=3)
    canvas.line((x, y - 8), (x, y + 8), stroke="red", line=3)


def draw_tray(
    canvas: Canvas,
    tray: Tray,
    pebbles: Sequence[Sequence[int]],
    point: tuple[float, float],
    corner: tuple[float, float],
) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return corner[0] + SIDE * x, corner[1] - SIDE * y

    def box(edges: Box) -> tuple[float, float, float, float]:
        left, right, bottom, top = edges
        return (*at(left, top), SIDE * (right - left), SIDE * (top - bottom))

    def outline(zone: Zone, fill: Colour | None, stroke: Colour | None) -> None:
        if zone.is_disc:
            middle_x, middle_y, radius = zone.disc
            canvas.circle(*at(middle_x, middle_y), SIDE * radius, fill=fill, stroke=stroke)
        else:
            canvas.rect(*box(zone.box), fill=fill, stroke=stroke)

    canvas.rect(*box((0, WIDE, 0, HIGH)), fill="white", stroke=None)
    for zone in tray.zones:
        outline(zone, zone.colour, "ink")
    for x in range(WIDE + 1):
        canvas.line(at(x, 0), at(x, HIGH), stroke="silver", line=1.95, guide=True)
        canvas.text(at(x, 0)[0], corner[1] + 20, x, size=17, tick=True)
    for y in range(HIGH + 1):
        canvas.line(at(0, y), at(WIDE, y), stroke="silver", line=1.95, guide=True)
        canvas.text(corner[0] - 10, at(0, y)[1], y, size=17, anchor="end", tick=True)
    for zone in tray.zones:  # all edges can be seen, covered ones as well
        outline(zone, None, "ink")
    canvas.rect(*box(tray.shelter), stroke="green", line=4, dashed=True)
    for pebble in ((x, y) for x, y in pebbles):
        end = tray.landing(pebble)
        if end != pebble:
            canvas.line(at(*pebble), at(*end), line=2)
            canvas.circle(*at(*pebble), 7, fill="white")
        canvas.circle(*at(*end), 8, fill="ink")
    _cross(canvas, *at(*point))
