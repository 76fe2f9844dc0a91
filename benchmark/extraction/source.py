"""Parses untrusted Python source within limits, without running it; removes what editors and chats add."""

import ast
import builtins
import os.path
import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmark.core.sample import Step

_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
#: Types of values in a syntax tree that contain no names: positions, operators, constants.
_LEAVES: frozenset[type] = frozenset(
    {int, bool, str, type(None), ast.Constant}.union(
        *(
            kind.__subclasses__()
            for kind in (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)
        )
    )
)
#: Nodes whose ``name`` is bound; None for an ``except`` or ``case`` without a name.
_NAMED = frozenset({*_DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar})


def module_statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run at module level, including those inside ``if``, ``try`` and so on."""
    waiting = list(body)[::-1]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, _DEFINITIONS):
            continue
        inner: list[ast.stmt] = []
        for field in ("body", "orelse", "finalbody"):
            inner.extend(getattr(statement, field, ()))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            inner.extend(part.body)
        waiting.extend(inner[::-1])


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a definition, import or assignment binds, without nested statements."""
    if isinstance(statement, _DEFINITIONS):
        yield statement.name
    elif isinstance(statement, _IMPORTS):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".", 1)[0]
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _assigned_names(target)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield from _assigned_names(statement.target)


def defines(tree: ast.Module, name: str) -> bool:
    """Whether a function, class or assignment at module level binds ``name``; imports do not count."""
    return any(
        name in bound_names(statement)
        for statement in module_statements(tree.body)
        if not isinstance(statement, _IMPORTS)
    )


def seems_to_define(code: str, name: str) -> bool:
    """Whether an unindented line looks like a definition of ``name``; used for code that does not parse."""
    return definition_pattern(name).search(code) is not None


def definition_pattern(name: str) -> re.Pattern[str]:
    """Return a pattern for unindented lines that define ``name``."""
    # For Python all of them are the same name (PEP 3131), and models write any.
    spellings = {name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD", "NFKD"))}
    spelled = f"(?:{'|'.join(map(re.escape, sorted(spellings)))})"
    return re.compile(
        rf"^(?:(?:async[ \t]+)?def|class)[ \t]+{spelled}(?!\w)|^{spelled}[ \t]*=[^=]", re.MULTILINE
    )


def unbound_names(tree: ast.AST) -> set[str]:
    """Return the names that ``tree`` reads but binds nowhere, without builtins.

    A name that a function declares as global must be bound at module level: ``total += 1`` reads it first.
    """
    read: set[str] = set()
    bound: set[str] = set()
    augmented: set[str] = set()
    declared: set[str] = set()
    waiting: list[Any] = [tree]
    while waiting:  # our own loop: ast.walk takes three times as long, and this is most of the work
        node = waiting.pop()
        kind = type(node)
        if kind is ast.Name:
            (read if type(node.ctx) is ast.Load else bound).add(node.id)
            continue
        if kind in _LEAVES:
            continue
        if kind is ast.arg:
            bound.add(node.arg)
        elif kind is ast.alias:
            bound.add(node.asname or node.name.split(".", 1)[0])
        elif kind in _NAMED:
            bound.add(node.name)
        elif kind is ast.MatchMapping:
            bound.add(node.rest)
        elif kind is ast.Global:
            declared.update(node.names)
        elif kind is ast.AugAssign:
            augmented.add(getattr(node.target, "id", ""))
        for value in node.__dict__.values():
            kind = type(value)
            if kind is list:
                waiting.extend(value)
            elif kind not in _LEAVES:
                waiting.append(value)
    unbound = read - bound
    unbound |= (read | augmented) & (declared - bound_at_margin(tree) if declared else declared)
    return unbound - _BUILTINS


def bound_at_margin(tree: ast.AST) -> set[str]:
    """Return the names that a tree or statement binds at module level."""
    statements = [tree] if isinstance(tree, ast.stmt) else getattr(tree, "body", [])
    return {name for statement in module_statements(statements) for name in bound_names(statement)}


def returns_outside_functions(tree: ast.Module) -> bool:
    """Whether ``return`` or ``yield`` occurs at module level, as in a function body without its ``def``."""
    return any(
        isinstance(statement, ast.Return)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Yield, ast.YieldFrom)))
        for statement in module_statements(tree.body)
    )


def has_definitions(tree: ast.Module) -> bool:
    """Whether a function or class is defined at module level."""
    return any(isinstance(statement, _DEFINITIONS) for statement in module_statements(tree.body))


def _assigned_names(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


#: Step of an answer that was taken from an interpreter session.
SESSION_KEPT = Step("session", "interpreter prompts and printed results removed")
_SESSION_REMOVED = Step("session", "interpreter session removed")

#: Maximum characters of a region that is searched for code.
PARSE_LIMIT = 128 * 1024
#: Maximum steps of one attempt to parse, see :func:`parse_steps`. Ordinary code has 0.5 steps per character.
PARSE_STEPS = 64 * 1024
#: Maximum steps per completion, for all attempts together. A step takes at most 4 µs in total.
PARSE_BUDGET = 2 * PARSE_STEPS

_TOKEN = re.compile(r"\w+|[^\w\s]|\n")
_ATTEMPT_STEPS = 16  #: steps that even the shortest attempt to parse takes
_CHARACTERS_PER_STEP = 4
_SHORT = 1024  #: maximum characters of a source in which each character counts as a token
_BRACES_PER_STEP = 16 * 1024
_FORMAT_STRING = re.compile("[fF][rR]?[\"']")

_ODD_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)")
#: Matches lines from a prompt at the margin up to the next blank line, which ends the printed results.
_SESSION = re.compile(r"^>>>(?: [^\n]*)?$(?:\n(?![ \t]*$)[^\n]*)*\n?", re.MULTILINE)
_NOTEBOOK = re.compile(r"[ \t]*(?:%%?[^\W\d]|!\w)")
#: Matches notebook lines, blank lines and comments.
_NO_CODE = re.compile(rf"{_NOTEBOOK.pattern}|[ \t]*(?:#|$)")


@dataclass(frozen=True, slots=True)
class ParseResult:
    """Outcome of one attempt to parse."""

    tree: ast.Module | None
    error_line: int | None = None  #: line of the syntax error, from 1


class Parser:
    """Parses sources from one completion: each only once, and up to a budget of steps.

    Steps are counted from the text, never from the clock, so a completion gives the same answer everywhere.
    """

    def __init__(self, budget: int = PARSE_BUDGET) -> None:
        self._left = budget
        self._known: dict[str, ParseResult] = {}
        self.refused = False  #: whether a source was not parsed, because it was too long or over the budget

    def parse(self, code: str) -> ParseResult:
        """Parse ``code``; the result has no tree if it is wrong, too long, too deep, or over the budget."""
        known = self._known.get(code)
        if known is None:
            steps = parse_steps(code)
            if steps > min(PARSE_STEPS, self._left):
                self.refused = True
                return ParseResult(None)
            self._left -= steps
            known = self._known[code] = _parse(code)
        return known

    def tree(self, code: str) -> ast.Module | None:
        """Return the syntax tree of ``code``, or None if it does not parse."""
        return self.parse(code).tree


def parse_steps(code: str) -> int:
    """Return a bound for the work of parsing ``code`` and reading its syntax tree, in steps.

    A step is a token or four characters. Python 3.11 counts the characters of a format string again for each
    of its braces, so braces times characters count too if there is a format string.
    """
    steps = _ATTEMPT_STEPS + len(code) // _CHARACTERS_PER_STEP
    if len(code) <= _SHORT:  # counting the tokens of a short text takes longer than it saves
        return steps + len(code)
    if steps > PARSE_STEPS:
        return steps
    if _FORMAT_STRING.search(code):
        steps += code.count("{") * len(code) // _BRACES_PER_STEP
    return steps + len(_TOKEN.findall(code))


def too_long(code: str) -> bool:
    """Whether ``code`` is too long to parse, even with the whole budget."""
    return parse_steps(code) > PARSE_STEPS


def _parse(code: str) -> ParseResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings such as invalid escapes do not matter here
        try:
            return ParseResult(ast.parse(code))
        except SyntaxError as error:
            return ParseResult(None, error.lineno)
        except (ValueError, RecursionError, MemoryError):
            # Raised for NUL bytes, lone surrogates, and nesting that is too deep for the parser.
            return ParseResult(None)


def tidy(code: str, parser: Parser) -> tuple[str, tuple[Step, ...]]:
    """Undo what editors, notebooks and chats add to code: commands, sessions, unusual spaces, indentation.

    Lines at the start that only a notebook knows are removed.
    If the code starts with a session and has no program after it, the code of the session is kept. Any other
    session is removed if the rest parses. Spaces and indentation are changed only if the code does not parse
    otherwise. There is one step per change; one is :data:`SESSION_KEPT` if the code is that of a session.
    """
    given, code = code, without_notebook_lines(code)
    steps = [] if code == given else [Step("notebook", "notebook commands removed")]
    if _starts_with_session(code):
        program = parser.tree(rest := _without_sessions(code))
        if program is not None and any(name for statement in program.body for name in bound_names(statement)):
            return rest, (*steps, _SESSION_REMOVED)
        code = _without_prompts(code)
        steps.append(SESSION_KEPT)
    if too_long(code) or parser.tree(code) is not None:
        return code, tuple(steps)
    plain = _INVISIBLE.sub("", _ODD_SPACES.sub(" ", code))
    dedented = dedent(plain)
    for candidate, done in (
        (plain, Step("spaces", "unusual spaces replaced")),
        (dedented, Step("indentation", "common indentation removed")),
        (_without_sessions(dedented), _SESSION_REMOVED),
    ):
        if candidate != code and parser.tree(candidate) is not None:
            return candidate, (*steps, done)
    return code, tuple(steps)


def dedent(code: str) -> str:
    """Remove the indentation that all lines share, and all spaces and tabs of blank lines.

    It does what ``textwrap.dedent`` does, which compiles the indentation to a regular expression: a second of
    CPU for a million tabs.
    """
    lines = [line if line.strip(" \t") else "" for line in code.split("\n")]
    indents = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines if line]
    shared = len(os.path.commonprefix(indents))  # noqa: RUF071 - it compares characters, as it should here
    return "\n".join(line[shared:] for line in lines)


def without_notebook_lines(code: str) -> str:
    """Return code without the commands of a notebook at its start: ``%matplotlib inline``, ``!pip install``.

    No Python program starts so. A text that has no other lines is left as it is.
    """
    lines = code.split("\n")
    start = next((at for at, line in enumerate(lines) if not _NO_CODE.match(line)), 0)
    return "\n".join([*(line for line in lines[:start] if not _NOTEBOOK.match(line)), *lines[start:]])


def _starts_with_session(code: str) -> bool:
    """Whether the first line that is neither blank nor a comment begins with ``>>>``."""
    lines = (line.lstrip() for line in code.split("\n"))
    return next((line for line in lines if line and line[0] != "#"), "").startswith(">>>")


def _without_prompts(code: str) -> str:
    """Return the text after ``>>>`` and ``...`` of each line; printed results are left out."""
    lines = (line.lstrip() for line in code.split("\n"))
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))


def _without_sessions(code: str) -> str:
    """Return ``code`` without its sessions, which end at blank lines, and without blank lines around it."""
    return _SESSION.sub("", code).strip("\n")
