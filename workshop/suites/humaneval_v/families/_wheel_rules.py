"""Rules of a hand that is turned on a wheel of letters.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from workshop.authoring.rule_space import RuleSpace, program_space, rule_of

#: Parts of what a reader may see in the turns → their choices.
PARTS: dict[str, Sequence[Any]] = {
    "begin": ("mark", "after the mark", "before the mark", "opposite", "top", "first in the alphabet"),
    "way": (1, -1),  # of the first turn, clockwise or anticlockwise
    "other way": (
        "never",
        "every turn",
        "every second turn",
        "every third turn",
        "after the first turn",
        "after an odd number",
        "after an even number",
        "after a long turn",
        "after passing the mark",
        "after a smaller number",
        "after a larger number",
    ),
    "from": ("last stop", "begin", "stop before", "first stop", "begin for even turns"),
    "letters": (
        "number",
        "one more",
        "one less",
        "twice",
        "with the turns before",
        "without the turns before",
        "with the number before",
        "from the number before",
        "sum of numbers",
    ),
    "long": ("goes on", "ends at its start", "is left out", "goes back", "units only", "sum of digits"),
    "passed over": ("none", "written", "last written", "mark", "vowels"),
}


def written(choices: Sequence[Any], turns: Sequence[int], *, letters: str, mark: int) -> str:
    """Return the word for turns by a rule of the space; ``mark`` counts places clockwise from the top."""
    begin, way, other, origin, counted, long, over = choices
    size = len(letters)
    first = {
        "mark": 0,
        "after the mark": 1,
        "before the mark": -1,
        "opposite": size // 2,
        "top": -mark,
        "first in the alphabet": letters.index(min(letters)),
    }[begin] % size
    stops, word, total = [first], "", 0
    for number, turn in enumerate(turns):
        before = turns[number - 1] if number else 0
        total += turn
        far = {
            "number": turn,
            "one more": turn + 1,
            "one less": turn - 1,
            "twice": 2 * turn,
            "with the turns before": turn + number,
            "without the turns before": turn - number,
            "with the number before": turn + before,
            "from the number before": abs(turn - before),
            "sum of numbers": total,
        }[counted]
        if far >= 10 and long in ("units only", "sum of digits"):
            far = far % 10 + (far // 10 if long == "sum of digits" else 0)
        elif far > size and long in ("ends at its start", "is left out", "goes back"):
            far = {"ends at its start": size, "is left out": 0}.get(long, 2 * size - far)
        place = {
            "last stop": stops[-1],
            "begin": first,
            "stop before": stops[-2:][0],
            "first stop": stops[min(1, number)],
            "begin for even turns": stops[-1] if number % 2 == 0 else first,
        }[origin]
        passed = {
            "written": {letter for letter in letters if letter in word},
            "last written": set(word[-1:]),
            "mark": {letters[0]},
            "vowels": set("AEIOU"),
        }.get(over, set())
        crossed = False
        if not passed:
            crossed = not 0 <= place + way * far < size
            place = (place + way * far) % size
        else:
            step = way if far >= 0 else -way
            for _ in range(abs(far)):
                place = (place + step) % size
                while letters[place] in passed:
                    place = (place + step) % size
                    crossed = crossed or place == 0
                crossed = crossed or place == 0
        stops.append(place)
        word += letters[place]
        if (
            other == "every turn"
            or (other == "every second turn" and number % 2 == 1)
            or (other == "every third turn" and number % 3 == 2)
            or (other == "after the first turn" and not number)
            or (other == "after an odd number" and turn % 2)
            or (other == "after an even number" and turn % 2 == 0)
            or (other == "after a long turn" and turn > size)
            or (other == "after passing the mark" and crossed)
            or (other == "after a smaller number" and turn < before)
            or (other == "after a larger number" and number and turn > before)
        ):
            way = -way
    return word


#: Mutation → the way of the first turn, when it changes, and from where a turn goes.
RIGHT = {
    "to-and-fro": (1, "every turn", "last stop"),
    "onward": (1, "never", "last stop"),
    "from-the-mark": (1, "never", "begin"),
    "backward": (-1, "never", "last stop"),
}


def right_rule(mutation: str) -> Mapping[str, int]:
    """Return the rule of a mutation by the choice of each part."""
    meant = ("mark", *RIGHT[mutation], "number", "goes on", "none")
    return rule_of(PARTS, meant)


@lru_cache(maxsize=4)
def wheel_rules(letters: str, mark: int) -> RuleSpace:
    """Return the space of a wheel."""
    return program_space(PARTS, partial(written, letters=letters, mark=mark))
