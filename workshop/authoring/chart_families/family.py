"""A family of programs: the texts and functions that an author writes, read from a module."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from workshop.authoring.family import Call
from workshop.authoring.family_module import (
    CAPTURED_IS,
    are_captures,
    are_numbers,
    are_reasons,
    check_renumbered,
    is_dial,
    is_text,
    is_version,
    read_constants,
    read_functions,
)
from workshop.authoring.rule_space import RuleSpace
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import Capture

Level = Literal["easy", "medium", "long"]

#: Subset → its categories.
CATEGORIES: Mapping[str, tuple[str, ...]] = {
    "algorithm": ("data-structures", "dynamic-programming", "graphs", "strings", "greedy", "search"),
    "math": ("arithmetic", "number-theory", "algebra", "combinatorics", "geometry", "symbolic"),
}
CHANGE = "$change"  #: the part of a program that differs between variants
LARGE_CALLS = 5  #: large calls of a task, if it has any


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedChart:
    """A chart with marks whose meaning worked examples show: what a variant of a family with a dial has."""

    reference: str  #: the right program
    problem: str  #: what it computes, in full: the chart, and what each mark means
    mermaid: str  #: everything that the pictures show, as Mermaid text; comments say what Mermaid cannot draw
    pages: tuple[Canvas, ...]  #: the pictures, without a style
    #: Every meaning of the marks that a reader may see. Its results for a call of the tests are those of the
    #: chart, walked by rules of the space; its results for a worked example are those of the example's chart.
    space: RuleSpace
    shown: tuple[tuple[Call, Any], ...]  #: worked examples: what the space takes as a call, and the result


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartFamily:
    """Tasks with one signature, whose rule is in a flowchart of the right program.

    A **variant** changes one step or decision of the program; a **seed** changes the constants of the rule
    and the inputs of the tests. The tasks that one seed makes of a family are twins of one another: the same
    signature and notes, the same calls, other right programs.

    Each ``$name`` in a text stands for the value of that name that :attr:`sample` returns.
    """

    name: str  #: name of the module
    version: int  #: raised by each change of a text, test or program
    subset: str  #: ``algorithm`` or ``math``
    level: Level | Literal[""]  #: empty with a dial
    categories: tuple[str, ...]
    #: Signature and notes of ``solution``, which every setting shows. The same for every variant.
    text: str
    reference: str  #: the right program, with one ``$change``
    variants: Mapping[str, str]  #: variant → the expression or simple statement that stands for ``$change``
    problems: Mapping[str, str]  #: variant → what its program computes, in full
    slow: Mapping[str, str]  #: variant → a right program that is too slow for the large calls; empty in math
    large: str  #: source of ``large(number)``, which returns the arguments of a large call; may be empty
    #: Choices → the value of each name.
    sample: Callable[[Draws], Mapping[str, Any]]
    typical: Callable[[Mapping[str, Any]], Sequence[Call]]
    edge: Callable[[Mapping[str, Any]], Sequence[Call]]
    #: Mutants that no test can fail → why each is the same program. ``*`` matches any text. Optional.
    equivalent: Mapping[str, str]
    seed: str  #: of the public tasks; optional in the module
    first: (
        int  #: number of the first task; optional, 1; raised if public tasks change, which then have new ids
    )
    #: Variant, or level of a capture → number of its task, if only this task has changed; optional.
    renumbered: Mapping[str, int]
    #: First instance of a seed that is tried; optional, 0. Tasks stay if an earlier one becomes fit.
    start: int
    tests: int  #: number of tests of an algorithm task without a dial; optional, 100 as in the paper
    #: Variant → level from 1 to 5, for a family with a dial; else empty. Such a family has neither REFERENCE,
    #: PROBLEMS nor large calls: its function ``marked`` draws each chart and says what it means.
    dial: Mapping[str, str]
    marked: Callable[[Mapping[str, Any], str], MarkedChart] | None  #: (values, variant) → the chart
    captured: Mapping[str, Capture]  #: as in :class:`..family.Family`
    is_captured: bool = False

    @property
    def photo(self) -> bool:
        """No picture is as if photographed: lines between boxes would be too thin."""
        return False

    @property
    def excluded_styles(self) -> Collection[str]:
        """Styles of other pictures that a chart with marks does not have."""
        return ("panels", "plain", "dark")

    def level_of(self, variant: str) -> str:
        """Return the level of a variant's task."""
        return self.dial.get(variant, self.level)


_LEAST_VARIANTS = 2


def _is_program(value: object) -> bool:
    return is_text(value) and str(value).count(CHANGE) == 1


def _are_texts(value: object) -> bool:
    return are_reasons(value) and isinstance(value, dict) and len(value) >= _LEAST_VARIANTS


def _are_categories(value: object) -> bool:
    known = [category for categories in CATEGORIES.values() for category in categories]
    return isinstance(value, tuple) and bool(value) and all(category in known for category in value)


def _is_slow(value: object) -> bool:
    return isinstance(value, str) or _are_texts(value)


#: Constant of a module → how its value is checked, and what it must be.
_CONSTANTS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "VERSION": (is_version, "a whole number from 1"),
    "SUBSET": (lambda value: value in CATEGORIES, f"one of {', '.join(CATEGORIES)}"),
    "LEVEL": (lambda value: value in get_args(Level), f"one of {', '.join(get_args(Level))}"),
    "CATEGORIES": (_are_categories, "a tuple with one or more categories of the subset"),
    "TEXT": (is_text, "the signature of `solution` with its docstring, as text"),
    "REFERENCE": (_is_program, f"the right program with one `{CHANGE}`, as text"),
    "VARIANTS": (_are_texts, f"a dict from two or more variants to the text for `{CHANGE}`"),
    "PROBLEMS": (_are_texts, "a dict from each variant to its problem text"),
    "SLOW": (_is_slow, "a program, or a dict from each variant to a program"),
    "LARGE": (lambda value: isinstance(value, str), "the source of `large(number)`"),
    "EQUIVALENT": (are_reasons, "a dict from mutants to reasons, both text"),
    "SEED": (is_text, "a text"),
    "FIRST": (is_version, "a whole number from 1"),
    "RENUMBERED": (are_numbers, "a dict from variants or levels of captures to whole numbers from 1"),
    "START": (lambda value: type(value) is int and value >= 0, "a whole number from 0"),
    "TESTS": (is_version, "a whole number from 1"),
    "CAPTURED": (are_captures, CAPTURED_IS),
    "DIAL": (is_dial, "a dict from each variant to a level from 1 to 5, in which none is left out"),
}
_DEFAULTS: Mapping[str, object] = {
    "SLOW": "", "LARGE": "", "EQUIVALENT": {}, "SEED": "public-1", "FIRST": 1, "RENUMBERED": {}, "START": 0,
    "TESTS": 100, "DIAL": {}, "CAPTURED": {},
}  # fmt: skip
#: What a family with a dial does not state.
_WITHOUT_DIAL = {"LEVEL": "", "REFERENCE": CHANGE, "VARIANTS": {}, "PROBLEMS": {}}

#: Function of a module → its parameters.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "sample": ("draws",),
    "typical": ("values",),
    "edge": ("values",),
}


def read_chart_family(module: ModuleType, path: Path) -> ChartFamily:
    """Return the family that the module at ``path`` defines; its name is that of the file.

    Raises:
        BadInput: naming the first part that is missing or wrong, and what it must be.
    """
    guide = "as *Writing a family of programs* says"
    functions: dict[str, Any] = {"marked": None, **read_functions(module, path, _FUNCTIONS, guide)}
    if getattr(module, "DIAL", None):
        table = {name: rule for name, rule in _CONSTANTS.items() if name not in _WITHOUT_DIAL}
        constants = read_constants(module, path, table, _DEFAULTS)
        constants |= {name.lower(): value for name, value in _WITHOUT_DIAL.items()}
        constants |= {"variants": dict.fromkeys(constants["dial"], ""), "slow": {}}
        check_renumbered(path, constants, constants["variants"])
        functions |= read_functions(module, path, {"marked": ("values", "variant")}, guide)
        return ChartFamily(name=path.stem, **constants, **functions)
    constants = read_constants(module, path, _CONSTANTS, _DEFAULTS)
    check_renumbered(path, constants, constants["variants"])
    constants["slow"] = _slow_programs(constants["slow"], constants["variants"])
    for name in ("problems", "slow"):
        if constants[name] and constants[name].keys() != constants["variants"].keys():
            names = ", ".join(constants["variants"])
            raise BadInput(
                path, name.upper(), "has other variants than VARIANTS", f"give one for each of {names}"
            )
    lacking = [
        category for category in constants["categories"] if category not in CATEGORIES[constants["subset"]]
    ]
    if lacking:
        known = ", ".join(CATEGORIES[constants["subset"]])
        raise BadInput(path, "CATEGORIES", f"{lacking[0]} is not of this subset", f"use some of {known}")
    for first, second in (("SLOW", "LARGE"), ("LARGE", "SLOW")):
        if constants["subset"] == "algorithm" and not constants[first.lower()]:
            raise BadInput(
                path, first, "is missing", f"families of the subset algorithm need {first} and {second}"
            )
    return ChartFamily(name=path.stem, **constants, **functions)


def _slow_programs(slow: Any, variants: Mapping[str, str]) -> dict[str, str]:
    """Return the slow program of each variant; one text is for all of them."""
    if isinstance(slow, str):
        return {name: slow.replace(CHANGE, change) for name, change in variants.items()} if slow else {}
    return {name: text.replace(CHANGE, variants.get(name, "")) for name, text in slow.items()}
