"""Check that a task has what its level and its type promise."""

import ast
from collections.abc import Iterator, Sequence

from benchmark.authoring.family import Call, Family
from benchmark.authoring.gates.fault import GateFault
from benchmark.authoring.instance import MIN_TRUTH_CALLS, FamilyTask
from benchmark.authoring.labels import MAX_HARD_EXAMPLES, MIN_HARD_STATEMENTS
from benchmark.authoring.source import count_statements


def level_faults(made: FamilyTask, family: Family) -> Iterator[GateFault]:
    """Yield the faults of a hard task; tasks of other levels have none."""
    if made.level == "hard":
        for problem in _hard_problems(made, family):
            yield GateFault(made.task_id, "level", problem)


def _hard_problems(made: FamilyTask, family: Family) -> Iterator[str]:
    statements = count_statements(made.reference)
    if statements < MIN_HARD_STATEMENTS:
        yield f"is hard, and its reference has {statements} statements; it needs {MIN_HARD_STATEMENTS}"
    if (shown := count_shown(made.examples)) > MAX_HARD_EXAMPLES:
        yield f"is hard, and has {shown} worked examples; {MAX_HARD_EXAMPLES} are allowed"
    if result_type(family) == "bool" and len(made.calls) < MIN_TRUTH_CALLS:
        yield f"is hard and returns a bool, and has {len(made.calls)} calls; it needs {MIN_TRUTH_CALLS}"


def count_shown(examples: Sequence[Call]) -> int:
    """Return the number of worked examples that a picture shows; the steps of one film are one of them.

    A step of a film has the arguments of a later one, or a part of its lists from the first item on.
    """
    return sum(
        not any(_continues(other, call) for other in examples[place + 1 :])
        for place, call in enumerate(examples)
    )


def _continues(longer: Call, shorter: Call) -> bool:
    return longer != shorter and all(
        whole == part or (isinstance(whole, list) and isinstance(part, list) and whole[: len(part)] == part)
        for whole, part in zip(longer, shorter, strict=True)
    )


def result_type(family: Family) -> str:
    """Return the type that the signature of a family names for the result, such as ``list[int]``."""
    (function,) = (node for node in ast.parse(family.text).body if isinstance(node, ast.FunctionDef))
    return "" if function.returns is None else ast.unparse(function.returns)
