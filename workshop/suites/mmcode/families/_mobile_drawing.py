"""The mobiles of ``driftwood_mobiles``: their lines and drawings.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from typing import Any

from workshop.drawing.canvas import Canvas

#: A mobile: a weight, or the letter of a rod with what is named first and second.
Mobile = int | tuple[str, Any, Any]


def rod_arms(values: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Return for each letter how many parts of the rod are left and right of its thread."""
    found = {}
    for part in values["rods"].split():
        letter, arms = part.split(":")
        left, right = map(int, arms.split("-"))
        found[letter] = left, right
    return found


def written(mobile: Mobile, variant: str, row: int = 1) -> Mobile:
    """Return a mobile with the ends of its rods in the order of a variant; in ``mobile`` left ends come first."""
    if isinstance(mobile, int):
        return mobile
    first, second = (written(part, variant, row + 1) for part in mobile[1:])
    if variant == "alternate" and row % 2 == 0:
        first, second = second, first
    return mobile[0], first, second


def line_of(mobile: Mobile) -> str:
    """Write a mobile in one line."""
    if isinstance(mobile, int):
        return str(mobile)
    return f"{mobile[0]} {line_of(mobile[1])} {line_of(mobile[2])}"


def _draw_rod(
    canvas: Canvas, letter: str, arms: tuple[int, int], place: tuple[float, float], part: float
) -> None:
    x, y = place
    left, right = arms
    canvas.line((x - left * part, y), (x + right * part, y), line=6)
    for notch in range(-left, right + 1):
        canvas.line((x + notch * part, y - 9), (x + notch * part, y + 9), line=3)
    canvas.text(x + 22, y - 30, letter, bold=True, size=26)


def rods_picture(values: dict[str, Any]) -> Canvas:
    """Draw the sorts of rods."""
    canvas = Canvas(880, 420)
    for number, (letter, (left, right)) in enumerate(rod_arms(values).items()):
        x = 440.0 * (number % 2) + 220 + 20 * (left - right)
        y = 110 + 200.0 * (number // 2)
        canvas.line((x, y - 70), (x, y), line=2.5)
        canvas.circle(x, y - 76, 7, fill="white", line=2.5)
        for end in (x - 40 * left, x + 40 * right):
            canvas.line((end, y), (end, y + 45), line=2.5, dashed=True)
        _draw_rod(canvas, letter, (left, right), (x, y), 40)
    return canvas


def draw_mobile(
    canvas: Canvas, values: dict[str, Any], mobile: Mobile, x: float, y: float, row: int = 1
) -> None:
    """Draw a mobile below a point."""
    if isinstance(mobile, int):
        canvas.line((x, y), (x, y + 45), line=2.5)
        canvas.circle(x, y + 68, 24, fill="paleorange", line=3)
        canvas.text(x, y + 68, mobile, bold=True, size=24)
        return
    left, right = arms = rod_arms(values)[mobile[0]]
    part = (380 / (left + right), 24, 20)[row - 1]
    deep = y + (60 if row == 1 else 120)
    canvas.line((x, y), (x, deep), line=2.5)
    draw_mobile(canvas, values, mobile[1], x - left * part, deep, row + 1)
    draw_mobile(canvas, values, mobile[2], x + right * part, deep, row + 1)
    _draw_rod(canvas, mobile[0], arms, (x, deep), part)
