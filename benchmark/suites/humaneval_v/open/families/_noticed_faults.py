"""Whether the calls of a family notice every small fault in a program that is drawn after them.

sightbench-open-canary 5f0c1d9e-8a1b-4f63-9d27-6b1c0e4a7d52: benchmark data, not for training
"""

import ast
from collections.abc import Iterable, Sequence

from benchmark.authoring.family import Call, Solve
from benchmark.authoring.mutants import is_listed, mutants
from benchmark.authoring.source import compile_solution


def gives(solve: Solve, call: Call, result: object) -> bool:
    """Whether a program gives a result; one that fails does not."""
    try:
        return bool(solve(*call) == result)
    except Exception:  # noqa: BLE001 - any error is another result
        return False


def notice_faults(calls: Sequence[Call], source: str, equivalent: Iterable[str] = ()) -> bool:
    """Whether calls have other results for each mutant of a program that is not listed as equivalent."""
    solve = compile_solution(source)
    right = [(call, solve(*call)) for call in calls]
    faults = [each for each in mutants(source) if not is_listed(each.change, equivalent)]
    others = (compile_solution(ast.unparse(each.tree)) for each in faults)
    return not any(all(gives(other, *pair) for pair in right) for other in others)
