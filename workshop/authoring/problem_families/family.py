"""A family of contest problems: the texts and functions that an author writes, read from a module."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args

from benchmark.core.draws import Draws
from benchmark.core.errors import BadInput
from benchmark.core.suite import DIAL_LEVELS, DialLevel
from benchmark.core.task import CompareRule
from workshop.authoring.family_module import (
    CAPTURED_IS,
    are_captures,
    are_numbers,
    are_reasons,
    check_renumbered,
    is_text,
    is_version,
    read_constants,
    read_functions,
)
from workshop.drawing.canvas import Canvas
from workshop.drawing.captured import Capture
from workshop.drawing.styles import Look

Level = Literal["easy", "medium", "long"]

#: The categories of pictures, in the order of the MMCode paper's table 2.
CATEGORIES: tuple[str, ...] = (
    "linear-data-structure", "tree", "graph", "2d-geometry", "3d-geometry", "chessboard", "map", "math",
    "patterns", "table", "pseudocode", "others",
)  # fmt: skip

#: How outputs of our own problems may be compared.
COMPARE_RULES: tuple[CompareRule, ...] = ("tokens", "lines", "exact", "floats")
CHANGE = "$change"  #: the part of a program that differs between variants
#: Variants of a family, each of which is a task: one per level of a dial, or two.
VARIANTS = (2, len(DIAL_LEVELS))
MAX_PICTURES = 4

#: Values of one instance, by name.
Values = Mapping[str, Any]
#: The text of an input, or the arguments of a call.
Given = str | tuple[Any, ...]
#: A program as text, or one for each variant.
Programs = str | Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemFamily:
    """Problems with one statement and the same inputs, whose rule or data are only in the pictures.

    A **variant** changes pictures and the right program; a **seed** changes the data in the pictures and the
    inputs. The two tasks that one seed makes of a family are twins: the same text, samples and hidden inputs,
    other right programs. A family with a **dial** has five variants, one per level, all twins.

    A family with a **starter** is call-based: an answer is the function ``solution``. Then the functions of
    samples and hidden inputs return arguments of calls, and :attr:`check_input` gets such arguments.

    Each ``$name`` in a text stands for the value of that name that :attr:`sample` returns. The paragraph
    ``$samples`` stands for the samples, which otherwise come last.
    """

    name: str  #: name of the module
    version: int  #: raised by each change of a text, picture, input or program
    title: str  #: the first line of the problem
    level: Level | Literal[""]  #: empty with a dial
    dial: Mapping[str, DialLevel]  #: variant → its level; empty without a dial; optional in the module
    category: str  #: the one whose minimum the family's tasks count for
    pictures_shown: tuple[tuple[str, ...], ...]  #: the categories of each picture
    variants: tuple[str, ...]
    compare: CompareRule
    seconds: float  #: CPU seconds for each input; optional in the module
    starter: str  #: signature of ``solution``; empty for whole programs; optional in the module
    look: Look  #: of all pictures; optional in the module
    captured: Mapping[str, Capture]  #: as in :class:`..family.Family`
    is_captured: bool = False
    statement: str  #: with a mark ``![image](n.png)`` for each picture
    reference: Programs  #: defines ``solution(text)``, which returns the output for an input
    change: Mapping[str, str]  #: variant → the text that stands for ``$change``; empty if no program has it
    wrong: Mapping[str, Programs]  #: programs that a hasty reader would write, by name
    #: Choices → the value of each name. ``unique_among``, if there, is the number of rules of which only one
    #: fits the worked examples in the pictures, or such a number for each variant.
    sample: Callable[[Draws], Values]
    #: Raises ValueError unless an input follows the statement.
    check_input: Callable[[Values, Any], None]
    samples: Callable[[Values], Sequence[Given]]
    typical: Callable[[Values], Sequence[Given]]
    edge: Callable[[Values], Sequence[Given]]
    large: Callable[[Values], Sequence[Given]]
    pictures: Callable[[Values, str], Sequence[Canvas]]
    describe: Callable[[Values, str], Sequence[str]]
    #: Mutants that no test can kill → why each is the same program. ``*`` matches any text. Optional.
    equivalent: Mapping[str, str]
    seed: str  #: of the public tasks; optional in the module
    #: Variant, or level of a capture → number of its task, if its pictures have changed; optional.
    renumbered: Mapping[str, int]
    #: Words for things that some pictures lack: a text may have them only if its pictures draw the thing, or
    #: show it in a key, and name it in ``Canvas.things``. Optional.
    named: tuple[str, ...]


_LEAST_WRONG = 2


def _is_title(value: object) -> bool:
    return is_text(value) and "\n" not in str(value)


def _are_pictures(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and 1 <= len(value) <= MAX_PICTURES
        and all(
            isinstance(names, tuple) and names and all(name in CATEGORIES for name in names)
            for names in value
        )
    )


def _are_variants(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == len(set(value)) in VARIANTS and all(map(is_text, value))


def _are_programs(value: object) -> bool:
    return is_text(value) or (are_reasons(value) and bool(value))


def _are_wrong(value: object) -> bool:
    return isinstance(value, dict) and len(value) >= _LEAST_WRONG and all(map(_are_programs, value.values()))


def _are_words(value: object) -> bool:
    return isinstance(value, tuple) and all(map(is_text, value))


def _are_seconds(value: object) -> bool:
    return isinstance(value, int | float) and 0 < value <= 8  # noqa: PLR2004 - a person waits for it


#: Constant of a module → how its value is checked, and what it must be.
_CONSTANTS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "VERSION": (is_version, "a whole number from 1"),
    "TITLE": (_is_title, "a text of one line"),
    "LEVEL": (lambda value: value in ("", *get_args(Level)), f"one of {', '.join(get_args(Level))}"),
    "CATEGORY": (lambda value: value in CATEGORIES, f"one of {', '.join(CATEGORIES)}"),
    "PICTURES": (
        _are_pictures,
        f"a tuple with a tuple of categories for each of 1 to {MAX_PICTURES} pictures",
    ),
    "VARIANTS": (_are_variants, "a tuple of two different names, or of five with DIAL"),
    "DIAL": (are_reasons, f"a dict from each variant to one of {', '.join(DIAL_LEVELS)}"),
    "STARTER": (lambda value: isinstance(value, str), "the signature of `solution`, as text"),
    "LOOK": (lambda value: value in get_args(Look), f"one of {', '.join(get_args(Look))}"),
    "CAPTURED": (are_captures, CAPTURED_IS),
    "COMPARE": (lambda value: value in COMPARE_RULES, f"one of {', '.join(COMPARE_RULES)}"),
    "SECONDS": (_are_seconds, "a number of seconds, at most 8"),
    "STATEMENT": (is_text, "the problem, as text"),
    "REFERENCE": (_are_programs, "a program, or a dict from each variant to a program"),
    "CHANGE": (are_reasons, f"a dict from each variant to the text for `{CHANGE}`"),
    "WRONG": (_are_wrong, "a dict with two or more wrong programs by name"),
    "EQUIVALENT": (are_reasons, "a dict from mutants to reasons, both text"),
    "SEED": (is_text, "a text"),
    "RENUMBERED": (are_numbers, "a dict from variants or levels of captures to whole numbers from 1"),
    "NAMED": (_are_words, "a tuple of texts"),
}
_DEFAULTS: Mapping[str, object] = {
    "LEVEL": "", "DIAL": {}, "STARTER": "", "LOOK": "panels", "CAPTURED": {}, "SECONDS": 3.0, "CHANGE": {},
    "EQUIVALENT": {}, "SEED": "public-1", "RENUMBERED": {}, "NAMED": (),
}  # fmt: skip

#: Function of a module → its parameters.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "sample": ("draws",),
    "check_input": ("values", "text"),
    "samples": ("values",),
    "typical": ("values",),
    "edge": ("values",),
    "large": ("values",),
    "pictures": ("values", "variant"),
    "describe": ("values", "variant"),
}


def read_problem_family(module: ModuleType, path: Path) -> ProblemFamily:
    """Return the family that the module at ``path`` defines; its name is that of the file.

    Raises:
        BadInput: naming the first part that is missing or wrong, and what it must be.
    """
    constants = read_constants(module, path, _CONSTANTS, _DEFAULTS)
    functions = read_functions(module, path, _FUNCTIONS, "as *A family of contest problems* says")
    constants["pictures_shown"] = shown = constants.pop("pictures")
    if constants["category"] not in {name for names in shown for name in names}:
        problem = f"{constants['category']} is the category of no picture"
        raise BadInput(path, "CATEGORY", problem, "name one that PICTURES has")
    names, change = constants["variants"], constants["change"]
    dial, levels = constants["dial"], DIAL_LEVELS if constants["dial"] else constants["variants"][:2]
    if dial and [dial.get(name) for name in constants["variants"]] != list(levels):
        problem = "does not give the variants the levels 1 to 5 in their order"
        raise BadInput(path, "DIAL", problem, "give each of five variants its level, and leave out no level")
    if bool(dial) == bool(constants["level"]) or len(levels) != len(constants["variants"]):
        problem = "a family has five variants and a DIAL, or two variants and a LEVEL"
        raise BadInput(path, "LEVEL", problem, "set DIAL or LEVEL, but not both")
    for place, programs in (("REFERENCE", constants["reference"]), *constants["wrong"].items()):
        _check_programs(path, place, programs, names, change)
    if change and change.keys() != set(names):
        raise BadInput(path, "CHANGE", "has other variants than VARIANTS", f"give one for each of {names}")
    check_renumbered(path, constants, names)
    return ProblemFamily(name=path.stem, **constants, **functions)


def _check_programs(
    path: Path, place: str, programs: Programs, names: tuple[str, ...], change: Mapping[str, str]
) -> None:
    """Check that there is a program for each variant, and a text for each ``$change``.

    Raises:
        BadInput: if one is missing.
    """
    texts = [programs] if isinstance(programs, str) else list(programs.values())
    if not isinstance(programs, str) and programs.keys() != set(names):
        raise BadInput(path, place, "has other variants than VARIANTS", f"give one for each of {names}")
    if not change and any(CHANGE in text for text in texts):
        raise BadInput(path, "CHANGE", f"is missing, but {place} has `{CHANGE}`", "define CHANGE")
    if place == "REFERENCE" and isinstance(programs, str) and CHANGE not in programs:
        problem = f"is one program without `{CHANGE}`, so all variants would have the same"
        raise BadInput(path, place, problem, f"write `{CHANGE}` where the variants differ")


def program_of(programs: Programs, change: Mapping[str, str], variant: str) -> str:
    """Return the program of a variant, with its text in the place of ``$change``."""
    text = programs if isinstance(programs, str) else programs[variant]
    return text.replace(CHANGE, change.get(variant, ""))
