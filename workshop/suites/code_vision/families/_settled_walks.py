"""Families of charts whose signs have meanings that worked examples settle: from a notation to tasks.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice, repeat
from time import process_time
from types import SimpleNamespace
from typing import Any

from benchmark.core.draws import Draws
from workshop.authoring.chart_families.family import MarkedChart
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.gates.tests import LateError, coverage_faults, cpu_limit, run_program, survivor_faults
from workshop.authoring.mutants import mutants
from workshop.authoring.source import assert_lines, compile_solution
from workshop.drawing.canvas import Canvas
from workshop.suites.code_vision.families._settled_rules import (
    Example,
    Rule,
    SettledSpace,
    joined_space,
)

DIAL = {"one-sign": "1", "two-signs": "2", "three-signs": "3", "four-signs": "4", "five-signs": "5"}
SIZE = 19.0  #: of texts, px
_SECONDS, _TURNS = 0.03, 4000  #: CPU seconds of a faulty program, at least; turns of its loops in a call
_ATTEMPTS, _REDRAWN, _PROGRAMS, _SETTLED = 60, 80, 6, 3
_ASKED = 45  #: calls on which a chart is tried first
MIDDLE = 3  #: levels up to this one have examples that show each sign alone
#: Level → signs in an example: in as many as there are signs, and in those after them.
_TOGETHER = {1: (1, 1), 2: (1, 2), 3: (1, 2), 4: (2, 2), 5: (3, 3)}


def numbers_for(draws: Draws, level: int) -> Call:
    """Draw a list of numbers for a worked example."""
    return (draws.integers(draws.integer(2, 2 + (level > 1) + (level > MIDDLE)), 0, 12),)


def sample(draws: Draws) -> dict[str, Any]:
    return {"seed": draws.text("ABCDEFGH", 16)}


def typical(values: Mapping[str, Any]) -> list[Call]:
    draws = Draws(values["seed"], "calls")
    return [(draws.integers(draws.integer(4, 8), 0, 12),) for _ in range(90)]


def edge(_values: Mapping[str, Any]) -> list[Call]:
    shown = [[], [0], [1], [4], [12], [7, 7], [3, 4], [12, 0, 12], [6] * 8, [9] * 8, [12] * 8, [5, 0] * 4]
    return [(numbers,) for numbers in [*shown, list(range(8)), list(range(12, 4, -1))]]


def _drawn_by_space(*_: Any) -> Any:
    """Stand for what only draws worked examples of families whose space does not."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """A family of charts with signs. A chart is any plain value of the family."""

    signs: Sequence[str]
    choices: Mapping[str, Sequence[str]]  #: sign → its meanings, of which the first is that it does nothing
    fit: Callable[[str, int], bool]  #: (meaning, level) → whether a task of the level may have it
    #: (draws, signs, level) → the chart of a task; raises ``UnfitError`` if it has no room.
    main: Callable[[Draws, Sequence[str], int], Any]
    needed: Callable[[Any], Collection[str]]  #: chart → signs that can change its results
    run: Callable[[Any, Rule, Call], Any]  #: None if a walk does not end
    program: Callable[[Any, Rule], str]
    words: Callable[[Any, Rule], str]  #: what a chart does by a rule, in full
    mermaid: Callable[[Any, str], list[str]]  #: (chart, begin of the names of its nodes) → lines
    pages: Callable[[Any], list[Canvas]]
    draw_small: Callable[[Canvas, Any, float, float], None]
    size: tuple[float, float]  #: of a worked example with its results, px
    text: str
    equivalent: Mapping[str, str]
    typical: Callable[[Mapping[str, Any]], Sequence[Call]]
    edge: Callable[[Mapping[str, Any]], Sequence[Call]]
    #: Draws the chart of a worked example with these signs; not needed if ``space`` draws its own.
    small: Callable[[Draws, Sequence[str]], Any] = _drawn_by_space
    inputs: Callable[[Draws, int], Call] = _drawn_by_space  #: (draws, level) → arguments for a worked example
    results_at: Callable[[int], tuple[float, float]] = lambda place: (16 + 232 * place, -20)
    #: Chart → a space with more readings than ``choices``, which worked examples settle, too.
    wider: Callable[[Any], SettledSpace] | None = None
    #: Chart → the space that its worked examples settle, if not that of ``choices``.
    space: Callable[[Any], SettledSpace] | None = None
    wider_runs: Sequence[tuple[int, int]] = ((2, 4), (2, 4))  #: fewest and most numbers of each run for it
    #: (draws, chart, calls) → the chart, changed so that the calls test all of it by a rule, and this rule.
    tested: Callable[[Draws, Any, Sequence[Call]], tuple[Any, Rule]] | None = None
    doubled: int = 6  #: level from which on later examples have two kinds of signs, one of them twice
    lines: int = 1  #: of a result
    longest: int = 24  #: characters of the arguments and the result of a worked example
    count: Mapping[int, int] = field(
        default_factory=lambda: {1: 6, 2: 6, 3: 8, 4: 8, 5: 8}
    )  #: level → examples


def shown_text(arguments: Call, result: Any) -> str:
    """Return a result of a worked example as the picture shows it."""
    given = "; ".join(
        ", ".join(map(str, each)) if isinstance(each, list) else str(each) for each in arguments
    )
    return f"{given} → {', '.join(map(str, result)) if isinstance(result, list) else result}"


def marked_by(notation: Notation) -> Callable[[dict[str, Any], str], MarkedChart]:
    """Return the function ``marked`` of a family."""

    @lru_cache(maxsize=32)
    def made(seed: str, variant: str) -> MarkedChart:
        return first_fit(variant, partial(_made, notation, seed, variant))

    return lambda values, variant: made(values["seed"], variant)


def first_fit(variant: str, attempt: Callable[[int], MarkedChart], attempts: int = _ATTEMPTS) -> MarkedChart:
    """Return what the first attempt makes that fits.

    Args:
        variant: the name of what is made, for the message.
        attempt: number of an attempt, from 0 → what it makes.
        attempts: how many are made at most.

    Raises:
        UnfitError: if none fits, with the reason of the last one.
    """
    reason = ""
    for number in range(attempts):
        try:
            return attempt(number)
        except UnfitError as unfit:
            reason = str(unfit)
    raise UnfitError(f"{variant}: {reason}")


def _made(notation: Notation, seed: str, variant: str, attempt: int) -> MarkedChart:
    """Make one attempt at the chart of a level.

    Raises:
        UnfitError: if its choices make no good task.
    """
    level, draws = int(DIAL[variant]), Draws(seed, variant, attempt)
    signs = Draws(seed, "order").shuffled(notation.signs)[:level]
    chart = notation.main(draws, signs, level)
    calls, edge = notation.typical({"seed": seed}), notation.edge({"seed": seed})
    first: Rule = {}
    if notation.tested:
        chart, first = notation.tested(draws, chart, [*calls, *edge])
    rule, program = _ruled(notation, draws, chart, level, calls, edge, first)
    if notation.space:
        space = notation.space(chart)
    else:
        space = joined_space(notation.choices, chart, notation.needed, notation.run)

    def candidate(number: int, unsettled: Sequence[str], *, wider: bool = False) -> Example:
        count, start = _TOGETHER[level][number >= level], max(0, number - (level > MIDDLE))
        count -= number == 0 and count > 2  # three signs have too many rules to begin with
        chosen = [signs[(start + place) % level] for place in range(count)]
        if number >= level:
            chosen = draws.shuffled([sign for sign in signs if sign in unsettled])
            chosen = [*chosen, *draws.shuffled([sign for sign in signs if sign not in unsettled])][:count]
        if number >= level >= notation.doubled:
            chosen = [*chosen[:2], draws.choice(chosen[:2])]
        # Readings of a second sign of its kind differ only where there is one.
        if wider and draws.chance(1, 2):
            chosen = [*chosen, draws.choice(chosen)]
        drawn = notation.small(draws, chosen)
        if wider:
            runs = tuple((draws.integers(draws.integer(*most), 0, 12),) for most in notation.wider_runs)
        else:
            runs = tuple(notation.inputs(draws, level) for _ in range(2))
        texts = [shown_text(arguments, notation.run(drawn, rule, arguments)) for arguments in runs]
        if any(len(text) > notation.longest or text.endswith("None") for text in texts):
            return candidate(number, unsettled, wider=wider)
        return Example(drawn, runs)

    def settled(among: SettledSpace, *, wider: bool = False) -> list[Example]:
        asked = calls, partial(candidate, wider=wider), notation.count[level], draws
        for _ in range(_SETTLED - 1):
            with contextlib.suppress(UnfitError):
                return among.settle(rule, *asked)
        return among.settle(rule, *asked)

    shown = settled(space)
    whole = notation.wider(chart) if notation.wider else space
    if notation.wider and not whole.settles(
        rule, space.shown(rule, shown), space.shown(rule, [*calls, *edge])
    ):
        shown = settled(whole, wider=True)
    given = space.shown(rule, shown)
    order = draws.shuffled(range(len(shown)))
    lines = ["flowchart TD", *notation.mermaid(chart, "m")]
    for number, place in enumerate(order, 1):
        example, results = given[place]
        runs = [f"  %% {shown_text(*pair)}" for pair in zip(example.runs, results, strict=True)]
        lines += [
            f"  subgraph example{number}",
            *runs,
            *notation.mermaid(example.chart, f"e{number}x"),
            "  end",
        ]
    return MarkedChart(
        reference=program,
        problem=notation.words(chart, rule),
        mermaid="\n".join(lines) + "\n",
        pages=(*notation.pages(chart), _example_page(notation, [given[place] for place in order])),
        space=whole,
        shown=tuple(given),
    )


def _drawn(notation: Notation, draws: Draws, level: int, sign: str) -> str:
    """Draw the meaning of a sign."""
    return draws.choice([each for each in notation.choices[sign] if each and notation.fit(each, level)])


def _ruled(
    notation: Notation,
    draws: Draws,
    chart: Any,
    level: int,
    calls: Sequence[Call],
    edge: Sequence[Call],
    first: Rule,
) -> tuple[Rule, str]:
    """Draw a rule by which each sign of a chart matters, and return it with its program.

    If ``first`` is not empty, its meanings are taken, and only one rule is tried.

    Raises:
        UnfitError: if none was found.
    """
    problem, left = "", _PROGRAMS
    rule = {sign: _drawn(notation, draws, level, sign) for sign in notation.choices} | dict(first)
    for _ in range(1 if first else _REDRAWN):
        if idle := _idle_signs(notation, chart, rule, calls[:_ASKED]):
            sign = draws.choice(idle)
            rule[sign] = _drawn(notation, draws, level, sign)
            continue
        if _has_idle_label(notation, chart, rule, [*calls, *edge]):
            problem, sign = "a box does not matter", draws.choice(sorted(notation.needed(chart)))
            rule[sign] = _drawn(notation, draws, level, sign)
            continue
        program = notation.program(chart, rule)
        if not (problem := _program_problem(notation, chart, rule, program, [*calls, *edge])):
            return rule, program
        left -= 1
        if not left:
            break
        signs = sorted(notation.needed(chart))
        sign = draws.choice([sign for sign in signs if sign in problem] or signs)
        rule[sign] = _drawn(notation, draws, level, sign)
    raise UnfitError(problem or "a sign changes too little")


def _idle_signs(notation: Notation, chart: Any, rule: Rule, asked: Sequence[Call]) -> list[str]:
    """Return a sign that changes less than a quarter of the results, or all if results are too much alike."""
    right, signs = [], sorted(notation.needed(chart))
    for call in asked:
        right.append(notation.run(chart, rule, call))
        if right[-1] is None:
            return signs
    most = max(map(right.count, right))
    if len(set(map(str, right))) < len(right) / 3 or most > len(right) / 4:
        return signs
    enough = -(-len(asked) // 4)
    for sign in signs:
        without = {**rule, sign: ""}
        changed = (
            1
            for call, result in zip(asked, right, strict=True)
            if notation.run(chart, without, call) != result
        )
        if sum(islice(changed, enough)) < enough:
            return [sign]
    return []


def _has_idle_label(notation: Notation, chart: Any, rule: Rule, calls: Sequence[Call]) -> bool:
    """Whether a chart gives the same results with another number, sign or answer in a box: quicker than mutants."""
    labels = [label for label in chart.boxes if isinstance(label, str)]
    right = [notation.run(chart, rule, call) for call in calls] if labels else []
    for number, label in enumerate(labels):
        near = ["n > 99 ?", "n > -99 ?"] * label.endswith("?")
        near += [label.replace(word, str(int(word) + 1)) for word in label.split() if word.isdigit()]
        near += [label.replace("+", "-")] * ("+" in label)
        for other in near:
            changed = chart._replace(boxes=(*labels[:number], other, *labels[number + 1 :]))
            if all(
                notation.run(changed, rule, call) == result for call, result in zip(calls, right, strict=True)
            ):
                return True
    return False


def _program_problem(notation: Notation, chart: Any, rule: Rule, program: str, calls: Sequence[Call]) -> str:
    """Say why a program does not give the results of the chart, or the calls do not test all of it."""
    solve = compile_solution(program)
    results = [notation.run(chart, rule, call) for call in calls]
    if None in results or results != [solve(*call) for call in calls]:
        return "the program gives other results than the chart"
    return untested(notation.text, notation.equivalent, program, calls, results)


def untested(
    text: str, equivalent: Mapping[str, str], program: str, calls: Sequence[Call], results: Sequence[object]
) -> str:
    """Say what of a program calls with their results do not test; empty if they test all of it."""
    tests = "\n".join(assert_lines(calls, results))
    made: Any = SimpleNamespace(task_id="", text=text, reference=program, tests=tests)
    if fault := next(coverage_faults(made), None):
        return fault.problem
    checks, every, survivors = compile(tests, "tests.py", "exec"), list(mutants(program)), []
    started = process_time()
    exec(checks, run_program(program))  # noqa: S102 - ours
    seconds = max(_SECONDS, 3 * (process_time() - started))
    for mutant in every:
        with contextlib.suppress(Exception, LateError), cpu_limit(seconds):
            exec(checks, _bounded_names(mutant.tree))  # noqa: S102 - ours
            survivors.append(mutant)
    fault = next(survivor_faults("", len(every), survivors, equivalent), None)
    return fault.problem if fault else ""


def _bounded_names(tree: ast.Module) -> dict[str, object]:
    """Run a program and return its names; a call of ``solution`` fails after too many turns of loops."""
    names = run_program(ast.Module([_counted(node) for node in tree.body], []))
    solve: Any = names["solution"]

    def solution(*arguments: Any) -> Any:
        names["turn"] = repeat(True, _TURNS).__next__
        return solve(*arguments)

    return {**names, "solution": solution}


def _counted(node: Any) -> Any:
    """Return a statement in which each turn of a ``while`` loop calls ``turn`` first, outside of ``else`` and ``try``."""
    if not isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If):
        return node
    found = copy(node)
    found.body = [_counted(each) for each in node.body]
    if isinstance(found, ast.While):
        turn = ast.Call(ast.Name("turn", ast.Load()), [], [])
        found.test = ast.fix_missing_locations(ast.BoolOp(ast.And(), [turn, found.test]))
    return found


def _example_page(notation: Notation, given: Sequence[tuple[Example, Any]]) -> Canvas:
    """Draw worked examples in two columns."""
    wide, high = notation.size
    canvas = Canvas(round(min(2, len(given)) * wide), max(320, round(high * -(-len(given) // 2))))
    for number, (example, results) in enumerate(given):
        left, top = wide * (number % 2), high * (number // 2)
        notation.draw_small(canvas, example.chart, left, top)
        for place, (arguments, result) in enumerate(zip(example.runs, results, strict=True)):
            x, y = notation.results_at(place)
            text = shown_text(arguments, result)
            for line, part in enumerate(
                text.replace(" → ", "\n→ ").split("\n") if notation.lines > 1 else [text]
            ):
                canvas.text(left + x, top + high + y + 28 * line, part, size=SIZE, anchor="start")
    return canvas
