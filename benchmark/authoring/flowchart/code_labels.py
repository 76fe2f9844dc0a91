"""Labels of the levels ``verbatim`` (Python source) and ``symbolic`` (the same with symbols as operators)."""

import ast
import re
from collections.abc import Iterator
from typing import TypeVar

from benchmark.authoring.flowchart.step import Kind, Step

_TOKEN = re.compile(
    r"""
    (?P<string>(?:[rRbBfFuU]{0,2})(?:'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"
        |'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))
  | (?P<number>(?:0[xXoObB][0-9a-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)[jJ]?)
  | (?P<name>[^\W\d]\w*)
  | (?P<space>[ \t]+)
  | (?P<operator>\+←|-←|×←|/←|÷←|mod←|\^←|@←|&←|\|←|⊕←|<<←|>>←
      |\*\*=|//=|>>=|<<=|\.\.\.|->|:=|[-+*/%&|^@]=|\*\*|//|<<|>>|==|!=|<=|>=|.)
    """,
    re.VERBOSE | re.DOTALL,
)

#: Python → symbol, wherever the token stands.
_SYMBOLS = {
    "==": "=",
    "!=": "≠",
    "<=": "≤",
    ">=": "≥",
    "=": "←",
    "and": "∧",
    "or": "∨",
    "in": "∈",
    "//": "÷",
    "%": "mod",
    "^": "⊕",
    "+=": "+←",
    "-=": "-←",
    "*=": "×←",
    "/=": "/←",
    "//=": "÷←",
    "%=": "mod←",
    "**=": "^←",
    "@=": "@←",
    "&=": "&←",
    "|=": "|←",
    "^=": "⊕←",
    "<<=": "<<←",
    ">>=": ">>←",
}
#: Python → symbol, only between two operands; in front of an operand they mean something else.
_BINARY = {"*": "×", "**": "^"}
_BACK = {symbol: python for python, symbol in (_SYMBOLS | _BINARY).items() if symbol != "mod"}
_KEYWORDS_BEFORE_OPERANDS = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
        "for",
        "lambda",
        "yield",
        "from",
        "await",
        "return",
        "del",
        "assert",
        "raise",
        "import",
        "as",
        "global",
        "nonlocal",
    ]
)

Token = tuple[str, str]  #: kind and text


def tokens(line: str) -> Iterator[Token]:
    """Yield the tokens of a line, spaces included."""
    for found in _TOKEN.finditer(line):
        yield str(found.lastgroup), found[0]


def to_symbols(source: str) -> str:
    """Replace Python's operators by symbols: ``x ← a + b``, ``x ∈ s``, ``¬ done``, ``a ≤ b``."""
    parts: list[str] = []
    after_operand = False
    queue = list(tokens(source))
    for position, (kind, text) in enumerate(queue):
        follower = [other for _, other in queue[position + 1 : position + 3]]
        if text == "not" and follower == [" ", "in"]:
            parts.append("∉")
            queue[position + 1] = queue[position + 2] = ("space", "")
        elif text == "not":
            parts.append("not" if parts[-2:] == ["is", " "] else "¬")
        elif kind in {"operator", "name"} and text in _SYMBOLS:
            parts.append(_SYMBOLS[text])
        elif kind == "operator" and text in _BINARY and after_operand:
            parts.append(_BINARY[text])
        else:
            parts.append(text)
        if kind != "space":
            after_operand = ends_operand(kind, text)
    return "".join(parts)


def from_symbols(text: str) -> str:
    """Replace symbols by Python's operators: the inverse of :func:`to_symbols`."""
    parts: list[str] = []
    after_operand = False
    for kind, word in tokens(text):
        if word == "∉":
            parts.append("not in")
        elif word == "¬":
            parts.append("not")
        elif word == "mod" and after_operand:
            parts.append("%")
        elif kind == "operator" and word in _BACK:
            parts.append(_BACK[word])
        else:
            parts.append(word)
        if kind != "space":
            after_operand = ends_operand(kind, word) and not (word == "mod" and after_operand)
    return "".join(parts)


def ends_operand(kind: str, text: str) -> bool:
    """Tell whether an operand can end with this token."""
    if kind == "operator":
        return text in {")", "]", "}", "..."}
    return text not in _KEYWORDS_BEFORE_OPERANDS


_T = TypeVar("_T", bound=ast.stmt)
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_ERROR = r"error(?: \d+)?"
_CONTEXT = r"context(?: \d+)?"


def verbatim(step: Step) -> str:
    """Return the label of a step as Python source, or close to it where Python has no such statement."""
    node = step.node
    match step.kind, node:
        case Kind.START, _:
            return f"def {step.name}"
        case Kind.START_CLASS, ast.Call():
            return f"class {_header(step.name, node)}"
        case Kind.START_PROGRAM, _:
            return "whole program"
        case Kind.END, _:
            return "end"
        case Kind.INPUT, ast.arguments():
            return f"input {ast.unparse(node)}"
        case Kind.TEST, ast.expr():
            return f"{'while' if step.loop else 'if'} {ast.unparse(node)}"
        case Kind.NEXT, ast.For():
            return f"for {_head(node)}"
        case Kind.DO, ast.stmt():
            return ast.unparse(node)
        case Kind.DEFINE, _:
            return f"define {step.name}"
        case Kind.CATCH, ast.expr():
            return f"except {ast.unparse(node)} ({step.name})"
        case Kind.BIND, ast.Name():
            return f"{step.name} as {node.id}"
        case Kind.RERAISE, _:
            return f"raise {step.name} again"
        case Kind.ENTER, ast.withitem():
            return f"{step.name}: with {ast.unparse(node)}"
        case Kind.LEAVE, _:
            return f"end of {step.name}"
        case Kind.ABSORBS, _:
            return f"{step.name} absorbs error"
        case _:
            pass
    raise ValueError(f"no label for {step.kind}")


def read_verbatim(label: str) -> Step:
    """Return the step of a verbatim label.

    Raises:
        ValueError: if the label is not one.
    """
    for pattern, kind in _PATTERNS:
        found = pattern.fullmatch(label)
        if found is not None:
            return _step(kind, found.groupdict(), label)
    return Step(kind=Kind.DO, node=statement(label))


def symbolic(step: Step) -> str:
    """Return the label of a step with symbols for operators."""
    match step.kind, step.node:
        case (Kind.START, _):
            return f"Start {step.name}"
        case (Kind.START_CLASS, ast.Call() as node):
            return f"Start class {to_symbols(_header(step.name, node))}"
        case (Kind.START_PROGRAM, _):
            return "Start whole program"
        case (Kind.END, _):
            return "End"
        case (Kind.TEST, ast.expr() as node):
            return f"{to_symbols(ast.unparse(node))} ?"
        case (Kind.NEXT, ast.For() as node):
            return f"next {to_symbols(_head(node))} ?"
        case (Kind.CATCH, ast.expr() as node):
            return f"this {step.name} ∈ {to_symbols(ast.unparse(node))} ?"
        case (Kind.BIND, ast.Name() as node):
            return f"{node.id} ← this {step.name}"
        case (Kind.ABSORBS, _):
            return f"{step.name} absorbs error ?"
        case (Kind.INPUT | Kind.DO, _):
            return to_symbols(verbatim(step))
        case (Kind.ENTER, ast.withitem() as node):
            return f"{step.name}: with {to_symbols(ast.unparse(node))}"
        case _:
            return verbatim(step)


def read_symbolic(label: str) -> Step:
    """Return the step of a symbolic label.

    Raises:
        ValueError: if the label is not one.
    """
    for pattern, kind in _SYMBOLIC_PATTERNS:
        found = pattern.fullmatch(label)
        if found is not None:
            groups = found.groupdict()
            groups |= {key: from_symbols(text) for key, text in groups.items() if text and key != "name"}
            return _step(kind, groups, from_symbols(label))
    return read_verbatim(from_symbols(label))


_PATTERNS = [
    (re.compile(rf"def (?P<name>{_NAME})"), Kind.START),
    (re.compile(rf"class (?P<name>{_NAME})(?P<bases>\(.*\))?"), Kind.START_CLASS),
    (re.compile("whole program"), Kind.START_PROGRAM),
    (re.compile("end"), Kind.END),
    (re.compile("input (?P<arguments>.+)"), Kind.INPUT),
    (re.compile("(?P<loop>if|while) (?P<test>.+)"), Kind.TEST),
    (re.compile("for (?P<head>.+)"), Kind.NEXT),
    (re.compile(rf"define (?P<name>{_NAME})"), Kind.DEFINE),
    (re.compile(rf"except (?P<test>.+) \((?P<name>{_ERROR})\)"), Kind.CATCH),
    (re.compile(rf"(?P<name>{_ERROR}) as (?P<target>\w+)"), Kind.BIND),
    (re.compile(rf"raise (?P<name>{_ERROR}) again"), Kind.RERAISE),
    (re.compile(rf"(?P<name>{_CONTEXT}): with (?P<item>.+)"), Kind.ENTER),
    (re.compile(rf"end of (?P<name>{_CONTEXT})"), Kind.LEAVE),
    (re.compile(rf"(?P<name>{_CONTEXT}) absorbs error"), Kind.ABSORBS),
]
_SYMBOLIC_PATTERNS = [
    (re.compile("Start whole program"), Kind.START_PROGRAM),
    (re.compile(rf"Start class (?P<name>{_NAME})(?P<bases>\(.*\))?"), Kind.START_CLASS),
    (re.compile(rf"Start (?P<name>{_NAME})"), Kind.START),
    (re.compile("End"), Kind.END),
    (re.compile(r"next (?P<head>.+) \?"), Kind.NEXT),
    (re.compile(rf"this (?P<name>{_ERROR}) ∈ (?P<test>.+) \?"), Kind.CATCH),
    (re.compile(rf"(?P<target>\w+) ← this (?P<name>{_ERROR})"), Kind.BIND),
    (re.compile(rf"(?P<name>{_CONTEXT}) absorbs error \?"), Kind.ABSORBS),
    (re.compile(r"(?P<test>.+) \?"), Kind.TEST),
    *(entry for entry in _PATTERNS if entry[1] in {
        Kind.INPUT, Kind.DEFINE, Kind.RERAISE, Kind.ENTER, Kind.LEAVE
    }),
]  # fmt: skip


def _step(kind: Kind, groups: dict[str, str | None], label: str) -> Step:
    name = groups.get("name") or ""
    node: ast.AST | None = None
    match kind:
        case Kind.START_CLASS:
            node = expression(f"{name}{groups['bases'] or '()'}")
        case Kind.INPUT:
            node = _parsed(f"def f({groups['arguments']}): pass", ast.FunctionDef).args
        case Kind.TEST | Kind.CATCH:
            node = expression(groups["test"] or "")
        case Kind.NEXT:
            node = _parsed(f"for {groups['head']}: pass", ast.For)
            node.body = []
        case Kind.BIND:
            node = ast.Name(id=groups["target"] or "", ctx=ast.Store())
        case Kind.ENTER:
            node = _parsed(f"with {groups['item']}: pass", ast.With).items[0]
        case Kind.DO:
            node = statement(label)
        case _:
            pass
    return Step(kind=kind, name=name, node=node, loop=groups.get("loop") == "while")


def _header(name: str, bases: ast.Call) -> str:
    return ast.unparse(bases) if bases.args or bases.keywords else name


def _head(loop: ast.For) -> str:
    """Return ``target in iterable`` as Python writes it."""
    head = ast.For(target=loop.target, iter=loop.iter, body=[ast.Pass()], orelse=[])
    return (
        ast.unparse(ast.fix_missing_locations(head)).partition("\n")[0].removeprefix("for ").removesuffix(":")
    )


def expression(source: str) -> ast.expr:
    """Parse an expression.

    Raises:
        ValueError: if it is not one.
    """
    return _parsed(f"({source})", ast.Expr).value


def statement(source: str) -> ast.stmt:
    """Parse one statement.

    Raises:
        ValueError: if it is not one.
    """
    return _parsed(source, ast.stmt)


def _parsed(source: str, kind: type[_T]) -> _T:
    try:
        body = ast.parse(source).body
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{source!r} is not Python: {error}") from None
    if len(body) != 1 or not isinstance(body[0], kind):
        raise ValueError(f"{source!r} is not one statement of the expected kind")
    return body[0]
