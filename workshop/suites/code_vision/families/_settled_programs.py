"""When a sign of a chart acts, and programs of walks through charts with signs.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

STEPS = ("t + n", "t - n", "t + 3", "t - 2", "n + 2", "n - 1", "t + p")
ASKED = ("n > 3 ?", "n > 6 ?", "n even ?")
_COUNTED = {
    "odd": "at the first, third, fifth passage and so on",
    "even": "at the second, fourth, sixth passage and so on",
    "first": "only at the first passage",
    "later": "at all passages but the first",
}
_OF = {"own": "of its place", "kind": "of any sign of its kind"}
_IN = {"ever": "over all walks", "walk": "counted from the begin of each walk"}
#: When a sign acts → in words.
WHENS = {
    "": "at each passage",
    **{
        f"{of} {within} {count}": f"{words} {_OF[of]}, {_IN[within]}"
        for of in _OF
        for within in _IN
        for count, words in _COUNTED.items()
    },
    "walks odd": "at each passage in the first, third, fifth walk and so on",
    "walks even": "at each passage in the second, fourth, sixth walk and so on",
    "n even": "if n is even",
    "n odd": "if n is odd",
}
#: Readings that no task has: those that act once are told too late, and those of n say less than a question.
_RIVALS = ("own ever first", "own ever later", "kind ever first", "kind ever later", "n even", "n odd")
_SIMPLE = ("", "own ever odd", "own ever even", "kind walk first")  #: of levels 1 and 2


def meanings(actions: Sequence[str], whens: Collection[str] = tuple(WHENS)) -> tuple[str, ...]:
    """Return that a sign does nothing, and each ``action | when``."""
    return ("", *(f"{action} | {when}" for action in actions for when in whens))


def is_fit(choice: str, level: int) -> bool:
    """Whether a sign of a task may act when a meaning says; at levels 1 and 2, its times are simple."""
    when = choice.partition(" | ")[2]
    return when not in _RIVALS and (level > 2 or when in _SIMPLE)


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text that many walks read."""
    return tuple(text.split())


class Passages:
    """Counts how often walks pass signs; ``begin`` is called at the begin of each walk."""

    def __init__(self) -> None:
        self.counts: dict[Any, int] = {}
        self.walk = 0

    def begin(self) -> None:
        self.walk += 1

    def holds(self, when: str, sign: str, place: Any, n: int) -> bool:
        """Count a passage of a sign at a place, and return whether it acts then."""
        if not when:
            return True
        if when[:2] == "n ":
            return (n % 2 == 0) == (when == "n even")
        if when[:5] == "walks":
            return (self.walk % 2 == 1) == (when == "walks odd")
        of, within, word = _words(when)
        key = (sign, place if of == "own" else "", self.walk if within == "walk" else 0)
        count = self.counts[key] = self.counts.get(key, 0) + 1
        if word in ("odd", "even"):
            return (count % 2 == 1) == (word == "odd")
        return (count == 1) == (word == "first")


def when_lines(when: str, sign: str, place: str) -> tuple[list[str], str]:
    """Return the lines of a program that count a passage, and the condition; see :class:`Passages`."""
    if when[:5] == "walks":
        return [], f"{'not ' * when.endswith('even')}odd_walk"
    of, within, word = when.split()
    name = f"{'odd' if within == 'ever' else 'seen'}_{place if of == 'own' else sign}"
    if word in ("odd", "even"):
        return [f"{name} = not {name}"], f"{'not ' * (word == 'even')}{name}"
    return [f"again = {name}", f"{name} = True"], "not again" if word == "first" else "again"


def either(holds: str, yes: Sequence[str], no: Sequence[str]) -> list[str]:
    """Return the lines of a decision; only those of ``yes`` without a condition."""
    if not holds:
        return list(yes)
    return [f"if {holds}:", *indented(yes), *[line for line in ("else:", *indented(no)) if no]]


def indented(lines: Sequence[str], by: int = 4) -> list[str]:
    """Return lines further to the right."""
    return [" " * by + line for line in lines]


def flags(lines: Sequence[str], word: str) -> list[str]:
    """Return the names of a program that begin with a word, such as ``odd_``."""
    found = {part for line in lines for part in line.replace(":", " ").split() if part.startswith(word)}
    return sorted(found)


def said(choice: str, actions: Mapping[str, str]) -> str:
    """Return a meaning in words."""
    action, _, when = choice.partition(" | ")
    return f"{actions[action]}, {WHENS[when]}" if choice else "it does nothing"


def step_line(step: str, names: Mapping[str, str]) -> str:
    """Return the line of a step such as ``t + n``; ``names`` says what a program calls its letters."""
    target, sign, operand = step.split()
    return f"{names.get(target, target)} {sign}= {names.get(operand, operand)}"


def question_test(label: str, names: Mapping[str, str]) -> str:
    """Return the test of a question such as ``n > 6 ?`` or ``n even ?``."""
    value, *test, _ = label.split()
    value = names.get(value, value)
    return f"{value} % 2 == 0" if test == ["even"] else f"{value} {' '.join(test)}"


def do_step(step: str, state: dict[str, int]) -> None:
    """Do a step with the values of letters."""
    target, sign, operand = _words(step)
    value = state[operand] if operand in state else int(operand)
    state[target] += value if sign == "+" else -value


def answer(label: str, state: Mapping[str, Any]) -> Any:
    """Answer a question with the values of letters, each a number, or an array of one for each rule."""
    value, *test, _ = _words(label)
    return state[value] % 2 == 0 if test == ["even"] else state[value] > int(test[1])


def chain(branches: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines that walk from box to box: (name of a box, its lines); the last takes every other name."""
    lines = ["while here:"]
    for number, (name, body) in enumerate(branches):
        test = f"elif here == {name!r}:" if number < len(branches) - 1 else "else:"
        lines += indented([test.removeprefix("el") if not number else test, *indented(body)])
    return lines


def walk_program(
    walk: Sequence[str], *, begin: Sequence[str] = (), result: str = "t", kind: str = "int"
) -> str:
    """Return a program whose numbers walk through a chart one after the other.

    Args:
        walk: lines of one walk, which begin with ``here = ...``.
        begin: lines before the first walk, besides those of t, p and what signs count.
        result: what is returned.
        kind: its type.
    """
    found = {word: flags([*begin, *walk], word) for word in ("odd_", "seen_")}
    uses = any(re.search(r"\bp\b", line) for line in walk)
    lines = ["t = 0"] if result == "t" else []
    lines += ["p = 0"] if uses else []
    lines += [*begin, *[f"{' = '.join(found['odd_'])} = False"] * bool(found["odd_"])]
    walk = [*["odd_walk = not odd_walk"] * ("odd_walk" in found["odd_"]), *walk]
    inner = ["n = number", *[f"{' = '.join(found['seen_'])} = False"] * bool(found["seen_"]), *walk]
    lines += ["for number in numbers:", *indented([*inner, *["p = number"] * uses]), f"return {result}"]
    return "\n".join([f"def solution(numbers: list[int]) -> {kind}:", *indented(lines)])
