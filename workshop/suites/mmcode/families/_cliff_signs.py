"""The signs of ``cliff_hikes``: rivers, bridges and cliffs between squares, and what they cost.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.drawing import arrows
from workshop.drawing.canvas import Canvas

RIVER = 99  #: the price of a river in the reference: more than all coins of a hiker

SIDE = 100.0


def draw_border(canvas: Canvas, one: tuple[float, float], other: tuple[float, float], sign: str) -> None:
    """Draw the sign between two squares, given by their middles; teeth of a cliff are on the side of the first."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    right, down = (one[0] - other[0]) / SIDE, (one[1] - other[1]) / SIDE  # points to the first square
    ends = (x + SIDE / 2 * down, y + SIDE / 2 * right), (x - SIDE / 2 * down, y - SIDE / 2 * right)
    if sign != "cliff":
        canvas.line(*ends, stroke="blue", line=13)
    else:
        canvas.line(*ends, line=6)
        for place in (-26, 0, 26):
            foot = [(x + (place + side) * down, y + (place + side) * right) for side in (-9, 9)]
            tip = (x + place * down + 21 * right, y + place * right + 21 * down)
            canvas.polygon([*foot, tip], fill="ink", stroke=None)
    if sign not in ("cliff", str(RIVER)):
        width, height = (56, 38) if right else (38, 56)
        canvas.rect(x - width / 2, y - height / 2, width, height, fill="white", line=4)
        if sign != "?":
            canvas.text(x, y, sign, bold=True, size=28)


def signs_picture(variant: str) -> Canvas:
    """Draw for each sign two squares, and what a step costs in both directions."""
    canvas = Canvas(900, 340)
    for number, sign in enumerate((str(RIVER), "?", "cliff")):
        left = 12 + 296.0 * number
        canvas.rect(left, 12, 284, 316, fill="mist", stroke="silver", line=2, radius=12, guide=True)
        for place in (0, 1):
            canvas.rect(left + 42 + SIDE * place, 120, SIDE, SIDE, fill="white", line=2)
        draw_border(canvas, (left + 92 + SIDE, 170), (left + 92, 170), sign)
        to_teeth, from_teeth = ("free", "rope") if variant == "teeth-below" else ("rope", "free")
        kinds = {str(RIVER): ("no", "no"), "?": ("coin", "coin")}.get(sign, (to_teeth, from_teeth))
        for y, kind, step in zip((76, 274), kinds, (1, -1), strict=True):
            _draw_step(canvas, left + 142, y, step, kind)
    return canvas


def _draw_step(canvas: Canvas, x: float, y: float, step: int, kind: str) -> None:
    """Draw an arrow to the right or, with ``step`` -1, to the left, with its sign in the middle."""
    arrows.arrow(canvas, (x - 76 * step, y), (x + 76 * step, y), line=5, head=20)
    if kind == "no":
        for turn in (-1, 1):
            canvas.line((x - 22, y - 22 * turn), (x + 22, y + 22 * turn), stroke="red", line=7)
    elif kind == "coin":
        canvas.circle(x, y, 24, fill="yellow", line=3)
        canvas.circle(x, y, 17, line=2)
    elif kind == "rope":
        for radius in (26, 18, 10):
            canvas.circle(x, y, radius, fill="white", line=4)
        canvas.line((x + 17, y - 20), (x + 36, y - 36), line=4)
