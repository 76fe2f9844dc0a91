"""A counting frame: beads on rods, one rod for each digit of a number.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from workshop.drawing.canvas import Canvas

HEIGHT = 206.0  #: px
_ROD, _BEAD = 34.0, 19.0  #: px from rod to rod, and from bead to bead


def counting_frame(canvas: Canvas, x: float, y: float, number: int, *, rods: int) -> None:
    """Draw a frame whose upper edge has its middle at a point; beads lie at the lower ends of the rods."""
    left = x - _ROD * rods / 2
    canvas.rect(left, y, _ROD * rods, HEIGHT, fill="white", line=4)
    for place, digit in enumerate(f"{number:0{rods}}"):
        middle = left + _ROD * (place + 0.5)
        canvas.line((middle, y), (middle, y + HEIGHT))
        for bead in range(int(digit)):
            canvas.circle(middle, y + HEIGHT - 12 - _BEAD * bead, 8.5, fill="orange")
