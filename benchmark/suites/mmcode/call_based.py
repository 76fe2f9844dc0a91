"""Call-based problems: a record with ``fn_name`` becomes tests that call a function or a method.

A record has one list of arguments per test (``inputs``) and one expected output per test (``outputs``). Each
test becomes a source of its own, so that it runs against a fresh copy of the answer:

    arguments = [[7, 1, 5, 3, 6, 4]]
    expected = 5
    assert Solution().maxProfit(*arguments) == expected
"""

import ast
import keyword
import typing
from collections.abc import Sequence

from benchmark.core.task import FunctionCheck
from benchmark.extraction.body import starter_with_pass
from benchmark.suites.evalplus.literals import literal

#: Names of types with which a function says that it returns a sequence, or anything.
_SEQUENCES = frozenset({"List", "list", "Tuple", "tuple", "Sequence", "Iterable", "Optional", "Union", "Any"})


def call_check(
    fn_name: str, inputs: Sequence[object], outputs: Sequence[object], starter_code: str
) -> tuple[FunctionCheck, str]:
    """Return the check of a call-based problem, and its entry point.

    Values are compared by ``==`` of Python as JSON has them: a tuple is not equal to a list.

    Some sources of such records wrap every expected value into a list. Outputs count as wrapped if all of
    them are lists of one element and the starter code does not say that the function returns a sequence.
    Then the element is what the function must return.

    Args:
        fn_name: name of the function, or of the method of ``Solution``.
        inputs: the arguments of each test, a list per test.
        outputs: the expected output of each test, a value of JSON; as many as ``inputs``, and at least one.
        starter_code: the code that the prompt shows. If it defines ``class Solution``, each test calls the
            method of a new object. Names of ``typing`` that it uses are imported for the answer.

    Returns:
        The check with one test per case, and the entry point: ``Solution().NAME``, or the function's name.

    Raises:
        ValueError: if the name is not one of a function, there is no test, inputs and outputs are of unequal
            number, an input is not a list, or a value is not one of JSON.
    """
    if not fn_name.isidentifier() or keyword.iskeyword(fn_name):
        raise ValueError(f"fn_name {fn_name!r} is not the name of a function")
    if not inputs:
        raise ValueError("there is no test")
    if len(inputs) != len(outputs):
        raise ValueError(f"there are {len(inputs)} inputs, but {len(outputs)} outputs")
    parsed = starter_with_pass(starter_code)
    tree = None if parsed is None else parsed[1]
    entry = f"Solution().{fn_name}" if _defines_solution(tree, starter_code) else fn_name
    wanted = "expected[0]" if _are_wrapped(outputs, _returned(tree, fn_name)) else "expected"
    tests = tuple(
        _values(number, arguments, output) + f"assert {entry}(*arguments) == {wanted}\n"
        for number, (arguments, output) in enumerate(zip(inputs, outputs, strict=True), 1)
    )
    return FunctionCheck(tests=tests, preamble=_typing_imports(tree)), entry


def _values(number: int, arguments: object, output: object) -> str:
    """Return the source that binds the values of a test."""
    if not isinstance(arguments, list):
        raise ValueError(f"test {number}: its input is not a list of arguments")  # noqa: TRY004
    try:
        return f"arguments = {literal(arguments)}\nexpected = {literal(output)}\n"
    except (ValueError, RecursionError):
        raise ValueError(f"test {number}: its input or output is not a value of JSON") from None


def _defines_solution(tree: ast.Module | None, starter_code: str) -> bool:
    if tree is None:
        # Starter code that does not parse still shows whether it has a class.
        return "class Solution" in starter_code
    return any(isinstance(node, ast.ClassDef) and node.name == "Solution" for node in tree.body)


def _returned(tree: ast.Module | None, fn_name: str) -> ast.expr | None:
    """Return the annotation of the function's result, or None if there is none."""
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.FunctionDef) and node.name == fn_name:
            return node.returns
    return None


def _are_wrapped(outputs: Sequence[object], returned: ast.expr | None) -> bool:
    """Whether each output is a list whose only element is the expected value."""
    outer = returned.value if isinstance(returned, ast.Subscript) else returned
    name = outer.attr if isinstance(outer, ast.Attribute) else outer.id if isinstance(outer, ast.Name) else ""
    return name not in _SEQUENCES and all(isinstance(output, list) and len(output) == 1 for output in outputs)


def _typing_imports(tree: ast.Module | None) -> str:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} if tree is not None else set()
    used = sorted(names & set(typing.__all__))
    return f"from typing import {', '.join(used)}\n" if used else ""
