"""Replaces ``eval``, ``exec`` and ``compile`` in tests, so that no code of the answer runs on the host.

A test may call ``eval`` on a text that the answer returned if that text is an expression of plain values,
such as a sum of numbers. The text is parsed once, and :class:`_Expression` computes the value of the parsed
tree; Python never compiles it. The text sees names of the answer and a namespace that the test passes, never
the test's variables, which hold the expected values. Any other text of the answer is refused. Texts that are
written in the test run unchanged. :mod:`.text_guard` refuses all other ways to run a text.
"""

import ast
import builtins
import operator
import re
import sys
import types
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from benchmark.judging.checks import text_guard
from benchmark.judging.conversation.reference import Reference

_STARTS_PROGRAMS = frozenset(
    {"os.system", "os.popen", "subprocess.run", "subprocess.Popen", "subprocess.call"}
    | {"subprocess.check_call", "subprocess.check_output", "subprocess.getoutput"}
)
_UNPICKLERS = frozenset({"pickle", "marshal", "dill", "joblib"})
_TEXT_LIMIT = 100_000  #: maximum characters of a text that is not written in the test
_WORK_LIMIT = 4_000_000  #: work that one expression may cost, as :func:`_work_of` counts it
_ROUNDED_DIGITS = 10_000  #: maximum digits of ``round(a, digits)``, which computes a power of ten
_WIDE_FORMAT = re.compile(r"\*|\d{5}")  #: in a text before ``%``: more than 9,999 characters per value
_REFUSAL = "a test evaluates more than an expression of plain values"
#: Builtin functions that an expression may call.
_FUNCTIONS = frozenset(
    {"abs", "all", "any", "bool", "divmod", "float", "int", "len", "list", "max", "min", "pow", "round"}
    | {"set", "sorted", "str", "sum", "tuple"}
)
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = (
    {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}
    | {ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow}
    | {ast.MatMult: operator.matmul, ast.LShift: operator.lshift, ast.RShift: operator.rshift}
    | {ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor}
    | {ast.UAdd: operator.pos, ast.USub: operator.neg, ast.Not: operator.not_, ast.Invert: operator.inv}
    | {ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le}
    | {ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not}
    | {ast.In: lambda item, container: item in container}
    | {ast.NotIn: lambda item, container: item not in container}
)
_Steps = Generator[ast.expr | None, Any, Any]


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


def _evaluate(text: Any, known: Any = None, local: Any = None, /) -> object:
    frame = sys._getframe(1)
    if _is_own(text):
        return _run(eval, text, *_namespaces(frame, known, local))
    names = _names_of_answer(frame.f_globals) if known is None else dict(known)
    return _Expression(names | ({} if local is None else local)).value_of(_parse(text))


def _execute(text: Any, known: Any = None, local: Any = None, /) -> object:
    if not _is_own(text):
        text_guard.refuse("a test runs a text that is not its own")
    return _run(exec, text, *_namespaces(sys._getframe(1), known, local))


def _compile(text: Any, *args: Any, **kwargs: Any) -> object:
    if not _is_own(text):
        text_guard.refuse("a test compiles a text that is not its own")
    return _make_code(text, *args, **kwargs)


#: Replacements of builtin functions in a test. Texts that the test's source contains run as in Python.
FUNCTIONS: dict[str, Callable[..., object]] = {"eval": _evaluate, "exec": _execute, "compile": _compile}


def _is_own(text: object) -> bool:
    if type(text) not in (str, bytes, types.CodeType):
        raise TypeError("eval(), exec() and compile() need a text here")
    # Code is always the test's: an answer cannot send any, and `_compile` refuses the answer's texts.
    return type(text) is types.CodeType or text_guard.is_own(text)


def _namespaces(frame: types.FrameType, known: Any, local: Any) -> tuple[Any, Any]:
    if known is None:
        return frame.f_globals, frame.f_locals if local is None else local
    return known, known if local is None else local


@text_guard.trusted
def _run(function: Any, text: Any, known: Any, local: Any) -> object:
    """Evaluate or execute a text or code of the test."""
    if type(text) is not types.CodeType:
        # `eval` skips spaces at the start of a text; for `compile` they are an IndentationError.
        text = _make_code(text.lstrip() if function is eval else text, "<string>", function.__name__)
    return function(text, known, local)


@text_guard.trusted
def _make_code(text: Any, *args: Any, **kwargs: Any) -> object:
    """Compile a text of the test; the texts in it are the test's own, too."""
    code = compile(text, *args, **kwargs)
    if type(code) is types.CodeType:
        text_guard.add_own(code)
    return code


def _names_of_answer(namespace: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in namespace.items() if isinstance(value, Reference)}


@text_guard.trusted
def _parse(text: object) -> ast.expr:
    """Parse a text of the answer; only a SyntaxError goes to the test, as from ``eval``.

    A text that is nested too deep raises other errors, at a depth that depends on the caller's frames. So no
    other parse may decide what such a text is.
    """
    text_guard.note_evaluated()
    if type(text) is not str or len(text) > _TEXT_LIMIT or "\0" in text:
        text_guard.refuse(_REFUSAL)
    try:
        tree = compile(text.lstrip(" \t"), "<string>", "eval", ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError:
        raise
    except Exception:  # noqa: BLE001 - RecursionError, MemoryError, ValueError of a lone surrogate
        text_guard.refuse(_REFUSAL)
    return tree.body  # type: ignore[attr-defined,no-any-return]  # of ast.Expression


class _Expression:
    """Computes the value of an expression like Python, with bounded work and without recursion.

    Args:
        names: what the expression may name. It may call those that are references to the answer.
    """

    def __init__(self, names: Mapping[str, object]) -> None:
        # A test may take builtins away: `eval(text, {"__builtins__": {}})`.
        given = names.get("__builtins__", builtins)
        found = given if isinstance(given, dict) else getattr(given, "__dict__", {})
        self._functions = {name: found[name] for name in _FUNCTIONS & found.keys()}
        self._names = names
        self._work_left = _WORK_LIMIT

    def value_of(self, tree: ast.expr) -> object:
        """Return the value of a parsed text; raises what its operators and functions raise."""
        running, value = [self._steps(tree)], None
        while running:
            try:
                part = running[-1].send(value)
            except StopIteration as end:
                running.pop()
                value = end.value
            else:
                running.append(self._steps(part))
                value = None
        return value

    def _steps(self, node: ast.expr | None) -> _Steps:  # noqa: PLR0911, PLR0912 - one return per kind of node
        """Compute a node: yield each of its parts, receive that part's value, and return the node's value."""
        match node:
            case ast.Constant(value=value):
                return self._counted(value)
            case ast.Name(id=name):
                return self._counted(self._named(name))
            case ast.UnaryOp(op=operation, operand=part):
                return self._counted(_OPERATORS[type(operation)]((yield part)))
            case ast.BinOp(left=left, op=operation, right=right):
                first, second = (yield left), (yield right)
                self._foresee(operation, first, second)
                return self._counted(_OPERATORS[type(operation)](first, second))
            case ast.BoolOp(op=operation, values=[*parts, last]):
                for part in parts:
                    value = yield part
                    if bool(value) is isinstance(operation, ast.Or):
                        return value
                return (yield last)
            case ast.Compare(left=left, ops=operations, comparators=parts):
                first, result = (yield left), None
                for number, (comparison, part) in enumerate(zip(operations, parts, strict=True)):
                    if number and not result:
                        break
                    second = yield part
                    first, result = second, _OPERATORS[type(comparison)](first, second)
                return result
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return (yield body if (yield test) else otherwise)
            case ast.List(elts=parts):
                return (yield from _each(parts))
            case ast.Tuple(elts=parts):
                return tuple((yield from _each(parts)))
            case ast.Set(elts=parts):
                return set((yield from _each(parts)))
            case ast.Dict(keys=keys, values=parts) if None not in keys:  # none in ``{**other}``
                pairs = yield from _each(part for pair in zip(keys, parts, strict=True) for part in pair)
                return dict(zip(pairs[::2], pairs[1::2], strict=True))
            case ast.Subscript(value=part, slice=index):
                return self._counted((yield part)[(yield index)])
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds = (bound or ast.Constant(None) for bound in (lower, upper, step))
                return slice(*(yield from _each(bounds)))
            case ast.Call(func=ast.Name(id=name), args=parts, keywords=keywords):
                args = yield from _each(parts)
                values = yield from _each(keyword.value for keyword in keywords)
                named: dict[str, object] = {}
                for keyword, value in zip(keywords, values, strict=True):
                    named.update(value if keyword.arg is None else {keyword.arg: value})
                return self._counted(self._function(name, args, named)(*args, **named))
            case _:
                # Attributes too: `().__class__.__base__.__subclasses__()` reaches every class in here.
                text_guard.refuse(_REFUSAL)

    def _named(self, name: str) -> object:
        # `__import__` would reach any module. Unknown names are left to Python's NameError, as in `eval`.
        if name.startswith("_") or (name not in {*self._names, *_FUNCTIONS} and hasattr(builtins, name)):
            text_guard.refuse(_REFUSAL)
        for found in (self._names, self._functions):
            if name in found:
                return found[name]
        raise NameError(f"name {name!r} is not defined", name=name)

    def _function(self, name: str, args: list[Any], named: Mapping[str, object]) -> Any:
        """Return the function to call, unless a call with these arguments takes too much work."""
        called = self._named(name)
        if isinstance(called, Reference):
            return called
        if name in self._names or name not in _FUNCTIONS:
            text_guard.refuse(_REFUSAL)
        match name, args:
            case "pow" | "round", _ if named:  # their arguments could come in any order
                text_guard.refuse(_REFUSAL)
            case "pow", [base, exponent]:
                self._foresee(ast.Pow(), base, exponent)
            case "pow", [_, exponent, modulus]:
                self._spend(_bits(exponent) * _bits(modulus) ** 2 >> 16)
            case "round", [_, int(digits)] if abs(digits) > _ROUNDED_DIGITS:
                text_guard.refuse(_REFUSAL)
            case "sum", [list() | tuple() as items, *_] if any(isinstance(item, Sequence) for item in items):
                self._spend(len(items) * _work_of(items, self._work_left))  # each sum is a new list
            case _:
                pass
        return called

    def _foresee(self, operation: ast.operator, first: Any, second: Any) -> None:
        """Refuse an operation whose result would be too large, before it is computed."""
        match operation, first, second:
            case ast.Mult(), int() | Fraction(), int() | Fraction():
                self._spend((_bits(first) + _bits(second)) ** 2 >> 16)
            case ast.Mult(), int(), Sequence():
                self._spend(first * _work_of(second, self._work_left))
            case ast.Mult(), Sequence(), int():
                self._spend(second * _work_of(first, self._work_left))
            case ast.Pow(), int() | Fraction(), int():
                self._spend((_bits(first) * second) ** 2 >> 16)
            case ast.LShift(), int(), int():
                self._spend((_bits(first) + abs(second)) ** 2 >> 16)
            case ast.Mod(), str() | bytes(), _ if _WIDE_FORMAT.search(str(first)):
                text_guard.refuse(_REFUSAL)
            case _:
                pass

    def _counted(self, value: Any) -> Any:
        self._spend(_work_of(value, self._work_left))
        return value

    def _spend(self, work: int) -> None:
        self._work_left -= max(work, 0)
        if self._work_left < 0:
            text_guard.refuse("a test evaluates an expression that takes too much work")


def _each(nodes: Iterable[ast.expr | None]) -> Generator[ast.expr | None, Any, list[Any]]:
    values = []
    for node in nodes:
        values.append((yield node))  # noqa: PERF401 - a comprehension cannot yield
    return values


def _bits(value: object) -> int:
    if isinstance(value, int | Fraction):
        return value.numerator.bit_length() + value.denominator.bit_length()
    return 0


def _work_of(value: object, most: int) -> int:
    """Return the work of an operation with a value, or any number above ``most`` if that is less.

    It grows with the items at all levels, and with the square of the bits of whole numbers.
    """
    work, waiting = 0, [value]
    while waiting and work <= most:
        part = waiting.pop()
        work += 1
        match part:
            case int() | Fraction():
                work += _bits(part) ** 2 >> 16
            case str() | bytes() | bytearray():
                work += len(part) >> 4
            case dict():
                waiting += [*part, *part.values()]
            case list() | tuple() | set() | frozenset():
                waiting += part
            case _:
                pass
    return work
