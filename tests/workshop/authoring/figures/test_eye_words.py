"""Pictures in words: the text alone answers each question of ``open-words-choice``, without telling it."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

from benchmark.core.task import ChoiceCheck, Task, Text
from benchmark.suites.mathopeval.question_text import split_options
from benchmark.suites.mathopeval.suite import SUITE
from tests.sampling import gate_of
from tests.workshop.authoring.figures.moved_figures import Corners, results
from workshop.authoring.figures.figure_set import EYE_CAPTURES, EYE_KINDS, PER_TYPE
from workshop.suites.mathopeval.families.by_eye.rules import Language, Spot, When

pytestmark = gate_of("figures")
TASKS = SUITE.datasets["open-words-choice"]()
WHENS = {
    When.FLAGGED: "comes from above|a ring|number of times|is thick",
    When.AGAIN: "each second time|each time",
    When.MOVED: "just before",
}
#: What a walk meets at each place: a sign, a flag, and by deed where it goes on; at an end, a name.
Places = Mapping[Any, tuple[int, bool, Sequence[Any]]]


class Asked(NamedTuple):
    level: int
    question: str
    words: str
    options: tuple[str, ...]
    answer: str


def asked_of(task: Task) -> Asked:
    text = split_options("".join(part.text for part in task.parts if isinstance(part, Text)))
    question, words = text.question.split("\n\nThe picture in words: ")
    assert isinstance(task.check, ChoiceCheck)
    plain = tuple(re.sub("^(on|to part|to|line|corner) ", "", option) for option in text.options)
    return Asked(int(task.level), question, words, plain, plain["ABCD".index(task.check.answer)])


def numbers(text: str) -> list[float]:
    return [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", text)]


def end_of_told(
    asked: Asked, places: Places, starts: Mapping[str, Any], signs: Sequence[str], deeds: Sequence[str]
) -> str:
    """Return where the rule of a question leads; each sign is told by words, which may be apart."""
    told = r"At (?:a )?([^.,]+), ([^.,]+)(?:, but ([^.]+?) (if|the second, fourth …) ([^.]+))?\."
    rules = {}
    for what, deed, other, when, which in re.findall(told, asked.question):
        (sign,) = (
            number for number, words in enumerate(signs) if all(word in what for word in words.split())
        )
        rules[sign] = deeds.index(deed), deeds.index(other or deed), when, which
    (start,) = re.findall(r"^(?:Start on|Start at part|Go in at) (.+?)(?:\.| and )", asked.question)
    place, met, moved = starts[start], Counter[int](), False
    while place in places:
        sign, flag, exits = places[place]
        usual, other, when, which = rules[sign]
        met[sign] += 1
        last = moved if "just before" in which else flag
        is_other = last if when == "if" else met[sign] % 2 == 0
        deed = other if is_other else usual
        place, moved = exits[deed], deed > 0
    return str(place)


def end_of(asked: Asked, places: Places, starts: Mapping[str, Any], *, signs: int, **deeds: Any) -> str:
    """Return where all rules lead that agree with the shown walks."""
    whens = tuple(when for when, words in WHENS.items() if re.search(words, asked.question))
    unused = {"chosen": 0, "shown": (0, 0), "met": (0, 0), "moves": 0}
    language = Language(signs=signs, whens=whens, most=100, **unused, **deeds)
    names, known = list(starts), list(places)
    ends = {name: -1 - names.index(name) for name in names}
    at = {place: number for number, place in enumerate(known)} | ends
    spots = [Spot(sign, flag, tuple(at[place] for place in exits)) for sign, flag, exits in places.values()]
    rules = language.rules()
    shown = r"from ([^,.]+?) to (?:the right end of )?([^,.]+?)(?:, | and (?=from)|\. )"
    for start, end in re.findall(shown, asked.question):
        rules = rules[language.ways(spots, at[starts[start]], rules)[:, -1] == ends[end]]
    (start,) = re.findall(r"from ([^,.]+)\?$", asked.question)
    (found,) = set(language.ways(spots, at[starts[start]], rules)[:, -1])
    return names[-1 - int(found)]


def along_lines(asked: Asked) -> str:
    """Follow walks on lines whose crossings are listed from the left."""
    met = {
        name: re.findall(r"([^,(]+) \((over|under) it, from (above|below)\)", row)
        for name, row in re.findall(r'From the left, "(.+?)" meets (.+?)\.(?= From|$)', asked.words)
    }
    met = {name: [(other.strip(), *how) for other, *how in row] for name, row in met.items()}
    others = {name: [other for other, *_ in row] for name, row in met.items()}

    def place(name: str, number: int) -> Any:
        return (name, number) if number < len(met[name]) else name

    places = {}
    for name, row in met.items():
        for number, (other, over, above) in enumerate(row):
            time = others[name][:number].count(other)
            there = [at for at, back in enumerate(others[other]) if back == name][time]
            sign = (over == "over") + 2 * (above == "above" and asked.level != 4)
            exits = [place(name, number + 1), place(other, there + 1)]
            places[name, number] = sign, above == "above", exits
    starts = {name: place(name, 0) for name in met}
    if asked.level == 3:
        sorts = ("below under", "below over", "above under", "above over")
        return end_of_told(asked, places, starts, sorts, ("stay", "change"))
    return end_of(asked, places, starts, signs=4 if asked.level != 4 else 2)


def along_arrows(asked: Asked) -> str:
    """Follow walks along the arrows of a ring, 5 steps each."""
    row = re.findall(
        r"(\w+) \(([^;]+); its arrow (?:is from a (dot|ring)|has (\d+) gaps) and hits (\w+)\)", asked.words
    )
    names, looks, rings, gaps, hits = zip(*row, strict=True)
    signs = sorted(set(looks))
    places = {}
    for step in range(5):
        for part, name in enumerate(names):
            hit = names.index(hits[part])
            ends = [names[(hit + on) % len(names)] for on in (0, -1, 1, -2, 2)]
            flag = rings[part] == "ring" if asked.level == 4 else int(gaps[part]) % 2 == 1
            exits = ends if step == 4 else [(step + 1, end) for end in ends]
            places[step, name] = signs.index(looks[hit]), flag, exits
    starts = {name: (0, name) for name in names}
    if asked.level == 3:
        ways = ("clockwise", "counterclockwise")
        deeds = ("stay", *(f"go {many} {way}" for many in ("1 part", "2 parts") for way in ways))
        return end_of_told(asked, places, starts, signs, deeds)
    return end_of(asked, places, starts, signs=len(signs), deeds=5, pairs=((1, 2), (3, 4)))


def along_turns(asked: Asked) -> str:
    """Follow walks on lines in both directions, with turns to the left and to the right."""
    lines: dict[tuple[str, str], Any] = {}
    for first, last, width, row in re.findall(
        r"(\d+)-(\d+) is (thick|thin) and meets (.+?)\.(?: |$)", asked.words
    ):
        met = re.findall(r"at (#\d+) (\d+)-(\d+) \((over|under) it, with (\d+) on the left\)", row)
        lines[first, last] = width == "thick", met

    def place(line: tuple[str, str], number: int, ahead: int) -> Any:
        inside = 0 <= number < len(lines[line][1])
        return (line, number, ahead) if inside else line[ahead > 0]

    places = {}
    for line, (is_thick, row) in lines.items():
        for number, (name, *other, over, left) in enumerate(row):
            its = other[0], other[1]
            there = [met[0] for met in lines[its][1]].index(name)
            for ahead in (1, -1):
                to = ahead if left == its[1] else -ahead
                sign = (over == "over") + 2 * (lines[its][0] and asked.level != 4)
                exits = [place(line, number + ahead, ahead)]
                exits += [place(its, there + way, way) for way in (to, -to)]
                places[line, number, ahead] = sign, is_thick, exits
    starts = {line[0]: place(line, 0, 1) for line in lines}
    starts |= {line[1]: place(line, len(lines[line][1]) - 1, -1) for line in lines}
    if asked.level == 3:
        sorts = ("thin under", "thin over", "thick under", "thick over")
        return end_of_told(asked, places, starts, sorts, ("go straight on", "turn left", "turn right"))
    pairs = ((0, 1), (0, 2), (1, 2)) if asked.level == 4 else ((1, 2),)
    return end_of(asked, places, starts, signs=4 if asked.level != 4 else 2, deeds=3, pairs=pairs)


def nearest(found: Mapping[str, float], wanted: float, apart: float) -> str:
    """Return the name of the value that is wanted; all others are ``apart`` from it, as a share of it."""
    first, second, *_ = sorted(found, key=lambda name: abs(found[name] - wanted))
    assert abs(found[first] - wanted) < 0.002 * abs(wanted)
    assert abs(found[second] - wanted) > apart * abs(wanted)
    return first


def line_at(asked: Asked) -> str:
    rows = re.findall(
        r'"([^"]+)" is #\w+ and, by the y axis, has points at x = (.+?), with y = (.+?)\.(?: |$)', asked.words
    )
    value, place = numbers(asked.question)[-2:]
    found = {name: float(np.interp(place, numbers(xs), numbers(ys))) for name, xs, ys in rows}
    return nearest(found, value, 0.02)


def layer_at(asked: Asked) -> str:
    """Thickness changes evenly between two points of an edge."""
    (xs,) = re.findall(r"between their points at x = \[(.+?)\]", asked.words)
    lowest, *edges = re.findall(r"y = \[(.+?)\]", asked.words)
    names = re.findall(r'"([^"]+)" reaches', asked.words)
    marks = dict(re.findall(r"(A|B)(?: is)? at x = (\d+)", asked.words))

    def thick(place: float) -> dict[str, float]:
        heights = [float(np.interp(place, numbers(xs), numbers(edge))) for edge in (lowest, *edges)]
        return dict(zip(names, (high - low for low, high in pairwise(heights)), strict=True))

    if not marks:
        value, place = numbers(asked.question)[-2:]
        return nearest(thick(place), value, 0.1)
    (other,) = re.findall(r"at B as (.+) is at A", asked.question)
    found = thick(float(marks["B"]))
    del found[other]
    return nearest(found, thick(float(marks["A"]))[other], 0.05)


def part_of(asked: Asked) -> str:
    spans = re.findall(r'"([^"]+)" from ([\d.]+)° to ([\d.]+)°', asked.words)
    found = {name: (float(end) - float(start)) / 3.6 for name, start, end in spans}
    return nearest(found, numbers(asked.question)[-1], 0.02)


def line_through(asked: Asked) -> str:
    rows = re.findall(r"(dashed line|line \w) from \((.+?)\) to \((.+?)\)", asked.words)
    ends = [(name, *(np.array(numbers(point)) for point in points)) for name, *points in rows]
    (_, a, b), (_, c, d) = (row for row in ends if row[0] == "dashed line")
    share = np.linalg.solve(np.stack([b - a, c - d], axis=1), c - a)[0]
    crossing = a + share * (b - a)
    found = {
        name.removeprefix("line "): 100
        + abs(float(np.cross([*(last - first), 0], [*(crossing - first), 0])[2])) / math.dist(first, last)
        for name, first, last in ends
        if name != "dashed line"
    }
    return nearest(found, 100, 0.006)


def corner_taken(asked: Asked) -> str:
    """Move the last figure by each rule that agrees with the pairs, whose corners are named in any order."""
    shown = re.findall(r"the thin figure has the corners (.+?), in this order\.", asked.words)
    thick = re.findall(r"The thick one has the corners (.+?), in this order\.", asked.words)

    def corners(row: str) -> Corners:
        return tuple((int(x), int(y)) for x, y in re.findall(r"\((\d+), (\d+)\)", row))

    pairs = [(corners(before), corners(after)) for before, after in zip(shown[:3], thick, strict=True)]
    letters = re.findall(r"\b([K-Z]) \(", shown[3])
    (found,) = results(asked.question, pairs, corners(shown[3]))
    *_, x, y = numbers(asked.question)
    return letters[found.index((int(x), int(y)))]


SEEN = {
    "crossings": line_at,
    "layers": layer_at,
    "wedges": part_of,
    "meetings": line_through,
    "panels": corner_taken,
}
LED = {
    "crossings": along_lines,
    "layers": along_lines,
    "wedges": along_arrows,
    "meetings": along_turns,
    "panels": corner_taken,
}


@pytest.mark.parametrize("kind", EYE_KINDS)
def test_each_question_is_answered_from_the_words(kind: str) -> None:
    tasks = [task for task in TASKS if task.family.startswith(kind)]
    assert len(tasks) == PER_TYPE + len(EYE_CAPTURES.get(kind, ()))
    for task in tasks:
        asked = asked_of(task)
        is_led = asked.level > 3 or (asked.level == 3 and kind != "crossings")
        assert (LED if is_led else SEEN)[kind](asked) == asked.answer, task.id


def test_the_words_do_not_mark_the_answer() -> None:
    """All options are named; neither the one named first, last, most or least is the right one more often."""
    right: Counter[str] = Counter()
    for task in TASKS:
        asked = asked_of(task)
        at = [
            [found.start() for found in re.finditer(rf"\b{re.escape(name)}\b", asked.words)]
            for name in asked.options
        ]
        assert all(at), task.id
        own = at[asked.options.index(asked.answer)]
        right["first"] += own[0] == min(of[0] for of in at)
        right["last"] += own[-1] == max(of[-1] for of in at)
        right["most"] += len(own) == max(map(len, at)) > min(map(len, at))
        right["least"] += len(own) == min(map(len, at)) < max(map(len, at))
        assert "%" not in asked.words
        assert asked.question in "".join(part.text for part in task.parts if isinstance(part, Text))
    assert max(right.values()) < 0.36 * len(TASKS), right
