"""Chooses the fenced block with the answer, and takes what the answer needs from other blocks.

A whole program is code that reads standard input, writes standard output and runs by itself.
"""

import ast
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace

from benchmark.core.sample import Step
from benchmark.extraction.envelopes import bare_code
from benchmark.extraction.fences import Block, fenced_blocks, open_string
from benchmark.extraction.names import (
    bound_at_margin,
    bound_names,
    defines,
    has_definitions,
    seems_to_define,
    unbound_names,
)
from benchmark.extraction.source import SESSION_KEPT, Parser, tidy, too_long
from benchmark.extraction.unfenced import is_code

_INPUT, _OUTPUT = frozenset({"input", "stdin", "fileinput"}), frozenset({"print", "stdout", "write"})
#: The first arguments that open standard input, and the functions that take them.
_STDIN, _OPENS = (0, "/dev/stdin"), frozenset({"open", "fdopen", "read"})
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Patterns for reading and for writing, for code that is too long to parse.
_LOOKS = (re.compile(r"\b(?:input|stdin|open\(0|fileinput)\b"), re.compile(r"\b(?:print|stdout|write)\b"))


@dataclass(frozen=True, slots=True)
class CandidateBlock:
    """A fenced block that may be the answer."""

    position: int  #: index among the candidates, in the order of the text
    block: Block
    code: str  #: the block's text after ``tidy``
    tree: ast.Module | None
    indented: bool  #: whether the first line was indented before ``tidy``
    steps: tuple[Step, ...] = ()  #: those of ``tidy``
    too_long: bool = False  #: whether the code is too long to parse

    @property
    def is_session(self) -> bool:
        """Whether the code was copied from an interpreter session, which may only explain a program."""
        return SESSION_KEPT in self.steps

    @property
    def tier(self) -> tuple[bool, bool]:
        """Sort key: programs before sessions, then complete blocks before one that is cut off."""
        return self.is_session, self.block.cut_off


def candidate_blocks(text: str, parser: Parser) -> tuple[CandidateBlock, ...]:
    """Return the blocks tagged as Python or without a language; if there are none, all blocks.

    If a block ends inside a string, fences in strings do not count, provided that another block parses then.
    """
    found = _candidates(fenced_blocks(text), parser)
    broken = [one.code for one in found if one.tree is None and one.block.closed and not one.too_long]
    if not any(map(open_string, broken)):
        return found
    # Only what the second reading finds anew was repaired: blocks that were there before keep their steps.
    known = {one.code for one in found}
    step = Step("fence-in-string", "a fence inside a string does not end the block")
    others = _candidates(fenced_blocks(text, strings=True), parser)
    others = tuple(one if one.code in known else replace(one, steps=(step, *one.steps)) for one in others)
    # Unless a new block parses, reading the text anew has helped nothing.
    return others if any(one.tree is not None and step in one.steps for one in others) else found


def _candidates(every: Sequence[Block], parser: Parser) -> tuple[CandidateBlock, ...]:
    blocks = [block for block in every if block.text.strip()]
    blocks = [block for block in blocks if block.may_be_python] or blocks
    found: list[CandidateBlock] = []
    # From the end, so that the parse budget goes to the last blocks, which are preferred.
    for position in range(len(blocks) - 1, -1, -1):
        block = blocks[position]
        indented = block.text.lstrip("\n")[0] in " \t"
        code, steps = tidy(block.text, parser)
        if parser.tree(code) is None and not too_long(code):
            bare, marks = bare_code(block.text)
            bare, tidied = tidy(bare, parser)
            code, steps = (bare, (*marks, *tidied)) if marks and parser.tree(bare) else (code, steps)
        tree = parser.tree(code)
        is_too_long = tree is None and too_long(code)
        found.append(CandidateBlock(position, block, code, tree, indented, steps, is_too_long))
    return tuple(reversed(found))


def preferred(found: Iterable[CandidateBlock]) -> list[CandidateBlock]:
    """Return the blocks in the order of preference: by tier, then the last one first."""
    return sorted(found, key=lambda candidate: (candidate.tier, -candidate.position))


def defining_block(found: Sequence[CandidateBlock], name: str) -> CandidateBlock | None:
    """Return the preferred block that parses and defines ``name``, else one whose text seems to define it.

    A block too long to parse counts as parsed if one of its lines looks like a definition.
    """
    for candidate in preferred(found):
        if candidate.tree is not None and defines(candidate.tree, name):
            return candidate
        if candidate.too_long and seems_to_define(candidate.code, name):
            return candidate
    for candidate in preferred(found):
        if candidate.tree is None and seems_to_define(candidate.code, name):
            return candidate
    return None


def fallback_block(found: Sequence[CandidateBlock]) -> CandidateBlock:
    """Return the last block with a function or class, else the block of :func:`program_block`."""
    for candidate in sorted(found, key=lambda candidate: (candidate.is_session, -candidate.position)):
        if candidate.tree is not None and has_definitions(candidate.tree):
            return candidate
    return program_block(found)


def program_block(found: Sequence[CandidateBlock]) -> CandidateBlock:
    """Return the preferred block that parses and has code, else the last one that parses, else the last one.

    If there are blocks tagged as Python, only those are considered. A block too long to parse counts as code.
    """
    tagged = [candidate for candidate in found if candidate.block.tagged_python] or found
    parsing = [candidate for candidate in tagged if candidate.too_long or candidate.tree is not None]
    programs = [
        candidate
        for candidate in preferred(parsing)
        if candidate.tree is None or any(map(is_code, candidate.tree.body))
    ]
    return programs[0] if programs else (parsing or tagged)[-1]


def whole_program(found: Sequence[CandidateBlock]) -> CandidateBlock | None:
    """Return the preferred block that is a whole program; None if there is none.

    Blocks tagged as Python come first, then those without a tag.
    """
    programs = [
        candidate for candidate in preferred(found) if not candidate.is_session and _is_whole(candidate)
    ]
    return next((program for program in programs if program.block.tagged_python), next(iter(programs), None))


def _is_whole(candidate: CandidateBlock) -> bool:
    if candidate.tree is None:
        return candidate.too_long and all(look.search(candidate.code) for look in _LOOKS)
    if all(_only_defines(statement) for statement in candidate.tree.body):
        return False
    names: set[str] = set()
    for node in ast.walk(candidate.tree):
        match node:
            case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                pass  # code that assigns ``sys.stdin``, as tests do, does not read it
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                names.add(name)
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=[first, *_]):
                if called in _OPENS and isinstance(first, ast.Constant) and first.value in _STDIN:
                    names.add("stdin")
            case _:
                pass
    return bool(names & _INPUT and names & _OUTPUT)


def _only_defines(statement: ast.stmt) -> bool:
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, _DEFINITIONS)


def borrow(
    tree: ast.Module,
    missing: Iterable[str],
    found: Sequence[CandidateBlock],
    position: int,
    starter: tuple[str, ast.Module] | None,
) -> tuple[dict[int, str], list[str]]:
    """Find statements in other blocks and the starter code for names that ``tree`` reads but never binds.

    Blocks before the answer are searched first, starting with the nearest, then blocks after it, then the
    starter code. Only whole imports, functions, classes and assignments are taken, whatever these need in
    turn, and the :func:`setup_calls` of the starter code. Other statements are left out, so that usage
    examples in a block do not run.

    Args:
        tree: syntax tree of the answer.
        missing: the names that it reads but never binds.
        found: all candidate blocks.
        position: index of the answer's block; ``len(found)`` if the answer is not a block.
        starter: the starter code and its syntax tree.

    Returns:
        Statements by the index of their block, -1 for those of the starter code; the names that these bind.
    """
    sources: dict[int, tuple[str, ast.Module]] = {
        candidate.position: (candidate.code, candidate.tree)
        for candidate in found
        if candidate.tree is not None and candidate.position != position
    }
    order = [*(at for at in reversed(sources) if at < position), *(at for at in sources if at > position)]
    if starter is not None:
        sources[-1] = starter
        order.append(-1)
    providers: dict[str, tuple[int, list[ast.stmt]]] = {}
    for at in order:
        for statement in sources[at][1].body:
            for name in bound_names(statement):
                place, statements = providers.setdefault(name, (at, []))
                if place == at:
                    statements.append(statement)

    calls = () if starter is None else setup_calls(starter[1])
    taken: dict[int, set[tuple[int, int]]] = {-1: set(map(_line_span, calls))} if calls else {}
    names: set[str] = set()
    read: set[int] = set()  # ids of the statements in ``taken``; one may bind thousands of names
    own = bound_at_margin(tree)
    needed = (*missing, *(name for call in calls for name in unbound_names(call)))
    waiting = [name for name in needed if name in providers]
    while waiting:
        name = waiting.pop()
        if name in names:
            continue
        names.add(name)
        at, statements = providers[name]
        for statement in statements:
            if id(statement) in read:
                continue
            read.add(id(statement))
            taken.setdefault(at, set()).add(_line_span(statement))
            waiting.extend(other for other in unbound_names(statement) - own if other in providers)
    return {at: _join_spans(sources[at][0], lines) for at, lines in taken.items()}, sorted(names)


def future_first(program: str, parser: Parser) -> str:
    """Return a program whose imports from ``__future__`` are on top, once, after a docstring.

    They are moved only if something was put in front of them.
    """
    tree = parser.tree(program) if "__future__" in program else None
    if tree is None:
        return program
    # True and False are 1 and 0: the docstring, or nothing.
    top = tree.body[: ast.get_docstring(tree, clean=False) is not None]
    imports = [one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"]
    moved = {line for one in imports for line in range(one.lineno, (one.end_lineno or 0) + 1)}
    others = {one.lineno for one in tree.body if one not in imports}
    # A line with more on it (`from __future__ import annotations; x = 1`) cannot be moved.
    if imports == tree.body[len(top) : len(top) + len(imports)] or moved & others:
        return program
    lines = program.split("\n")
    names = dict.fromkeys(ast.unparse(alias) for one in imports for alias in one.names)
    start = (top[0].end_lineno or 0) if top else 0
    below = [line for number, line in enumerate(lines[start:], start + 1) if number not in moved]
    return "\n".join([*lines[:start], f"from __future__ import {', '.join(names)}", *below])


def setup_calls(starter: ast.Module) -> tuple[ast.stmt, ...]:
    """Return unindented calls of imported names in a starter code, as ``sys.setrecursionlimit(5000)``."""
    imports = [statement for statement in starter.body if isinstance(statement, ast.Import | ast.ImportFrom)]
    imported = {name for statement in imports for name in bound_names(statement)}
    return tuple(statement for statement in starter.body if _is_call(statement, imported))


def _is_call(statement: ast.stmt, names: Container[str]) -> bool:
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Name(id=name)
                | ast.Attribute(value=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name)))
            )
        ):
            return name in names
        case _:
            return False


def _line_span(statement: ast.stmt) -> tuple[int, int]:
    """Return the first and last line of a statement with its decorators, from 1."""
    decorators: Iterable[ast.expr] = getattr(statement, "decorator_list", ())
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return first, statement.end_lineno or statement.lineno


def _join_spans(code: str, spans: set[tuple[int, int]]) -> str:
    lines = code.split("\n")
    return "\n".join("\n".join(lines[first - 1 : last]) for first, last in sorted(spans))
