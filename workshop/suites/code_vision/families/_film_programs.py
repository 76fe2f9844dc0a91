"""Programs that do what charts with films do.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Sequence

from workshop.suites.code_vision.families import _film_readings as readings
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._film_charts import Laid
from workshop.suites.code_vision.families._settled_rules import Rule

#: Way → whether it is flipped, left and right change places, and quarters by which it is turned right then.
_FLIPS = {
    "as drawn": (0, 0), "right": (0, 1), "half": (0, 2), "left": (0, 3),
    "mirrored": (1, 0), "rising": (1, 1), "upside": (1, 2), "falling": (1, 3),
}  # fmt: skip
_TESTS = {
    "odd": "len(results) % 2 == 0", "even": "len(results) % 2 == 1", "n even": "number % 2 == 0", "n odd": "number % 2 == 1",
    "n > p": "number > p", "n < p": "number < p", "r even": "r % 2 == 0", "r odd": "r % 2 == 1",
}  # fmt: skip
_SPOT = """\
def spot(index, flip, turns):
    row, column = divmod(index, 4)
    if flip:
        column = 3 - column
    for _ in range(turns % 4):
        row, column = column, 3 - row
    return row, column
""".splitlines()
_WALK = """\
for at in walk:
    for text in boxes.get(at, []):
        if text == "x2":
            n *= 2
        elif text == "+r":
            n += r
        else:
            n += int(text)
""".splitlines()


def _line(text: str) -> str:
    """Return the line of a program for a text."""
    return {"x2": "n *= 2", "+r": "n += r"}.get(text, f"n {text[0]}= {text[1:]}")


def _box_lines(texts: Sequence[tuple[str, str, str]]) -> list[str]:
    """Return the lines of a program for a box with these texts."""
    tests = {
        "": "",
        "odd": "turn",
        "even": "not turn",
        "n even": "number % 2 == 0",
        "n odd": "number % 2 == 1",
    }
    lines: list[str] = []
    for text, meet, time in texts:
        act = programs.either(tests[time], [_line(text)], lines if meet == " over" else [])
        lines = act if meet == " over" else [*act, *lines] if meet else [*lines, *act]
    return lines


def _way_lines(meaning: readings.Meaning, place: int) -> list[str]:
    """Return the lines of a program for the way of a film: flipped or not, and then quarter turns to the right."""
    flip, turns = _FLIPS[meaning.way]
    follows = meaning.follows if place else ""
    lines = list[str]()
    if not follows:
        lines.append(f"flip, turns = {bool(flip)}, {turns}")
    elif flip:
        lines.append(f"flip, turns = not flip, {turns or ''}{' ' * bool(turns)}-{' ' * bool(turns)}turns")
    elif turns:
        lines.append(f"turns += {turns}")
    if meaning.turn:
        often = {"times": f"times_{place + 1}", "numbers": "len(results)", "n": "number"}[meaning.by]
        lines.append(f"turns {'+' if meaning.turn == 'right' else '-'}= {often}")
    return lines


def _film_lines(chart: Laid, place: int, means: Sequence[readings.Meaning]) -> list[str]:
    """Return the lines of a program for a film."""
    meaning, after = means[place], means[place + 1 : place + 2]
    lines, test = _way_lines(meaning, place), _TESTS.get(meaning.time, "")
    if meaning.time in ("with", "without"):
        no = meaning.time == "without"
        test = ("not lies" if no else "lies") if place else "True" if no else "False"
    if any(each.time in ("with", "without") for each in after):
        lines += [f"lies = {test or True}"] if test != "lies" else []
        test = "lies"
    spots = f"for index, text in enumerate(film_{place + 1}.split()):"
    old = "boxes.get(at, [])" if place else "[]"
    put = {
        "": f"boxes[at] = [*{old}, text]",
        " under": f"boxes[at] = [text, *{old}]",
        " over": "boxes[at] = [text]",
        " off": "boxes.setdefault(at, [text])",
    }[meaning.meet if place else " over"]
    acts = [spots, "    if text != '.':", *programs.indented(["at = spot(index, flip, turns)", put], 8)]
    acts += [f"times_{place + 1} += 1"] * (meaning.by == "times")
    return [*lines, *programs.either(test, acts, [])]


def _stack_program(chart: Laid, rule: Rule) -> str:
    """Return a program that lays the films for each number."""
    means = [readings.parts(rule[film.sign]) for film in chart.films]
    begin = [f"walk = {chart.boxes}"]
    for place, film in enumerate(chart.films):
        texts = dict(film.texts)
        places = [(row, column) for row in range(4) for column in range(4)]
        begin.append(f"film_{place + 1} = {' '.join(texts.get(at, '.') for at in places).rstrip(' .')!r}")
    times = [f"times_{place + 1}" for place, mean in enumerate(means) if mean.by == "times"]
    begin += [" = ".join([*times, "0"])] * bool(times)
    lines = [line for place in range(len(means)) for line in _film_lines(chart, place, means)]
    inner = ["boxes = {}", *lines, "n = number", *_WALK]
    uses = "number > p" in "".join(lines) or "number < p" in "".join(lines)
    inner += ["r = n", *["p = number"] * uses, "results.append(n)"]
    begin += ["results, r = [], 0", *["p = 0"] * uses, "for number in numbers:", *programs.indented(inner)]
    return "\n".join(
        [
            "def solution(numbers: list[int]) -> list[int]:",
            *programs.indented([*_SPOT, *begin, "return results"]),
        ]
    )


def program(chart: Laid, rule: Rule) -> str:
    """Return a program that does what a chart does by a rule."""
    if chart.strands:
        return _stack_program(chart, rule)
    lines = [line for texts in readings.texts_on(chart, rule) for line in _box_lines(texts)]
    turns = any("turn:" in line for line in lines)
    again = any("n += r" in line for line in lines)
    lines = ["n = number", *["turn = not turn"] * turns, *lines, *["r = n"] * again, "results.append(n)"]
    begin = ["results = []", *["turn = False"] * turns, *["r = 0"] * again]
    body = [*begin, "for number in numbers:", *programs.indented(lines), "return results"]
    return "\n".join(["def solution(numbers: list[int]) -> list[int]:", *programs.indented(body)])
