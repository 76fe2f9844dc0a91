"""Read a family from its module: the functions and constants that every family module defines."""

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

from benchmark.authoring.family import TASKS_PER_FAMILY, Family, Kind
from benchmark.core.errors import BadInput, quote_value


def _is_version(value: object) -> bool:
    return type(value) is int and value >= 1


def _are_kinds(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and all(kind in get_args(Kind) for kind in value)


def _are_mutations(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and all(isinstance(name, str) for name in value)
        and len(value) == len(set(value)) >= TASKS_PER_FAMILY
    )


def _are_reasons(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for pair in value.items() for text in pair)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


#: Constant of a family module → how its value is checked, and what it must be.
_CONSTANTS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "VERSION": (_is_version, "a whole number from 1"),
    "KINDS": (_are_kinds, f"a tuple with one or more of {', '.join(get_args(Kind))}"),
    "MUTATIONS": (_are_mutations, f"a tuple of {TASKS_PER_FAMILY} or more different names"),
    "TEXT": (_is_text, "the signature of `solution` with its docstring, as text"),
    "EQUIVALENT": (_are_reasons, "a dict from mutants to reasons, both text"),
    "SEED": (_is_text, "a text"),
}
#: The values of constants that a module may leave out.
_DEFAULTS: Mapping[str, object] = {"EQUIVALENT": {}, "SEED": "public-1"}

#: Function of a family module → its parameters.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "sample": ("mutation", "draws"),
    "calls": ("values",),
    "examples": ("values",),
    "reference": ("values",),
    "picture": ("values", "solve"),
    "describe": ("values", "solve"),
}


def read_family(module: ModuleType, path: Path) -> Family:
    """Return the family that the module at ``path`` defines; its name is that of the file.

    Raises:
        BadInput: naming the first part that is missing or wrong, and what it must be.
    """
    constants = {name.lower(): _constant(module, path, name) for name in _CONSTANTS}
    functions = {name: _function(module, path, name) for name in _FUNCTIONS}
    return Family(name=path.stem, **constants, **functions)


def _constant(module: ModuleType, path: Path, name: str) -> Any:
    is_right, wanted = _CONSTANTS[name]
    fix = f"set {name} to {wanted}"
    if not hasattr(module, name) and name not in _DEFAULTS:
        raise BadInput(path, name, "is missing", fix)
    value = getattr(module, name, _DEFAULTS.get(name))
    if not is_right(value):
        raise BadInput(path, name, f"is {quote_value(value)}, not {wanted}", fix)
    return value


def _function(module: ModuleType, path: Path, name: str) -> Any:
    parameters = _FUNCTIONS[name]
    fix = f"define {name}({', '.join(parameters)}), as `sightbench author new` writes it"
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
