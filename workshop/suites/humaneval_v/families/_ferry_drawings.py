"""Drawings of the map of the ferries.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas
from workshop.drawing.items import Point
from workshop.suites.humaneval_v.families._ferry_rules import SHIPS, Ferries


def draw_map(canvas: Canvas, ferries: Ferries) -> None:
    """Draw the islands, the lines of the ships with their fares, the key and the north."""
    place = ferries.place
    for stretch, ship in ferries.ship.items():
        draw_ship(canvas, ship, place[stretch[0]], place[stretch[1]])
    for stretch, fare in ferries.fares.items():
        start, end = place[stretch[0]], place[stretch[1]]
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        canvas.circle(x, y, 20, fill="white", line=2)
        canvas.text(x, y, fare, size=21)
    for name, (x, y) in place.items():
        canvas.circle(x, y, 27, fill="yellow")
        canvas.text(x, y, name, size=27, bold=True)
    for number, ship in enumerate(SHIPS):
        x = 52 + 190 * number
        draw_ship(canvas, ship, (x, 690), (x + 60, 690))
        canvas.text(x + 74, 690, ship, anchor="start")
    arrows.arrow(canvas, (600, 615), (600, 535), line=3, head=18)
    canvas.text(600, 518, "N", bold=True)


def draw_ship(canvas: Canvas, ship: str, start: Point, end: Point) -> None:
    """Draw the line of a ship between two points."""
    if ship == "Gull":
        canvas.line(start, end, stroke="blue", line=8)
    elif ship == "Seal":
        canvas.line(start, end, stroke="red", line=5, dashed=True)
    else:
        canvas.line(start, end, line=9)
        canvas.line(start, end, stroke="white", line=4, guide=True)
