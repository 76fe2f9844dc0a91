"""Read a family from its module: the functions and constants that every family module defines."""

import importlib
import inspect
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.core.suite import DIAL_LEVELS
from benchmark.suites.humaneval_v.labels import ASPECTS, TASK_TYPES
from workshop.authoring.family import TASKS_PER_FAMILY, Family, Kind
from workshop.authoring.library_values import has_library_types, with_plain_values
from workshop.drawing.captured import CAPTURES
from workshop.drawing.styles import LOOKS
from workshop.family_collection import FamilyCollection


def is_version(value: object) -> bool:
    """Whether a value is a version: a whole number from 1."""
    return type(value) is int and value >= 1


def _are_kinds(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(kind in get_args(Kind) for kind in value)


def _are_aspects(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and all(aspect in ASPECTS for aspect in value)
        and len(value) == len(set(value)) > 0
    )


def _are_mutations(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and all(isinstance(name, str) for name in value)
        and len(value) == len(set(value)) >= TASKS_PER_FAMILY
    )


_WORDS = ("core", "hard")  #: levels of a whole family


def are_numbers(value: object) -> bool:
    """Whether a value is a dict from texts to whole numbers from 1."""
    return isinstance(value, dict) and all(map(is_text, value)) and all(map(is_version, value.values()))


def check_renumbered(path: Path, constants: Mapping[str, Any], variants: Iterable[str]) -> None:
    """Check that ``RENUMBERED`` names only variants, and levels of which the family has captures.

    Args:
        path: path of the family, for messages.
        constants: its constants by their names in small letters.
        variants: names of its variants or mutations.

    Raises:
        BadInput: naming the first unknown name.
    """
    known = [*variants, *constants["captured"]]
    for name in constants["renumbered"]:
        if name not in known:
            problem = f"{quote_value(name)} is neither a variant nor a level with a capture"
            raise BadInput(path, "RENUMBERED", problem, f"use some of {', '.join(known)}")


def is_dial(value: object) -> bool:
    """Whether a value maps names to all levels from 1 to 5; an empty dict does not."""
    return are_reasons(value) and (not value or set(value.values()) == set(DIAL_LEVELS))  # type: ignore[attr-defined]


def are_reasons(value: object) -> bool:
    """Whether a value is a dict from texts to texts."""
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def are_captures(value: object) -> bool:
    """Whether a value maps some levels from 3 to 5 to captures."""
    return are_reasons(value) and {*value} <= {*DIAL_LEVELS[2:]} and {*value.values()} <= {*CAPTURES}  # type: ignore[misc,attr-defined]


#: What ``CAPTURED`` of every form must be, for messages.
CAPTURED_IS = f"a dict from some of {', '.join(DIAL_LEVELS[2:])} to one of {', '.join(CAPTURES)} each"


def is_text(value: object) -> bool:
    """Whether a value is a text with more than spaces."""
    return isinstance(value, str) and bool(value.strip())


#: Constant of a family module → how its value is checked, and what it must be.
_CONSTANTS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "VERSION": (is_version, "a whole number from 1"),
    "KINDS": (_are_kinds, f"a tuple with one or more of {', '.join(get_args(Kind))}"),
    "TASK_TYPE": (lambda value: value in TASK_TYPES, f"one of {', '.join(TASK_TYPES)}"),
    "ASPECTS": (_are_aspects, f"a tuple with one or more different ones of {', '.join(ASPECTS)}"),
    "LEVEL": (lambda value: value in _WORDS, f"one of {', '.join(_WORDS)}"),
    "DIAL": (
        is_dial,
        f"a dict from each mutation to one of {', '.join(DIAL_LEVELS)}, in which none is left out",
    ),
    "PHOTO": (lambda value: isinstance(value, bool), "True or False"),
    "CAPTURED": (are_captures, CAPTURED_IS),
    "MUTATIONS": (_are_mutations, f"a tuple of {TASKS_PER_FAMILY} or more different names"),
    "TEXT": (is_text, "the signature of `solution` with its docstring, as text"),
    "EQUIVALENT": (are_reasons, "a dict from mutants to reasons, both text"),
    "SETTLED": (are_reasons, "a dict from changes to reasons, both text"),
    "EXCLUDED_STYLES": (
        lambda value: are_reasons(value) and set(value) < set(LOOKS),  # type: ignore[call-overload]
        f"a dict from some of {', '.join(LOOKS)} to reasons",
    ),
    "SEED": (is_text, "a text"),
    "RENUMBERED": (are_numbers, "a dict from mutations or levels of captures to whole numbers from 1"),
}
#: The values of constants that a module may leave out.
_DEFAULTS: Mapping[str, object] = {
    "LEVEL": "core", "DIAL": {}, "PHOTO": False, "CAPTURED": {}, "EQUIVALENT": {}, "SETTLED": {},
    "EXCLUDED_STYLES": {}, "SEED": "public-1", "RENUMBERED": {},
}  # fmt: skip

#: Function of a family module → its parameters.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "sample": ("mutation", "draws"),
    "calls": ("values",),
    "examples": ("values",),
    "reference": ("values",),
    "picture": ("values", "solve"),
    "describe": ("values", "solve"),
}


def family_named(collection: FamilyCollection, name: str) -> Family:
    """Import a family of the form ``pictures`` by name.

    Raises:
        BadInput: if it does not exist, cannot be imported, or a part of its module is missing or wrong.
    """
    return read_family(*import_family(collection, name))


def import_family(collection: FamilyCollection, name: str) -> tuple[ModuleType, Path]:
    """Import the module of a family; return it with its path.

    Raises:
        BadInput: if it does not exist or cannot be imported.
    """
    path = collection.module(name)
    if not name.isidentifier() or not path.is_file():
        known = ", ".join(collection.names()) or "none yet"
        problem = f"{collection.suite} has no family {quote_value(name)}"
        raise BadInput("family", "", problem, f"use one of: {known}")
    module_name = f"{collection.families}.families.{name}"
    try:
        return importlib.import_module(module_name), path
    except SightbenchError:
        raise
    except Exception as error:
        problem = f"cannot be imported: {type(error).__name__}: {error}"
        raise BadInput(path, "", problem, f"`python -m {module_name}` prints the traceback") from error


def read_family(module: ModuleType, path: Path) -> Family:
    """Return the family that the module at ``path`` defines; its name is that of the file.

    Raises:
        BadInput: naming the first part that is missing or wrong, and what it must be.
    """
    constants = read_constants(module, path, _CONSTANTS, _DEFAULTS)
    guide = "as `python -m workshop new` writes it"
    functions = {"rule_space": lambda _values: None, **read_functions(module, path, _FUNCTIONS, guide)}
    if hasattr(module, "rule_space"):
        functions |= read_functions(module, path, {"rule_space": ("values",)}, guide)
    if constants["dial"] and {*constants["dial"]} != {*constants["mutations"]}:
        raise BadInput(path, "DIAL", "has other names than MUTATIONS", "give each mutation its level")
    check_renumbered(path, constants, constants["mutations"])
    if has_library_types(constants["text"]):
        reference = functions["reference"]
        functions["reference"] = lambda values: with_plain_values(reference(values))
    return Family(name=path.stem, **constants, **functions)


def read_constants(
    module: ModuleType,
    path: Path,
    table: Mapping[str, tuple[Callable[[object], bool], str]],
    defaults: Mapping[str, object],
) -> dict[str, Any]:
    """Return the constants of a module by their names in small letters.

    Args:
        module: the module.
        path: its path, for messages.
        table: constant → how its value is checked, and what it must be.
        defaults: the values of constants that a module may leave out.

    Raises:
        BadInput: naming the first constant that is missing or wrong.
    """
    return {name.lower(): _constant(module, path, name, rule, defaults) for name, rule in table.items()}


def read_functions(
    module: ModuleType, path: Path, table: Mapping[str, tuple[str, ...]], guide: str
) -> dict[str, Any]:
    """Return the functions of a module by their names.

    Args:
        module: the module.
        path: its path, for messages.
        table: function → its parameters.
        guide: where authors find the functions, for messages.

    Raises:
        BadInput: naming the first function that is missing or takes other parameters.
    """
    return {name: _function(module, path, name, table[name], guide) for name in table}


def _constant(
    module: ModuleType,
    path: Path,
    name: str,
    rule: tuple[Callable[[object], bool], str],
    defaults: Mapping[str, object],
) -> Any:
    is_right, wanted = rule
    fix = f"set {name} to {wanted}"
    if not hasattr(module, name) and name not in defaults:
        raise BadInput(path, name, "is missing", fix)
    value = getattr(module, name, defaults.get(name))
    if not is_right(value):
        raise BadInput(path, name, f"is {quote_value(value)}, not {wanted}", fix)
    return value


def _function(module: ModuleType, path: Path, name: str, parameters: tuple[str, ...], guide: str) -> Any:
    fix = f"define {name}({', '.join(parameters)}), {guide}"
    if not hasattr(module, name):
        raise BadInput(path, name, "is missing", fix)
    function = getattr(module, name)
    if not callable(function):
        raise BadInput(path, name, f"is {quote_value(function)}, not a function", fix)
    signature = inspect.signature(function)
    try:
        signature.bind(*parameters)
    except TypeError:
        problem = f"takes ({', '.join(signature.parameters)}), but is called with ({', '.join(parameters)})"
        raise BadInput(path, name, problem, fix) from None
    return function
