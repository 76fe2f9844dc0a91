"""Count the test cases of a task."""

import ast
import warnings
from functools import lru_cache

from benchmark.core.python_source import nested_statements
from benchmark.core.task import ChoiceCheck, FigureCheck, FunctionCheck, RubricCheck, StdioCheck, Task


def count_test_cases(task: Task) -> int:
    """Count the asserts of a function check, or the cases of a whole program; a choice counts as one.

    An assert in a loop over a written-out list counts once per item of the list. A figure counts once.
    """
    match task.check:
        case StdioCheck(cases=cases):
            return len(cases)
        case FigureCheck() | RubricCheck():
            return 1
        case FunctionCheck(tests=tests):
            return sum(map(_asserts_of, tests))
        case ChoiceCheck():
            return 1


@lru_cache(32_768)  # a data set is counted as a whole, by subset and by level
def _asserts_of(test: str) -> int:
    if (found := _count_lines_of_asserts(test)) is not None:
        return found
    tree = parse(test)
    return 0 if tree is None else _count_asserts(tree)


def _count_lines_of_asserts(test: str) -> int | None:
    """Count the asserts of a test with one on each line, as most have, without parsing it; else None."""
    if any(mark in test for mark in (";", "'''", '"""', "\\\n")):
        return None
    lines = [line for line in test.split("\n") if line.strip() and not line.startswith("#")]
    return len(lines) if all(line.startswith("assert ") for line in lines) else None


def _count_asserts(node: ast.AST) -> int:
    times = _loop_items(node.iter) if isinstance(node, ast.For) else 1
    within = sum(_count_asserts(child) for child in nested_statements(node))
    return isinstance(node, ast.Assert) + times * within


def _loop_items(iterated: ast.expr) -> int:
    """Return the number of items that a loop runs over; 1 if they are not written out."""
    match iterated:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return len(items)
        case ast.Call(func=ast.Name(id="zip" | "enumerate"), args=[first, *_]):
            return _loop_items(first)
        case _:
            return 1


def parse(source: str) -> ast.Module | None:
    """Return the tree of a program; None if there is none."""
    if not source:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd but legal source
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
