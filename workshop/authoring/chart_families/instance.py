"""One instance of a family of programs: the tasks of all its variants for one seed and index."""

import inspect
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from benchmark.core.canary import CANARY
from benchmark.core.draws import Draws
from benchmark.datasets.collection import ENTRY_POINT, stem
from benchmark.datasets.tolerance import count_differences
from benchmark.files.chart import Chart
from benchmark.files.mermaid import to_mermaid
from workshop.authoring.chart_families.family import CHANGE, LARGE_CALLS, ChartFamily, MarkedChart
from workshop.authoring.family import Call, UnfitError
from workshop.authoring.instance import MIN_DIFFERENT, instance_style, naming_part
from workshop.authoring.source import assert_lines, compile_solution, fill
from workshop.drawing.canvas import Canvas
from workshop.drawing.styles import style_pictures
from workshop.flowchart.compiler import compile_chart


@dataclass(frozen=True, kw_only=True)
class ChartTask:
    """One task of a family, with everything that the gates check but the results of its large calls."""

    family: str
    version: int
    subset: str
    level: str
    categories: tuple[str, ...]
    seed: str
    index: int  #: number of the instance, from 0; a seed has many
    variant: str
    number: int  #: number of the task in its family
    text: str
    problem: str  #: what the program computes, in full
    reference: str
    slow: str  #: a right program that is too slow for the large calls; may be empty
    large: str  #: source of ``large(number)``; may be empty
    typical: tuple[Call, ...]
    edge: tuple[Call, ...]
    typical_results: tuple[object, ...]
    edge_results: tuple[object, ...]
    marked: MarkedChart | None = None  #: the chart of a family with a dial
    pages: tuple[Canvas, ...] = ()  #: its pictures, in a style

    @property
    def task_id(self) -> str:
        """The id of the task, such as ``parcel-belts-1``."""
        return f"{stem(self.family)}-{self.number}"

    @cached_property
    def chart(self) -> Chart:
        """The flowchart of the reference, in words.

        Raises:
            BadInput: if the program has a construct that no chart shows.
        """
        return compile_chart(self.reference, ENTRY_POINT, level="words", file=f"family {self.family}")

    @cached_property
    def mermaid(self) -> str:
        """The flowchart as Mermaid text."""
        return self.marked.mermaid if self.marked else to_mermaid(self.chart)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The typical calls, then the edge calls."""
        return self.typical + self.edge

    @property
    def results(self) -> tuple[object, ...]:
        """The results of :attr:`calls`."""
        return self.typical_results + self.edge_results

    @property
    def tests(self) -> str:
        """The test source of all typical and edge calls; gates run it, tasks have one source per kind."""
        return "".join(self.small_tests)

    @property
    def small_tests(self) -> tuple[str, str]:
        """The test sources of the kinds ``typical`` and ``edge``."""
        return (
            _with_canary(assert_lines(self.typical, self.typical_results)),
            _with_canary(assert_lines(self.edge, self.edge_results)),
        )

    def large_test(self, results: Sequence[str], numbers: Sequence[int] = range(LARGE_CALLS)) -> str:
        """Return the test source of large calls.

        Args:
            results: the expected results, written as Python.
            numbers: the numbers of the calls.
        """
        asserts = [
            f"assert {ENTRY_POINT}(*large({number})) == {result}"
            for number, result in zip(numbers, results, strict=True)
        ]
        return _with_canary([*self.large.strip().splitlines(), "", "", *asserts])


def _with_canary(lines: Sequence[str]) -> str:
    return "\n".join([f"# {CANARY}", *lines]) + "\n"


def make_instance(family: ChartFamily, seed: str, index: int) -> tuple[ChartTask, ...]:
    """Return the task of each variant; the seed decides their order.

    Raises:
        UnfitError: if the tasks are not twins, or the family begins with a later instance.
        BadInput: if a function of the family fails, or a program has no chart; the error names it.
    """
    if index < family.start:
        raise UnfitError(f"the family begins with instance {family.start}")
    with naming_part(family.name, "sample"):
        values = dict(family.sample(Draws(family.name, family.version, seed, index)))
    with naming_part(family.name, "typical"):
        typical = _calls(family.typical(values))
    with naming_part(family.name, "edge"):
        edge = _calls(family.edge(values))
    with naming_part(family.name, "LARGE"):
        large = fill(family.large, **values)
    order = Draws(family.name, family.version, seed, "order").shuffled(tuple(family.variants))
    made = [
        replace(
            _variant_task(family, variant, values, typical, edge),
            seed=seed,
            index=index,
            number=family.renumbered.get(variant, number),
            large=large,
        )
        for number, variant in enumerate(order, family.first)
    ]
    if family.dial:
        made = [_styled(family, task, task.marked) for task in made if task.marked]
    for reason in _unfit_reasons(made):
        raise UnfitError(reason)
    further = _further_calls(family, made[0])
    longer = [_with_calls(task, further) for task in made] if further else made
    return tuple(made if any(_unfit_reasons(longer)) else longer)


def _further_calls(family: ChartFamily, task: ChartTask) -> tuple[Call, ...]:
    """Return the calls that an algorithm task lacks to have 100 tests: typical ones of other samples.

    The notes, which say what a call may be, are the same for each sample.
    """
    if family.subset != "algorithm" or family.dial:
        return ()
    known, further = set(map(repr, task.calls)), dict[str, Call]()
    wanted = family.tests - len(known) - (LARGE_CALLS if task.large else 0)
    for number in range(max(0, wanted)):
        values = family.sample(Draws(family.name, family.version, task.seed, task.index, "more", number))
        further |= {repr(call): call for call in _calls(family.typical(values)) if repr(call) not in known}
        if len(further) >= wanted:
            break
    return tuple(further.values())[:wanted]


def _with_calls(task: ChartTask, further: tuple[Call, ...]) -> ChartTask:
    """Return a task with further typical calls."""
    solve = compile_solution(task.reference)
    results = (*task.typical_results, *(solve(*call) for call in further))
    return replace(task, typical=task.typical + further, typical_results=results)


def programs(family: ChartFamily, seed: str, index: int) -> tuple[str, ...]:
    """Return the right programs of an instance, in the order of the variants."""
    values = family.sample(Draws(family.name, family.version, seed, index))
    return tuple(
        fill(family.reference.replace(CHANGE, change), **values) for change in family.variants.values()
    )


def _calls(calls: Sequence[Call]) -> tuple[Call, ...]:
    if not all(isinstance(call, tuple) for call in calls):
        raise TypeError("returns a call that is not a tuple of arguments")
    return tuple(calls)


def _variant_task(
    family: ChartFamily,
    variant: str,
    values: Mapping[str, Any],
    typical: tuple[Call, ...],
    edge: tuple[Call, ...],
) -> ChartTask:
    """Return the task of one variant, with the number 0."""
    marked = None
    if family.marked:
        with naming_part(family.name, "marked"):
            marked = family.marked(values, variant)
            reference, problem = marked.reference, marked.problem
            solve = compile_solution(reference)
    else:
        with naming_part(family.name, "REFERENCE"):
            reference = fill(family.reference.replace(CHANGE, family.variants[variant]), **values)
            solve = compile_solution(reference)
        with naming_part(family.name, "PROBLEMS"):
            problem = string.Template(family.problems[variant]).substitute(values)
    with naming_part(family.name, "SLOW"):
        slow = fill(family.slow.get(variant, ""), **values)
    with naming_part(family.name, f"REFERENCE, variant {variant}"):
        typical_results = tuple(solve(*call) for call in typical)
        edge_results = tuple(solve(*call) for call in edge)
    return ChartTask(
        family=family.name,
        version=family.version,
        subset=family.subset,
        level=family.level_of(variant),
        categories=family.categories,
        seed="",
        index=0,
        variant=variant,
        number=0,
        text=family.text,
        problem=inspect.cleandoc(problem),
        reference=_with_canary(reference.strip().splitlines()),
        slow=slow,
        large="",
        typical=typical,
        edge=edge,
        typical_results=typical_results,
        edge_results=edge_results,
        marked=marked,
    )


def _styled(family: ChartFamily, task: ChartTask, marked: MarkedChart) -> ChartTask:
    """Return a task of a family with a dial with its pictures in a style.

    Raises:
        UnfitError: if two meanings of the marks fit the worked examples and differ for a call, or if the
            chart, walked by the meanings that fit, gives another result than the reference.
    """
    asked = list(zip(task.calls, task.results, strict=True))
    if problem := marked.space.ambiguity(marked.shown, asked):
        raise UnfitError(f"the examples of {task.variant} allow another meaning: {problem}")
    style = instance_style(family, task.seed, task.index, task.level)
    styled = style_pictures({str(number): page for number, page in enumerate(marked.pages)}, style)
    return replace(task, pages=tuple(styled.values()))


def _unfit_reasons(made: Sequence[ChartTask]) -> Iterator[str]:
    """Yield each reason why the tasks of an instance are not twins."""
    for first, second in combinations(made, 2):
        names = f"{first.variant} and {second.variant}"
        different = count_differences(first.typical_results, second.typical_results)
        if different < MIN_DIFFERENT * len(first.typical):
            yield f"{names} differ in {different} of {len(first.typical)} typical calls, fewer than a third"
        if not count_differences(first.edge_results, second.edge_results):
            yield f"{names} differ in no edge call"
    for task in made:
        most = max(map(task.results.count, task.results), default=0)
        if 2 * most > len(task.results):
            yield f"{task.variant} returns the same value for {most} of {len(task.results)} calls"
