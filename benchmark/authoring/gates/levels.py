"""Check that a task has what its level and its type promise."""

import ast
from collections.abc import Iterator

from benchmark.authoring.family import Family
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import FamilyTask
from benchmark.authoring.labels import MAX_HARD_EXAMPLES, MIN_HARD_STATEMENTS
from benchmark.authoring.source import count_statements

#: Minimum number of calls of a hard task whose results are truth values.
MIN_TRUTH_CALLS = 8


def level_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Yield the faults of a hard task; tasks of other levels have none."""
    if made.level == "hard":
        for problem in _hard_problems(made, family):
            yield GateFault(made.task_id, "level", problem)


def _hard_problems(made: FamilyTask, family: Family) -> Iterator[str]:
    statements = count_statements(made.reference)
    if statements < MIN_HARD_STATEMENTS:
        yield f"is hard, and its reference has {statements} statements; it needs {MIN_HARD_STATEMENTS}"
    if len(made.examples) > MAX_HARD_EXAMPLES:
        yield f"is hard, and has {len(made.examples)} worked examples; {MAX_HARD_EXAMPLES} are allowed"
    if result_type(family) == "bool" and len(made.calls) < MIN_TRUTH_CALLS:
        yield f"is hard and returns a bool, and has {len(made.calls)} calls; it needs {MIN_TRUTH_CALLS}"


def result_type(family: Family) -> str:
    """Return the type that the signature of a family names for the result, such as ``list[int]``."""
    (function,) = (node for node in ast.parse(family.text).body if isinstance(node, ast.FunctionDef))
    return "" if function.returns is None else ast.unparse(function.returns)
