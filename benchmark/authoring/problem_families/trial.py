"""Try inputs while `sample` chooses values: the outputs of both variants, before any task is made."""

from collections.abc import Callable, Iterable, Mapping

from benchmark.authoring.problem_families.family import CHANGE, Values
from benchmark.authoring.source import compile_solution, fill

#: Variant → its function ``solution``.
Solvers = Mapping[str, Callable[[str], str]]


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


def agreeing(inputs: Iterable[str], solve: Solvers) -> list[str]:
    """Return the inputs for which all variants give the same output: they can be samples."""
    return [text for text in inputs if len({function(text) for function in solve.values()}) == 1]


def differing(inputs: Iterable[str], solve: Solvers) -> list[str]:
    """Return the inputs for which the variants give different outputs."""
    return [text for text in inputs if len({function(text) for function in solve.values()}) > 1]
