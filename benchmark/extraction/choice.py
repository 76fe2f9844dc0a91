"""Which of a completion's fenced blocks is the answer, and what it needs of the others."""

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmark.extraction.fences import Block, fenced_blocks
from benchmark.extraction.names import (
    bound_by,
    defines,
    has_definitions,
    module_statements,
    needed,
    seems_to_define,
)
from benchmark.extraction.source import Parser, tidied


@dataclass(frozen=True, slots=True)
class CandidateBlock:
    """A fenced block that may be the answer."""

    position: int  #: among the candidates, in the order of the text
    block: Block
    code: str  #: tidied
    tree: ast.Module | None
    indented: bool  #: whether its first line was, before tidying
    notes: tuple[str, ...] = ()


def candidates(text: str, parser: Parser) -> tuple[CandidateBlock, ...]:
    """The blocks that say they are Python or say nothing; when there is none, those of any language."""
    blocks = [block for block in fenced_blocks(text) if block.text.strip()]
    blocks = [block for block in blocks if block.may_be_python] or blocks
    found: list[CandidateBlock] = []
    # From the end, so that the budget for parsing goes to the blocks that are preferred.
    for position in range(len(blocks) - 1, -1, -1):
        block = blocks[position]
        first = block.text.lstrip("\n")
        indented = first.strip() != "" and first[0] in " \t"
        code, notes = tidied(block.text, parser)
        found.append(CandidateBlock(position, block, code, parser.tree(code), indented, notes))
    return tuple(reversed(found))


def defining(found: Sequence[CandidateBlock], name: str) -> CandidateBlock | None:
    """The last block that parses and defines ``name``, else the last that looks as if it did."""
    for candidate in reversed(found):
        if candidate.tree is not None and defines(candidate.tree, name):
            return candidate
    for candidate in reversed(found):
        if candidate.tree is None and seems_to_define(candidate.code, name):
            return candidate
    return None


def last_resort(found: Sequence[CandidateBlock]) -> CandidateBlock:
    """The last block with a function or class, else what a whole program would be taken from."""
    for candidate in reversed(found):
        if candidate.tree is not None and has_definitions(candidate.tree):
            return candidate
    return last_program(found)


def last_program(found: Sequence[CandidateBlock]) -> CandidateBlock:
    """Among the blocks tagged Python, or all when none is, the last one that parses, else the last."""
    tagged = [candidate for candidate in found if candidate.block.tagged_python] or found
    parsing = [candidate for candidate in tagged if candidate.tree is not None]
    return (parsing or tagged)[-1]


@dataclass(frozen=True, slots=True)
class BorrowedStatements:
    """Statements that an answer needs and has not got itself."""

    before: tuple[str, ...] = ()  #: of earlier blocks, in the order of the text
    behind: tuple[str, ...] = ()  #: of later blocks
    starter: tuple[str, ...] = ()  #: of the starter code
    names: tuple[str, ...] = ()


def borrowed(
    tree: ast.Module, found: Sequence[CandidateBlock], position: int, starter: tuple[str, ast.Module] | None
) -> BorrowedStatements:
    """Look for names that ``tree`` reads and never binds among the other blocks and in the starter code.

    Blocks above are asked first, the nearest first, then those below, then the starter code. Whole
    statements are taken (imports, functions, classes, assignments), and what these need in turn; nothing else
    of a block, so that its usage examples do not run.

    Args:
        tree: the answer.
        found: all candidates.
        position: which of them is the answer; ``len(found)`` when it is none of them.
        starter: the starter code with its tree.
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
        for name, statements in _definitions(sources[at][1]).items():
            providers.setdefault(name, (at, statements))

    taken: dict[int, set[tuple[int, int]]] = {}
    names: set[str] = set()
    own = _bound(tree)
    waiting = [name for name in needed(tree) if name in providers]
    while waiting:
        name = waiting.pop()
        if name in names:
            continue
        names.add(name)
        at, statements = providers[name]
        for statement in statements:
            taken.setdefault(at, set()).add(_lines(statement))
            waiting.extend(other for other in needed(statement) - own if other in providers)
    pieces = {at: _text(sources[at][0], lines) for at, lines in sorted(taken.items())}
    return BorrowedStatements(
        before=tuple(piece for at, piece in pieces.items() if 0 <= at < position),
        behind=tuple(piece for at, piece in pieces.items() if at > position),
        starter=tuple(piece for at, piece in pieces.items() if at == -1),
        names=tuple(sorted(names)),
    )


def _bound(tree: ast.Module) -> set[str]:
    return {name for statement in module_statements(tree.body) for name in bound_by(statement)}


def _definitions(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    found: dict[str, list[ast.stmt]] = {}
    for statement in tree.body:
        for name in bound_by(statement):
            found.setdefault(name, []).append(statement)
    return found


def _lines(statement: ast.stmt) -> tuple[int, int]:
    """First and last line, 1-based, decorators included."""
    decorators: Iterable[ast.expr] = getattr(statement, "decorator_list", ())
    first = min([statement.lineno, *(decorator.lineno for decorator in decorators)])
    return first, statement.end_lineno or statement.lineno


def _text(code: str, spans: set[tuple[int, int]]) -> str:
    lines = code.split("\n")
    return "\n".join("\n".join(lines[first - 1 : last]) for first, last in sorted(spans))
