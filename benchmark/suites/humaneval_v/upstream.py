"""HumanEval-V's own rules of both versions: which block of a completion counts, and what is run of it.

Found in its published code (HumanEval-V/HumanEval-V-Benchmark, evaluate.py, commits 00d2cf2 and c8c4e53), and
kept with what surprises in them: see the table in the README beside this.

What runs is signature + ``pass`` + completion, and the test behind it. pylint reads all of that first: an
error in it fails the sample, which is never run.
"""

import ast
import warnings
from collections.abc import Callable, Iterator

from benchmark.core.sample import Answer
from benchmark.core.suite import LintedExtraction
from benchmark.core.task import FunctionCheck, Task
from benchmark.extraction.source import PARSE_LIMIT, Parser

_FENCE, _TAG, _LOOSE_TAG = "```", "```python", "``` python"
_EMPTY_BODY = "    pass"
_INDENTED = ("\n  ", "  ")
_SOLUTION = "def solution"

Notes = tuple[str, ...]


def extract_v1(task: Task, text: str) -> Answer:
    """The first version's rule: several blocks are joined."""
    return _extract(task, text, _joined)


def extract_v2(task: Task, text: str) -> Answer:
    """The second version's rule: of several blocks, the last with ``def solution``."""
    return _extract(task, text, _last_solution)


def read_by_pylint(task: Task, answer: Answer) -> str:
    """What upstream lints and runs: the program with the test behind it."""
    tests = task.check.tests if isinstance(task.check, FunctionCheck) else ()
    return "\n\n".join((answer.program, *tests))


UPSTREAM = LintedExtraction(extract=extract_v1, text=read_by_pylint)
UPSTREAM_V2 = LintedExtraction(extract=extract_v2, text=read_by_pylint)


def _extract(task: Task, text: str, choice: Callable[[list[str]], tuple[str, Notes]]) -> Answer:
    signature = task.starter_code if task.starter_code.endswith("\n") else f"{task.starter_code}\n"
    content, notes = _content(text, choice)
    if content.startswith(_INDENTED):
        content = signature + content
        notes += ("starts with spaces: the signature is put in front",)
    kept = _definitions(content)
    if kept is None:
        notes += ("does not parse: kept as it is",)
    elif kept != content:
        notes += ("only imports, functions and classes are kept",)
    code = content if kept is None else kept
    program = f"{signature}{_EMPTY_BODY}\n\n{code}"
    # Upstream runs the signature with ``pass`` when a model says nothing; here that is no answer.
    return Answer(code=code if text.strip() else "", program=program, notes=notes)


def _content(text: str, choice: Callable[[list[str]], tuple[str, Notes]]) -> tuple[str, Notes]:
    """The text of the block that counts."""
    if (tags := text.count(_TAG)) == 1:
        return _before_fence(text.split(_TAG)[1]), ()
    if tags:
        return choice(text.split(_TAG))
    if _LOOSE_TAG in text:
        return _before_fence(text.split(_LOOSE_TAG)[1]), ()
    pieces = text.split(_FENCE)
    match len(pieces):
        case 1:
            return _EMPTY_BODY, ("no block: nothing of the text is kept",)
        case 2:
            return pieces[0], ("one fence: what stands in front of it",)
        case _:
            return pieces[1], ("no tag: what stands between the first two fences",)


def _joined(pieces: list[str]) -> tuple[str, Notes]:
    blocks = [_before_fence(piece) for piece in pieces if piece.count(_FENCE) == 1]
    return "".join(blocks), (f"{len(blocks)} blocks joined",)


def _last_solution(pieces: list[str]) -> tuple[str, Notes]:
    blocks = [piece for piece in reversed(pieces) if piece.count(_FENCE) == 1]
    for piece in blocks:
        if _SOLUTION in piece:
            return _before_fence(piece), ("the last block with def solution",)
    if not blocks:
        return _EMPTY_BODY, ("no block is closed: nothing is kept",)
    return _before_fence(blocks[-1]), ("no block with def solution: the first is kept",)


def _before_fence(text: str) -> str:
    return text.partition(_FENCE)[0]


def _definitions(content: str) -> str | None:
    """Imports, functions and classes, one after the other as they stand; None where the text does not parse.

    Imports inside functions come once more, outside; a function in an ``if`` comes out of it. Relative
    imports lose their dots.
    """
    if len(content) > PARSE_LIMIT:
        return None
    tree = Parser().tree(content)
    if tree is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return "\n".join(_statements(tree, inside=False))
    except RecursionError:
        return None


def _statements(node: ast.AST, *, inside: bool) -> Iterator[str]:
    """``inside`` a function or class; upstream does not count those that are asynchronous."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Import(names=names):
                yield from (f"import {_name(one)}" for one in names)
            case ast.ImportFrom(module=module, names=names):
                yield from (f"from {module or ''} import {_name(one)}" for one in names)
            case ast.FunctionDef() | ast.ClassDef():
                if not inside:
                    yield ast.unparse(child)
                yield from _statements(child, inside=True)
            case _:
                yield from _statements(child, inside=inside)


def _name(one: ast.alias) -> str:
    return one.name + (f" as {one.asname}" if one.asname else "")
