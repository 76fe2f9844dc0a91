"""One instance of a family: the tasks of all its mutations for one seed and index."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import combinations
from typing import Any, Protocol

from benchmark.core.canary import CANARY
from benchmark.core.digest import sha256_hex
from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput, SightbenchError
from benchmark.core.suite import DIAL_LEVELS
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.datasets.collection import ENTRY_POINT, stem
from benchmark.datasets.tolerance import count_differences, most_common_count
from workshop.authoring.changed_programs import misleading_changes
from workshop.authoring.family import Family, UnfitError
from workshop.authoring.library_values import has_library_types, library_assert_lines, without_plain_values
from workshop.authoring.rule_space import RuleSpace
from workshop.authoring.shown_rule import ShownRule
from workshop.authoring.source import assert_lines, compile_solution
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import Capture
from workshop.drawing.styles import Style, choose_style, style_pictures

#: Minimum share of their common calls on which two twins differ.
MIN_DIFFERENT = 1 / 3
#: If all results are truth values: minimum number of calls, and maximum share with the same result.
MIN_TRUTH_CALLS, MAX_SAME_TRUTH = 8, 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyTask(ShownRule):
    """One task of a family, with everything that the gates check."""

    categories: tuple[str, ...]
    level: str
    unique_among: int  #: rules of the family's space; 0 without one
    canvas: Canvas
    svg: str
    description: str

    @property
    def svg_digest(self) -> str:
        """SHA-256 of the drawing's SVG text."""
        return sha256_hex(self.svg.encode())

    @property
    def tests(self) -> str:
        """The test source: one assert per call."""
        lines = (
            library_assert_lines(self.text, self.calls, self.expected)
            if has_library_types(self.text)
            else assert_lines(self.calls, self.expected)
        )
        return "\n".join([f"# {CANARY}", *lines]) + "\n"

    def task(self, suite: str, dataset: str, picture: Picture) -> Task:
        """Return the task as it is stored in a data set."""
        return Task(
            id=self.task_id,
            suite=suite,
            dataset=dataset,
            version=self.version,
            stem=stem(self.family),
            parts=(picture,),
            starter_code=self.text,
            entry_point=ENTRY_POINT,
            categories=self.categories,
            level=self.level,
            unique_among=self.unique_among,
            description=self.description,
            reference=self.reference,
            check=FunctionCheck(tests=(self.tests,)),
        )


def instance(family: Family, seed: str, index: int) -> dict[str, FamilyTask]:
    """Return the task of each mutation, by the mutation's name; all have the number 0.

    Raises:
        UnfitError: if the tasks are not twins, or another rule fits the worked examples of one.
        BadInput: if a function of the family fails; the error names it.
    """
    rules = _rules(family, seed, index)
    spaces = {name: _proven_space(family, values, rule) for name, (values, rule) in rules.items()}
    for name, (_, rule) in rules.items():
        if misleading := next(misleading_changes(rule, family.settled), None):
            raise UnfitError(f"the examples of {name} allow another rule: {misleading}")
    drawn = _drawn(family, rules)
    canvases = {name: canvas for name, (canvas, _) in drawn.items()}
    pictures: dict[str, Canvas] = {}
    for level in dict.fromkeys(map(family.level_of, rules)):
        twins = {name: canvas for name, canvas in canvases.items() if family.level_of(name) == level}
        pictures |= style_pictures(twins, instance_style(family, seed, index, level))
    made = {
        name: _drawn_task(family, rule, pictures[name], drawn[name][1], spaces[name])
        for name, (_, rule) in rules.items()
    }
    for first, second in combinations(made.values(), 2):
        if first.svg == second.svg:
            raise UnfitError(f"{first.mutation} and {second.mutation} have the same picture")
    return made


class StyledFamily(Protocol):
    """A family whose pictures have a style."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def version(self) -> int:
        """Its version."""

    @property
    def dial(self) -> Mapping[str, str]:
        """The level of each of its rules; empty without a dial."""

    @property
    def photo(self) -> bool:
        """Whether two more pictures of a dial are as if photographed."""

    @property
    def captured(self) -> Mapping[Any, Capture]:
        """The capture of each level that has one."""

    @property
    def is_captured(self) -> bool:
        """Whether its pictures are captures."""

    @property
    def excluded_styles(self) -> Collection[str]:
        """The styles that its pictures do not have."""


def instance_style(family: StyledFamily, seed: str, index: int, level: str = "") -> Style:
    """Return the style of all pictures of an instance, or of one level of it; its choice moves no other.

    Of a family with a dial, the pictures of two levels are drawn on paper, and two more may be photographs.
    """
    draws = Draws(family.name, family.version, seed, index, "style")
    if family.is_captured and level in family.captured:
        draws = Draws(family.name, family.version, seed, index, "captured", level)
        return Style(family.captured[level], grain=draws.integer(0, 9999))
    if family.dial:
        on_paper = draws.sample(DIAL_LEVELS, 2)
        if level in on_paper:
            return Style("paper", grain=draws.integer(0, 9999))
        rest = [name for name in DIAL_LEVELS if name not in on_paper]
        if family.photo and level in draws.sample(rest, 2):
            return Style("photo", grain=draws.integer(0, 9999))
        draws = Draws(family.name, family.version, seed, index, "style", level)
    return choose_style(draws, without=family.excluded_styles)


def drawn_rules(family: Family, seed: str, index: int) -> dict[str, tuple[Canvas, str]]:
    """Return the picture of each mutation as the family draws it, without a style, and its description.

    Raises:
        UnfitError: if the tasks are not twins.
        BadInput: if a function of the family fails; the error names it.
    """
    return _drawn(family, _rules(family, seed, index))


def shown_rules(family: Family, seed: str, index: int) -> dict[str, ShownRule]:
    """Return the rule of each mutation without a picture, which takes most of the time of :func:`instance`.

    Raises:
        UnfitError: if the tasks are not twins.
        BadInput: if a function of the family fails; the error names it.
    """
    return {name: rule for name, (_, rule) in _rules(family, seed, index).items()}


def _rules(family: Family, seed: str, index: int) -> dict[str, tuple[Any, ShownRule]]:
    """Return the parameter object and the rule of each mutation.

    Raises:
        UnfitError: if the tasks are not twins.
    """
    made: dict[str, tuple[Any, ShownRule]] = {}
    for name in family.mutations:
        with naming_part(family.name, "sample"):
            values = family.sample(name, Draws(family.name, family.version, seed, index))
        made[name] = values, _rule(family, values, seed, index, name)
    for reason in unfit_reasons([rule for _, rule in made.values()], family.dial):
        raise UnfitError(reason)
    return made


def _rule(family: Family, values: Any, seed: str, index: int, mutation: str) -> ShownRule:
    """Return the rule of one mutation, with the number 0."""
    with naming_part(family.name, "reference"):
        reference = family.reference(values)
        solve = compile_solution(reference)
    with naming_part(family.name, "calls"):
        calls = tuple(family.calls(values))
        expected = tuple(solve(*call) for call in calls)
        if not calls:
            raise ValueError("returns no calls; a test needs at least one")
    with naming_part(family.name, "examples"):
        examples = tuple(family.examples(values))
        example_results = tuple(solve(*call) for call in examples)
    return ShownRule(
        family=family.name,
        version=family.version,
        seed=seed,
        index=index,
        mutation=mutation,
        number=0,
        text=family.text,
        calls=calls,
        expected=expected,
        examples=examples,
        example_results=example_results,
        reference=f"# {CANARY}\n{reference.strip()}\n",
    )


def _drawn(family: Family, rules: Mapping[str, tuple[Any, ShownRule]]) -> dict[str, tuple[Canvas, str]]:
    """Return the picture of each mutation as the family draws it, and its description."""
    drawn = {}
    for name, (values, rule) in rules.items():
        solve = compile_solution(rule.reference)
        with naming_part(family.name, "picture"):
            canvas = family.picture(values, solve)
            if not isinstance(canvas, Canvas):
                raise TypeError(f"returns {type(canvas).__name__}, not a Canvas")
        with naming_part(family.name, "describe"):
            description = family.describe(values, solve)
            if not isinstance(description, str):
                raise TypeError(f"returns {type(description).__name__}, not text")
        drawn[name] = canvas, description
    return drawn


def _proven_space(family: Family, values: Any, rule: ShownRule) -> int:
    """Return the number of rules of a family's space; its examples leave one result for each call.

    It is 0 if the family states no space.

    Raises:
        UnfitError: if two rules of the space fit the examples and differ for a call.
    """
    with naming_part(family.name, "rule_space"):
        space: RuleSpace | None = family.rule_space(values)
        shown = zip(rule.examples, rule.example_results, strict=True)
        asked = zip(rule.calls, rule.expected, strict=True)
        problem = "" if space is None else space.ambiguity(list(shown), list(asked))
    if problem:
        raise UnfitError(f"the examples of {rule.mutation} allow another rule: {problem}")
    return 0 if space is None else space.size


def _drawn_task(
    family: Family, rule: ShownRule, canvas: Canvas, description: str, unique_among: int
) -> FamilyTask:
    """Return the task of a rule with its styled picture."""
    shown = {part.name: getattr(rule, part.name) for part in fields(rule)}
    if has_library_types(rule.text):
        shown["reference"] = without_plain_values(rule.reference)
    return FamilyTask(
        **shown,
        categories=family.categories,
        level=family.level_of(rule.mutation),
        unique_among=unique_among,
        canvas=canvas,
        svg=canvas.svg(),
        description=description,
    )


@contextmanager
def naming_part(family: str, name: str) -> Iterator[None]:
    """Turn any error of an author's function, except :class:`UnfitError`, into one that names the function.

    Raises:
        BadInput: with the family, the function's name and the original error.
    """
    try:
        yield
    except (SightbenchError, UnfitError):
        raise
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise BadInput(f"family {family}", name, problem, f"correct {name} in its module") from error


def unfit_reasons(made: Sequence[ShownRule], dial: Mapping[str, str]) -> Iterator[str]:
    """Yield each reason why the tasks of an instance are not twins.

    Args:
        made: the rules of all mutations.
        dial: mutation → its level; empty for a family without a dial.

    Levels of a dial from 3 on may have worked examples of their own.
    """
    for first, second in combinations(made, 2):
        names = f"{first.mutation} and {second.mutation}"
        has_own = any(dial.get(each.mutation) in DIAL_LEVELS[2:] for each in (first, second))
        if first.calls != second.calls or not (has_own or first.examples == second.examples):
            yield f"{names} have different calls or examples; only the rule may depend on the mutation"
        elif count_differences(first.expected, second.expected) < MIN_DIFFERENT * len(first.calls):
            yield f"{names} return the same for too many calls"
        results = first.example_results, second.example_results
        alike = bool(first.examples) and first.examples == second.examples
        if alike and not count_differences(*results):
            yield f"the worked examples of {names} have the same results"
    for task in made:
        if any(call in task.examples for call in task.calls):
            yield f"a call of {task.mutation} is a worked example"
        yield from _one_sided(task)


def _one_sided(task: ShownRule) -> Iterator[str]:
    """Yield why the results of a task are too much alike, if they are."""
    most = most_common_count(task.expected)
    if not all(isinstance(result, bool) for result in task.expected):
        if 2 * most > len(task.calls):
            yield f"{task.mutation} returns the same value for more than half of the calls"
        return
    if len(task.calls) < MIN_TRUTH_CALLS:
        yield f"{task.mutation} has {len(task.calls)} calls; truth values need {MIN_TRUTH_CALLS} or more"
    if most > MAX_SAME_TRUTH * len(task.calls):
        yield f"{task.mutation} returns the same truth value for more than {MAX_SAME_TRUTH:.0%} of the calls"
