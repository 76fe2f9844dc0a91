"""The key of ``garden_ways``: its signs, and small gardens that show what ponds with some looks do.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Sequence
from functools import partial

from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import key
from workshop.suites.mmcode.families._cards import Card
from workshop.suites.mmcode.families._garden_lessons import BLOCK, Lesson
from workshop.suites.mmcode.families._garden_picture import (
    draw_paths,
    draw_pond,
    garden_words,
    lay_paths,
    sign_path,
)
from workshop.suites.mmcode.families._turned_signs import draw_sign

#: A function that draws a sign at a point, and its name.
Entry = tuple[Callable[[float, float], object], str]
SCALE = 0.48  #: of small gardens
LESSON_LETTERS = dict(zip(BLOCK, "ABCDEF", strict=True))

KEY_WORDS = (
    "A key of six signs. Turnstile: an orange arrowhead on a path. Gate: a blue bar across a path. Black sign: some black squares. "
    "Red ring: in a circle. Card, one frame, and card, two frames: grey with a yellow corner."
)


def key_picture(lessons: Sequence[Lesson] = ()) -> Canvas:
    """Draw the signs of all levels, and small gardens."""
    canvas = Canvas(1020, 168 + 212 * -(-len(lessons) // 3)) if lessons else Canvas(600, 330)

    def on_path(sign: str, x: float, y: float) -> None:
        line = [(x + dx, y) for dx in (-40.0, 0.0, 40.0)]
        lay_paths(canvas, [line])
        sign_path(canvas, line, 1, sign)

    def card(x: float, y: float, double: bool) -> None:
        Card(left=x - 32, top=y - 32, wide=64, high=64, x=0, y=0, double=double).cover(canvas)

    left: list[Entry] = [
        (partial(on_path, ">"), "turnstile"),
        (partial(on_path, "|"), "gate"),
        (lambda x, y: draw_sign(canvas, x, y, 0, 30, side=10), "black sign"),
    ]
    right: list[Entry] = [
        (partial(draw_pond, canvas, look="r"), "red ring"),
        (partial(card, double=False), "card, one frame"),
        (partial(card, double=True), "card, two frames"),
    ]
    if not lessons:
        for x, signs in ((70, left), (350, right)):
            key(canvas, x, 60, signs, gap=105, room=56)
        return canvas
    for x, signs in zip((60, 370, 680), (left[:2], [left[2], right[0]], right[1:]), strict=True):
        key(canvas, x, 42, signs, gap=78, room=56)
    looks = sorted({look for garden, *_ in lessons for look in garden["looks"].values()})
    for place, look in enumerate(looks):
        draw_pond(canvas, 978, 28 + 54 * place, look, 0.6)
    for place, lesson in enumerate(lessons):
        _draw_lesson(canvas, lesson, 340 * (place % 3), 168 + 212 * (place // 3))
    return canvas


def _draw_lesson(canvas: Canvas, lesson: Lesson, left: float, top: float) -> None:
    """Draw a small garden, and the numbers of its walks below it."""
    garden, *_ = lesson
    moved = {
        **garden,
        "ponds": [(left + 28 + SCALE * x, top + SCALE * y) for x, y in garden["ponds"]],
    }
    draw_paths(canvas, moved, 5, SCALE)
    looks = {**garden["looks"], **dict.fromkeys(garden["red"], "r")}
    for pond, letter in LESSON_LETTERS.items():
        x, y = moved["ponds"][pond]
        draw_pond(canvas, x, y, looks.get(pond, ""), SCALE)
        canvas.text(x, y, letter, size=18, bold=True)
    for pond, sign in garden["passages"].items():
        (x, y), (a, b) = moved["ponds"][pond], garden["spots"][pond]
        away = 0.64 * (a - garden["ponds"][pond][0]), 0.64 * (b - garden["ponds"][pond][1])
        draw_sign(canvas, x + away[0], y + away[1], sign, 137 * pond % 360, side=8.4, line=2.2)
    for place, text in enumerate(_walk_words(lesson)):
        canvas.text(left + 22 + 78 * place, top + 197, text, size=18, anchor="start")


def _walk_words(lesson: Lesson) -> list[str]:
    _, walks, counts = lesson
    return [
        f"{LESSON_LETTERS[start]} {LESSON_LETTERS[end]}: {count}"
        for (start, end), count in zip(walks, counts, strict=True)
    ]


def key_words(lessons: Sequence[Lesson] = ()) -> str:
    """Describe the key."""
    if not lessons:
        return KEY_WORDS
    gardens = "; ".join(
        f"{number}. {garden_words(lesson[0], LESSON_LETTERS, 5)} Walks: {', '.join(_walk_words(lesson))}"
        for number, lesson in enumerate(lessons, 1)
    )
    return f"{KEY_WORDS} Without names: ponds with other looks. Small gardens, and walks with their smallest numbers of moves: {gardens}"
