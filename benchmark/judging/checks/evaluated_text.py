"""Replaces ``eval`` and ``exec`` in tests, so that no code of the answer runs on the host.

A test may call ``eval`` on a text that the answer returned if that text is an expression of plain values,
such as a sum of numbers. The text sees names of the answer and a namespace that the test passes, never the
test's variables, which hold the expected values. Any other text of the answer is refused. Texts that are
written in the test run unchanged.
"""

import ast
import builtins
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.conversation.reference import Reference

NAMES = frozenset({"eval", "exec"})  #: names of the builtin functions that :func:`functions` replaces
_STARTS_PROGRAMS = frozenset(
    {"os.system", "os.popen", "subprocess.run", "subprocess.Popen", "subprocess.call"}
    | {"subprocess.check_call", "subprocess.check_output", "subprocess.getoutput"}
)
_UNPICKLERS = frozenset({"pickle", "marshal", "dill", "joblib"})
_EXPONENT_LIMIT = 10_000  #: maximum exponent in a text that is not written in the test
_TEXT_LIMIT = 100_000  #: maximum characters of a text that is not written in the test
#: Builtin functions that an expression may call.
_FUNCTIONS = frozenset(
    {"abs", "all", "any", "bool", "divmod", "float", "int", "len", "list", "max", "min", "pow", "round"}
    | {"set", "sorted", "str", "sum", "tuple"}
)
_NODES = (
    *(ast.Expression, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.List),
    *(ast.Tuple, ast.Set, ast.Dict, ast.Subscript, ast.Slice, ast.Load, ast.keyword, ast.operator),
    *(ast.unaryop, ast.boolop, ast.cmpop, ast.Name, ast.Call),
)


def what_runs(call: ast.Call) -> str:
    """Return how a call in a test could run code of the answer on the host; empty if it cannot."""
    match call.func, call.args:
        case ast.Name(id="exec"), [text, *_] if not isinstance(text, ast.Constant | ast.Name | ast.Subscript):
            return "it runs a text that the answer may have written (exec)"
        case (
            (
                ast.Name(id="compile" | "sympify" | "parse_expr" as name)
                | ast.Attribute(value=ast.Name(id="sympy"), attr="sympify" | "parse_expr" as name)
            ),
            [text, *_],
        ) if not isinstance(text, ast.Constant):
            return f"it runs a text that the answer may have written ({name})"
        case ast.Attribute(value=ast.Name(id="builtins"), attr="eval" | "exec" | "compile" as name), _:
            return f"it calls builtins.{name}"
        case ast.Attribute(value=ast.Name(id=owner), attr=name), _ if f"{owner}.{name}" in _STARTS_PROGRAMS:
            return f"it starts a program ({owner}.{name})"
        case ast.Attribute(value=ast.Name(id=owner), attr="load" | "loads"), [data, *_] if (
            owner in _UNPICKLERS and not _is_call_of_dumps(data)
        ):
            return f"it unpickles data that the answer may have written ({owner})"
        case _:
            return ""


def _is_call_of_dumps(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "dumps"


def functions(code: types.CodeType) -> dict[str, Callable[..., object]]:
    """Return the replacements of ``eval`` and ``exec`` in a test by name.

    Texts that are constants in the test may be evaluated without a check.
    """
    own = set(_text_constants(code))

    def _is_own(text: object) -> bool:
        return type(text) is types.CodeType or id(text) in own

    def evaluate(text: object, known: Any = None, local: Any = None, /) -> object:
        frame = sys._getframe(1)
        _require_text(text)
        if not _is_own(text):
            known = _names_of_answer(frame.f_globals) if known is None else dict(known)
            known |= {} if local is None else local
            if not (type(text) is str and _is_expression(text, known)):
                raise NotEncodableError("a test evaluates more than an expression of plain values")
            return eval(text, known)  # noqa: S307 - harmless
        if known is None:
            known, local = frame.f_globals, frame.f_locals if local is None else local
        return eval(text, known, local)  # type: ignore[arg-type]  # noqa: S307 - the test's own

    def execute(text: object, known: Any = None, local: Any = None, /) -> None:
        frame = sys._getframe(1)
        if known is None:
            known, local = frame.f_globals, frame.f_locals if local is None else local
        _require_text(text)
        if not _is_own(text):
            raise NotEncodableError("a test runs a text that is not its own")
        exec(text, known, known if local is None else local)  # type: ignore[arg-type]  # noqa: S102 - the test's own text

    return {"eval": evaluate, "exec": execute}


def _text_constants(value: object) -> Iterator[int]:
    """Yield the identity of each text in a constant: the answer may return an equal text.

    Texts of one character are left out, because Python has only one object for each of them.
    """
    if isinstance(value, types.CodeType | tuple | frozenset):
        for part in value.co_consts if isinstance(value, types.CodeType) else value:
            yield from _text_constants(part)
    elif isinstance(value, str | bytes) and len(value) > 1:
        yield id(value)


def _names_of_answer(namespace: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in namespace.items() if isinstance(value, Reference)}


def _require_text(text: object) -> None:
    if type(text) not in (str, bytes, types.CodeType):
        raise TypeError("eval() and exec() need a text here")


def _is_expression(text: str, names: Mapping[str, object]) -> bool:
    """Whether a text is an expression that calls nothing except the answer and a few builtin functions."""
    if len(text) > _TEXT_LIMIT:
        return False
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True  # the test gets this error, because eval parses the text again
    return all(_is_harmless(node, names) for node in ast.walk(tree))


def _is_harmless(node: ast.AST, names: Mapping[str, object]) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            if name in names:
                return isinstance(names[name], Reference)
            return name in _FUNCTIONS
        case ast.Call():
            return False
        case ast.Name(id=name):
            return not name.startswith("_") and (
                name in names or not hasattr(builtins, name) or name in _FUNCTIONS
            )
        case ast.BinOp(left=left, op=ast.Pow() | ast.LShift(), right=right):
            exponent = right.operand if isinstance(right, ast.UnaryOp) else right
            number = exponent.value if isinstance(exponent, ast.Constant) else None
            is_small = isinstance(number, int | float) and abs(number) <= _EXPONENT_LIMIT
            return is_small and isinstance(left, ast.Constant | ast.Name)
        case _:
            return isinstance(node, _NODES)
