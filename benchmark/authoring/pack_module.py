"""Run the file of a private pack that adds mutations to a family, and check what it defines."""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmark.authoring.family import TASKS_PER_FAMILY, Family
from benchmark.authoring.family_module import are_reasons, read_constants, read_functions
from benchmark.authoring.private_pack import PrivatePack
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, SightbenchError

#: Function of a pack's file → its parameters. All but ``reference`` are optional; the family has them, too.
_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "reference": ("values",),
    "sample": ("mutation", "draws"),
    "rivals": ("values",),
    "picture": ("values", "solve"),
    "describe": ("values", "solve"),
}
#: What twins share with the public tasks, so that only the family can define it.
_SHARED = (
    "VERSION", "KINDS", "TASK_TYPE", "ASPECTS", "LEVEL", "TEXT", "SEED", "EXCLUDED_STYLES",
    "calls", "examples",
)  # fmt: skip
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MIN_WORDS = 3  #: minimum words of a rule


def _are_rules(value: object) -> bool:
    return (
        are_reasons(value)
        and isinstance(value, dict)
        and len(value) >= TASKS_PER_FAMILY
        and all(_NAME.fullmatch(name) and len(rule.split()) >= _MIN_WORDS for name, rule in value.items())
    )


_CONSTANTS: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "MUTATIONS": (
        _are_rules,
        f"a dict of {TASKS_PER_FAMILY} or more: name in a-z, 0-9 and - → rule in {_MIN_WORDS} words or more",
    ),
    "EQUIVALENT": (are_reasons, "a dict from mutants to reasons, both text"),
    "SETTLED": (are_reasons, "a dict from mutants to reasons, both text"),
}
_DEFAULTS: Mapping[str, object] = {"EQUIVALENT": {}, "SETTLED": {}}


@dataclass(frozen=True, slots=True, kw_only=True)
class PackModule:
    """What one file of a pack defines."""

    path: Path
    rules: Mapping[str, str]  #: mutation → its rule in words
    functions: Mapping[str, Callable[..., Any]]  #: ``reference`` and those that replace the family's
    equivalent: Mapping[str, str]
    settled: Mapping[str, str]


def read_pack_module(pack: PrivatePack, family: Family) -> PackModule:
    """Run the file of a pack for a family.

    Raises:
        BadInput: if it cannot be run, or a part of it is missing or wrong; the message names the part.
    """
    path = pack.path(family.name)
    module = _run(path, pack.sources[family.name])
    constants = read_constants(module, path, _CONSTANTS, _DEFAULTS)
    for name in constants["mutations"]:
        if name in family.mutations:
            problem = f"`{name}` is the name of a public mutation of {family.name}"
            raise BadInput(path, "MUTATIONS", problem, "give the private rule a name of its own")
    for name in _SHARED:
        if hasattr(module, name):
            problem = "cannot be changed by a pack: it is the same for all mutations of a family"
            raise BadInput(path, name, problem, f"remove {name}, or import the family as a module")
    present = {
        name: taken for name, taken in _FUNCTIONS.items() if name == "reference" or hasattr(module, name)
    }
    return PackModule(
        path=path,
        rules=constants["mutations"],
        functions=read_functions(module, path, present, "as the guide to private packs shows it"),
        equivalent=constants["equivalent"],
        settled=constants["settled"],
    )


def _run(path: Path, source: bytes) -> ModuleType:
    """Run the source of a file as a module; no compiled copy is written.

    Raises:
        BadInput: if it raises an error.
    """
    module = ModuleType(f"sightbench_private_pack_{sha256_hex(source)[:16]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # dataclasses look their module up by its name
    try:
        exec(compile(source, str(path), "exec", dont_inherit=True), module.__dict__)  # noqa: S102 - our own
    except SightbenchError:
        raise
    except (Exception, SystemExit) as error:  # sys.exit() would end the command as if all were well
        problem = f"cannot be run: {type(error).__name__}: {error}"
        raise BadInput(path, "", problem, "correct the file") from error
    return module
