"""Flags on masts: which word they spell, and what the pennant among them does.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from dataclasses import dataclass

from benchmark.core.draws import Draws
from workshop.authoring.family import Call, Solve
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.source import fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.examples import frame
from workshop.suites.humaneval_v.families._mast_rules import mast_rules

VERSION = 2
KINDS = ("sequence",)
TASK_TYPE = "Computation"
ASPECTS = ("Data Structures", "Spatial Transformations")
MUTATIONS = ("top", "onward", "to-front", "above")

FLAGS = "cdhvxs"
NAMES = {
    "c": "upright cross",
    "d": "disc",
    "h": "level band",
    "v": "upright band",
    "x": "slanting cross",
    "s": "small square",
    "p": "pennant",
}

TEXT = '''\
def solution(mast: str) -> str:
    """
    Flags hang on a mast and spell a word. Find the word, by the flags and masts in the picture.

    Parameters:
        mast (str): The flags from the top of the mast down, a letter for what each shows: "c" an upright
            cross, "d" a disc, "h" a level band, "v" an upright band, "x" a slanting cross, "s" a small square.
            "p" stands for a pennant, which has three corners and never hangs at the top.

    Returns:
        str: The letters of the word.
    """
'''

SPELL = """
def solution(mast: str) -> str:
    letters = $letters
    word = ""
    for flag in mast:
        if flag == "p":
            {pennant}
        else:
            word += letters[flag]
    return word
"""
ONWARD = """
def solution(mast: str) -> str:
    places = $places
    letters = $list
    word = ""
    further = 0
    for flag in mast:
        if flag == "p":
            further += 1
        else:
            word += letters[(places[flag] + further) % len(letters)]
    return word
"""
RULES = {
    "top": SPELL.replace("{pennant}", "word += word[0]"),
    "onward": ONWARD,
    "to-front": SPELL.replace("{pennant}", "word = word[-1] + word[:-1]"),
    "above": SPELL.replace("{pennant}", "word += word[-1]"),
}


@dataclass(frozen=True)
class Masts:
    """Parameters: the mutation, the flags in the order of the list, their letters, and the masts."""

    mutation: str
    flags: str
    letters: str
    shown: tuple[str, ...]
    tested: tuple[str, ...]


def sample(mutation: str, draws: Draws) -> Masts:
    order = draws.shuffled(FLAGS)
    flags = "".join(order)
    letters = "".join(draws.sample("ABDEGHKLMNORSTU", len(flags)))
    a, b, c, d, e, f = order
    # The masts show a pennant at the end, a pennant after the last flag of the list, two pennants apart, and
    # two pennants in a row.
    shown = (
        d + b + e + "p",
        b + d + a + "p" + f + c,
        c + f + "p" + a + e + "p" + b,
        e + a + d + "pp" + f + a,
    )
    tested = [draws.choice(flags), f + "p", a + "pp", "".join(draws.shuffled(flags))]
    for _ in range(8):
        mast = draws.text(flags, draws.integer(2, 4))
        for _ in range(draws.integer(1, 3)):
            mast += "p" + draws.text(flags, draws.integer(0, 2))
        tested.append(mast)
    tested = [mast for mast in dict.fromkeys(tested) if mast not in shown]
    return Masts(mutation, flags, letters, shown, tuple(tested))


def calls(masts: Masts) -> list[Call]:
    return [(mast,) for mast in masts.tested]


def examples(masts: Masts) -> list[Call]:
    return [(mast,) for mast in masts.shown]


def rule_space(masts: Masts) -> RuleSpace:
    return mast_rules(masts.flags, masts.letters)


def reference(masts: Masts) -> str:
    program = RULES[masts.mutation]
    if masts.mutation == "onward":
        places = {flag: place for place, flag in enumerate(masts.flags)}
        return fill(program, places=places, list=masts.letters)
    return fill(program, letters=dict(zip(masts.flags, masts.letters, strict=True)))


def picture(masts: Masts, solve: Solve) -> Canvas:
    canvas = Canvas(1000, 900)
    frame(canvas, 12, 12, 976, 160, title="Flags")
    for place, (flag, letter) in enumerate(zip(masts.flags, masts.letters, strict=True)):
        x = 60 + place * 154
        _flag(canvas, flag, x, 78)
        canvas.text(x + 106, 106, letter, bold=True, size=32, fill="blue")
    for number, mast in enumerate(masts.shown):
        x = 12 + number * 246
        frame(canvas, x, 182, 238, 706, title=f"Mast {number + 1}")
        canvas.line((x + 66, 252), (x + 66, 806), line=7)
        canvas.circle(x + 66, 246, 10, fill="yellow")
        for level, flag in enumerate(mast):
            _flag(canvas, flag, x + 70, 266 + level * 75)
        canvas.text(x + 119, 846, solve(mast), bold=True, size=32, fill="blue")
    return canvas


def _flag(canvas: Canvas, flag: str, x: float, y: float) -> None:
    """Draw a flag of 84 × 58 px from its top left corner."""
    wide, high = 84, 58
    if flag == "p":
        canvas.polygon([(x, y + 4), (x + wide + 26, y + high / 2), (x, y + high - 4)], fill="orange")
        return
    canvas.rect(x, y, wide, high, fill="white")
    middle, level = x + wide / 2, y + high / 2
    match flag:
        case "c":
            canvas.line((middle, y), (middle, y + high), stroke="red", line=13)
            canvas.line((x, level), (x + wide, level), stroke="red", line=13)
        case "x":
            canvas.line((x + 7, y + 6), (x + wide - 7, y + high - 6), stroke="red", line=12)
            canvas.line((x + 7, y + high - 6), (x + wide - 7, y + 6), stroke="red", line=12)
        case "h":
            canvas.rect(x, level - 11, wide, 22, fill="red", stroke=None)
        case "v":
            canvas.rect(middle - 13, y, 26, high, fill="red", stroke=None)
        case "d":
            canvas.circle(middle, level, 18, fill="red", stroke=None)
        case _:
            canvas.rect(middle - 15, level - 15, 30, 30, fill="red", stroke=None)
    canvas.rect(x, y, wide, high)


def describe(masts: Masts, solve: Solve) -> str:
    listed = ", ".join(
        f"{NAMES[flag]} {letter}" for flag, letter in zip(masts.flags, masts.letters, strict=True)
    )
    parts = [
        f"Mast {number}: {', '.join(NAMES[flag] for flag in mast)}; word {solve(mast)}."
        for number, mast in enumerate(masts.shown, 1)
    ]
    return (
        "The picture shows at its top six white flags with red signs, under the title Flags, each with a blue letter; "
        f"from left to right: {listed}. Below stand four masts with flags, and a word in blue under each. Some of the "
        "flags are orange pennants with three corners, which have no letter at the top. The masts from the top "
        f"down: {' '.join(parts)}"
    )
