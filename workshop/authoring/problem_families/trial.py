"""Try inputs while `sample` chooses values: the outputs of all variants, before any task is made."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from workshop.authoring.problem_families.family import CHANGE, Given, Values
from workshop.authoring.source import compile_solution, fill

#: Variant → its function ``solution``.
Solvers = Mapping[str, Callable[..., Any]]
Input = TypeVar("Input", bound=Given)


def solvers(programs: Mapping[str, str], values: Values) -> Solvers:
    """Return the right function of each variant.

    Args:
        programs: variant → source; see :func:`with_changes`.
        values: the value of each ``$name``.
    """
    return {variant: compile_solution(fill(source, **values)) for variant, source in programs.items()}


def with_changes(reference: str, change: Mapping[str, str]) -> dict[str, str]:
    """Return the source of each variant, with its text in the place of ``$change``."""
    return {variant: reference.replace(CHANGE, text) for variant, text in change.items()}


def agreeing(inputs: Iterable[Input], solve: Solvers) -> list[Input]:
    """Return the inputs for which all variants give the same output: they can be samples."""
    return [given for given in inputs if _count_outputs(given, solve) == 1]


def differing(inputs: Iterable[Input], solve: Solvers) -> list[Input]:
    """Return the inputs for which the variants give different outputs."""
    return [given for given in inputs if _count_outputs(given, solve) > 1]


def _count_outputs(given: Given, solve: Solvers) -> int:
    arguments = (given,) if isinstance(given, str) else given
    return len({repr(function(*arguments)) for function in solve.values()})
