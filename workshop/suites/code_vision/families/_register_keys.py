"""Keys that stand for steps and questions of three registers, and worked examples that settle them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, permutations, product
from math import perm, prod
from typing import Any

from workshop.authoring.family import UnfitError
from workshop.suites.code_vision.families import _settled_programs as programs
from workshop.suites.code_vision.families._marked_boxes import MarkedChart
from workshop.suites.code_vision.families._settled_rules import Example, NarrowedSpace

STEPS = (
    "a += b", "a += c", "b += a", "b += c", "c += a", "c += b", "a -= b", "a -= c", "b -= a", "b -= c", "c -= a",
    "c -= b", "a, b = b, a", "b, c = c, b", "a, c = c, a", "a += 2 * c", "b += 2 * a", "c += 2 * b", "a = b - a",
    "b = c - b", "c = a - c", "a -= c // 2", "b -= a // 2", "c -= b // 2", "a = b % 5", "b = c % 4", "c = a % 3",
    "a += 1", "b -= 2", "c += 3",
)  # fmt: skip
QUESTIONS = (
    "a > b", "b > c", "c > a", "a even", "b even", "c even", "a < 3", "b < 0", "c > 5", "a > c + 2", "b > a + 3",
    "c > b + 1",
)  # fmt: skip
#: Where the ring of a key is, and to which side its teeth point.
KEYS = tuple(
    f"{ring} {teeth}"
    for ring, sides in {
        "up": ("left", "right"),
        "right": ("up", "down"),
        "down": ("left", "right"),
        "left": ("up", "down"),
    }.items()
    for teeth in sides
)
LIMIT = "limit"  #: stands in a rule for the boxes and diamonds that a walk passes at most
_JOINED = 16_000  #: meanings that are joined for one example
Rule = Mapping[str, str]  #: key → its step or question; and the limit


def question_test(question: str) -> str:
    """Return the test of a question."""
    return question.replace(" even", " % 2 == 0")


@lru_cache(maxsize=256)
def _meaning(text: str) -> Callable[[int, int, int], Any]:
    """Return a step, which gives the registers after it, or a question as a function."""
    names: dict[str, Any] = {}
    if "=" in text:
        exec(f"def done(a, b, c):\n    {text}\n    return a, b, c", names)  # noqa: S102 - ours
    else:
        exec(f"def done(a, b, c):\n    return {question_test(text)}", names)  # noqa: S102 - ours
    done: Callable[[int, int, int], Any] = names["done"]
    return done


Course = tuple[tuple[str, int, int], ...]


@lru_cache(maxsize=512)
def course(chart: MarkedChart) -> tuple[int, Course]:
    """Return the first box of a walk, and of each box its label and the next box, if yes and if no; -1 is the end."""
    outs = {number for number, box in enumerate(chart.boxes) if box.kind == "at"}
    after: list[dict[str, int]] = [{} for _ in chart.boxes]
    for way in chart.ways:
        after[way.start][way.label] = -1 if way.end in outs else way.end
    found = [
        (box.label, ends.get("yes", ends.get("", -1)), ends.get("no", -1))
        for box, ends in zip(chart.boxes, after, strict=True)
    ]
    return found[0][1], tuple(found)


def walker(chart: MarkedChart, rule: Rule) -> Callable[[Sequence[int]], tuple[Sequence[int], list[int]]]:
    """Return a function that walks with registers: it returns those after the walk, and the boxes passed."""
    begin, boxes = course(chart)
    limit = int(rule.get(LIMIT, len(boxes)))  # charts without a limit have no loop
    acts = [
        (_meaning(rule.get(label, label)), on, other) if label > "Z" else None for label, on, other in boxes
    ]

    def walk(registers: Sequence[int]) -> tuple[Sequence[int], list[int]]:
        here, passed = begin, list[int]()
        while here >= 0 and len(passed) < limit:
            passed.append(here)
            meaning, on, other = acts[here]  # type: ignore[misc]
            done = meaning(*registers)
            if isinstance(done, tuple):
                registers, here = done, on
            else:
                here = on if done else other
        return registers, passed

    return walk


def keys_of(chart: MarkedChart) -> dict[str, str]:
    """Return the keys of a chart, and whether each is in a box (``do``) or in a diamond (``ask``)."""
    return {box.label: box.kind for box in chart.boxes if box.label in KEYS}


def unknowns_of(chart: MarkedChart) -> dict[str, str]:
    """Return the keys of a chart as :func:`keys_of` does, and the limit if walks may go round."""
    rounds = any(way.end < way.start for way in chart.ways)
    return keys_of(chart) | ({LIMIT: LIMIT} if rounds else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class KeySpace(NarrowedSpace):
    """All ways in which different keys stand for different steps and questions of a list."""

    chart: MarkedChart  #: which calls of the tests are about
    meanings: Mapping[str, tuple[str, ...]]  #: ``do``, ``ask`` and the limit → what they may be

    @property
    def size(self) -> int:
        """Number of rules."""
        kinds = [*unknowns_of(self.chart).values()]
        return prod(perm(len(texts), kinds.count(kind)) for kind, texts in self.meanings.items())

    def joined(self, rules: Sequence[Rule], chart: MarkedChart) -> Iterator[Rule]:
        """Yield rules with every meaning of the unknowns that a chart adds.

        Raises:
            UnfitError: if there are too many.
        """
        new: dict[str, list[str]] = {kind: [] for kind in self.meanings}
        for name, kind in unknowns_of(chart).items():
            if name not in rules[0]:
                new[kind].append(name)
        count = prod(perm(len(texts), len(new[kind])) for kind, texts in self.meanings.items())
        if len(rules) * count > _JOINED:
            raise UnfitError(f"{len(rules)} rules with {count} further meanings are too many")
        names = [name for some in new.values() for name in some]
        for rule in rules:
            used = {*rule.values()}
            chosen = [
                permutations([text for text in texts if text not in used], len(new[kind]))
                for kind, texts in self.meanings.items()
            ]
            for parts in product(*chosen):
                yield {**rule, **dict(zip(names, chain(*parts), strict=True))}

    def left(self, shown: Sequence[tuple[Any, Any]], rules: Sequence[Rule] = ({},)) -> list[Rule]:
        """Return the rules, of the keys that occur, that give all worked examples what is told of their results.

        Raises:
            UnfitError: if too many are tried for one example.
        """
        todo = list(shown)
        while todo and rules:
            known = rules[0]
            todo.sort(key=lambda pair: sum(key not in known for key in unknowns_of(pair[0].chart)))
            example, told = todo.pop(0)
            rules = [rule for rule in self.joined(rules, example.chart) if fits(example, told, rule)]
        return list(rules)

    def open_call(self, fitting: Sequence[Rule], asked: Sequence[tuple[Any, Any]]) -> str:
        """Say that some of the rules which fit are wrong for a call of the tests; empty if none is."""
        if not fitting:
            return f"none of {self.size} rules gives the results of all examples"
        rules = list(self.joined(fitting, self.chart))
        wrong = [
            rule for rule in rules if any(run(self.chart, rule, call) != result for call, result in asked)
        ]
        return f"{len(wrong)} rules fit them and are wrong for a call" if wrong else ""


def key_space(
    chart: MarkedChart, steps: Sequence[str], questions: Sequence[str], limits: Sequence[str]
) -> KeySpace:
    """Return the space of a task's chart and its lists."""
    meanings = {"do": tuple(steps), "ask": tuple(questions), LIMIT: tuple(limits)}
    return KeySpace(
        parts={key: len(meanings[kind]) for key, kind in unknowns_of(chart).items()},
        chart=chart,
        meanings=meanings,
    )


def fits(example: Example, told: Sequence[Sequence[int | None]], rule: Rule) -> bool:
    """Whether a rule gives a worked example what is told of its results."""
    walk = walker(example.chart, rule)
    for registers, after in zip(example.runs, told, strict=True):
        found, _ = walk(registers)
        if any(value not in (None, each) for value, each in zip(after, found, strict=True)):
            return False
    return True


def run(chart: MarkedChart, rule: Rule, call: Sequence[Sequence[int]]) -> list[int]:
    """Return the registers after the walks of all numbers."""
    walk = walker(chart, rule)
    registers: Sequence[int] = (0, 0, 0)
    for number in call[0]:
        registers, _ = walk((number, *registers[1:]))
    return [*registers]


def program_of(chart: MarkedChart, rule: Rule) -> str:
    """Return the program of a chart."""
    begin, boxes = course(chart)
    inner = [number for number, box in enumerate(chart.boxes) if box.kind != "at"]
    names = {number: f"box {number}" for number in inner[:-1]} | {inner[-1]: "last"}

    def go(end: int) -> list[str]:
        return [f"here = {names[end]!r}"] if end >= 0 else ["break"]

    branches = []
    for number in inner:
        label, on, other = boxes[number]
        meant = rule.get(label, label)
        if "=" in meant:
            branches.append((names[number], [meant, *go(on)]))
        else:
            branches.append((names[number], programs.either(question_test(meant), go(on), go(other))))
    walked = [f"for _ in range({rule[LIMIT]}):", *programs.chain(branches)[1:]]
    lines = ["a = b = c = 0", "for number in numbers:"]
    lines += programs.indented(["a = number", f"here = {names[begin]!r}", *walked])
    return "\n".join(
        [
            "def solution(numbers: list[int]) -> list[int]:",
            *programs.indented([*lines, "return [a, b, c]"]),
        ]
    )
