"""Recognises whole programs: code that reads standard input, writes standard output and runs by itself."""

import ast
import re
from collections.abc import Sequence

from benchmark.extraction.choice import CandidateBlock, preferred

_INPUT, _OUTPUT = frozenset({"input", "stdin", "fileinput"}), frozenset({"print", "stdout", "write"})
#: Descriptor and file of standard input, as the first argument of these functions.
_STDIN, _OPENS = (0, "/dev/stdin"), frozenset({"open", "fdopen", "read"})
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: How the same names look in code that is too long to parse.
_LOOKS = (re.compile(r"\b(?:input|stdin|open\(0|fileinput)\b"), re.compile(r"\b(?:print|stdout|write)\b"))


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
                pass  # a test of a program replaces ``sys.stdin``, and does not read it
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
