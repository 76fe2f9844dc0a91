"""The rule that extracts an answer from a completion, the same for all suites.

It takes these steps:

1. Drop a byte-order mark, turn line ends into line feeds, and drop reasoning and what a chat template or a
   prompt puts around the code (:mod:`.envelopes`).
2. Choose among the fenced blocks with a Python tag or without a tag: the last one that parses and defines
   the entry point, else the last one that seems to define it. Complete blocks come first: a last block that
   the end of the text cuts off counts only if no complete block defines the entry point. Programs come
   before interpreter sessions, which may only explain them (:mod:`.source`). Keep all of the block:
   imports, constants, helpers, and code at module level. Lines at its start that only a notebook knows
   (``%matplotlib inline``, ``!pip install x``) are dropped.
3. Search the other blocks and the starter code for names that it reads but never binds, and add the
   statements that bind them: in front, or after it if they come from a later block. Usage examples are
   not added, but calls at the margin of the starter code (``sys.setrecursionlimit(5000)``) are.
4. If there is no such block, take code without fences that defines the entry point (:mod:`.unfenced`).
5. Else take a function body without its ``def``, and put the starter code in front (:mod:`.body`). A body
   whose first line is indented comes before step 4, and code below it stays.
6. If what was found does not parse or define the entry point, look for code that a person would see
   (:mod:`.unfenced`): quoted, indented, in one line, or in a block that is not closed as it should be.
7. Else take the last block with a definition, or the last block; it will probably fail.

For a task without an entry point (a whole program), take the last block tagged Python that reads standard
input, writes standard output and runs something, else the last such block without a tag,
else the last block tagged Python, else the last block, else the part of the text that looks like a program.
Here too, complete blocks and programs come first, and missing names are taken from other blocks. Text without
code gives an empty answer, which says why. Nothing is run.

Imports from ``__future__`` move to the top of what is put together. An answer lists the steps that it took;
:data:`benchmark.core.sample.STEPS` says which of them repair what the model wrote.

A task that asks for a figure can be answered in TikZ as well (:mod:`.fences`): if no block is Python that
parses and has code, the last block that is TikZ is kept unchanged.

Extraction takes at most about one CPU second per million characters. All scans are linear, and parsing has a
budget of steps that are counted from the text (:class:`.source.Parser`), never from the clock. Code beyond
the budget is chosen by the look of its lines; if none is found, the answer is empty and says why.
"""

import ast
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from benchmark.core.sample import Answer, Step
from benchmark.core.task import ChoiceCheck, FigureCheck, Task, is_tikz
from benchmark.extraction import choices
from benchmark.extraction.body import add_to_starter, continue_starter, starter_with_pass
from benchmark.extraction.envelopes import bare_code, why_nothing, without_marks, without_reasoning
from benchmark.extraction.fences import Block, fenced_blocks, open_string, tikz_block, unfenced_tikz
from benchmark.extraction.source import (
    SESSION_KEPT,
    Parser,
    bound_at_margin,
    bound_names,
    defines,
    has_definitions,
    seems_to_define,
    tidy,
    too_long,
    unbound_names,
)
from benchmark.extraction.unfenced import (
    defining_region,
    find_code,
    is_code,
    looks_like_code,
    program_region,
)

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


_NAMES_SHOWN = 8
_BODY = Step("body", "only a function body: the starter code is put in front")
_OPEN_BLOCK = Step("open-block", "the block is never closed")
_TOO_LONG = "no code was found before the limit on parsing; the text is too long or has too many code blocks"


def extract(task: Task, text: str) -> Answer:
    """Extract the code that answers ``task``; the module's docstring describes the rule.

    The answer to a multiple-choice question is a letter, see :mod:`.choices`.
    """
    if isinstance(task.check, ChoiceCheck):
        return choices.extract(task, text)
    parser = Parser()
    rest, dropped = without_reasoning(text, parser)
    plain, marks = without_marks(rest, parser)
    found = _read(task, plain, parser)
    if marks and not _is_answer(found, task, parser):  # prose about a token ends no text
        whole = _read(task, rest, parser)
        found, marks = (whole, ()) if _is_answer(whole, task, parser) else (found, marks)
    code, program, steps = found
    refused = ("not all code was parsed: too long",) if parser.refused else ()
    if not code.strip():
        refused = (*(("no code found",) if not steps else ()), *refused)
    answer = Answer.taken(code, (*dropped, *marks, *steps), program=program, more=refused)
    if not answer.empty:
        return answer
    failure = _TOO_LONG if parser.refused else ""
    return replace(answer, failure=failure, nothing=why_nothing(text, rest))


def reference_program(task: Task) -> str:
    """Return the program of a task's reference: its code, after the parts of the starter code that it needs.

    References of HumanEval-V may be bare functions, which use the imports and constants of the signature.
    """
    reading = _CleanedCompletion(task, task.reference, Parser())
    return _add_borrowed(reading, task.reference, 0, ()).program


class _Kept(NamedTuple):
    """Code that was kept, the program to run, and the steps to both."""

    code: str
    program: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class _CleanedCompletion:
    """One cleaned completion, with its task, parser and candidate blocks."""

    task: Task
    text: str
    parser: Parser = field(repr=False)
    found: tuple[CandidateBlock, ...] = ()


def _read(task: Task, text: str, parser: Parser) -> _Kept:
    reading = _CleanedCompletion(task, text, parser, candidate_blocks(text, parser))
    return _drawing_answer(reading) or _code_answer(reading)


def _is_answer(found: _Kept, task: Task, parser: Parser) -> bool:
    """Whether what was found parses and defines the entry point."""
    tree = parser.tree(found.program) if found.program.strip() else None
    return tree is not None and (not task.entry_name or defines(tree, task.entry_name))


def _code_answer(reading: _CleanedCompletion) -> _Kept:
    found = _function_answer(reading) if reading.task.entry_name else _program_answer(reading)
    if any(candidate.too_long for candidate in reading.found):
        return found
    return _with_odd_markdown(reading, found)


def _with_odd_markdown(reading: _CleanedCompletion, answer: _Kept) -> _Kept:
    """Return the answer; if it does not define the entry point, try code that only a person would notice."""
    name = reading.task.entry_name
    if _is_answer(answer, reading.task, reading.parser):
        return answer
    blocks = [candidate.block for candidate in reading.found]
    found = find_code(reading.text, name, blocks, reading.parser)
    if found is None:
        return answer
    if not name:
        return _Kept(found[0], found[0], found[1])
    return _add_borrowed(reading, found[0], len(reading.found), found[1])


def _drawing_answer(reading: _CleanedCompletion) -> _Kept | None:
    """Return the drawing in TikZ that answers a task for a figure; None without one, or with Python code."""
    if not isinstance(reading.task.check, FigureCheck) or any(map(_is_python, reading.found)):
        return None
    block = tikz_block(reading.text)
    if block is not None:
        steps = () if block.closed else (_OPEN_BLOCK,)
        return _Kept(block.text, block.text, (Step("drawing", "a drawing in TikZ"), *steps))
    code = unfenced_tikz(reading.text)
    if not code or program_region(reading.text, reading.parser) is not None:
        return None
    around = () if code == reading.text.strip() else (Step("text-around"),)
    return _Kept(code, code, (Step("drawing", "a drawing in TikZ without a fence"), *around))


def _is_python(candidate: CandidateBlock) -> bool:
    has_code = candidate.tree is not None and any(map(is_code, candidate.tree.body))
    return (has_code or candidate.too_long) and candidate.block.may_be_python and not is_tikz(candidate.code)


def _function_answer(reading: _CleanedCompletion) -> _Kept:
    name = reading.task.entry_name
    chosen = defining_block(reading.found, name)
    if (chosen is None or chosen.tree is None) and (body := _body_answer(reading, indented=True)) is not None:
        return body
    region = None
    if chosen is None or chosen.is_session:
        region = defining_region(reading.text, name, reading.parser)
    if chosen is not None and (region is None or reading.parser.tree(region) is None):
        return _add_borrowed(reading, chosen.code, chosen.position, _steps(chosen, reading))
    if region is not None:
        code, steps = _tidy_region(reading, region)
        return _add_borrowed(reading, code, len(reading.found), steps)
    body = _body_answer(reading, indented=False)
    if body is not None:
        return body
    fallback = Step("fallback", f"no code defines {name}")
    if reading.found:
        chosen = fallback_block(reading.found)
        return _Kept(chosen.code, chosen.code, (*_steps(chosen, reading), fallback))
    code = reading.text if looks_like_code(reading.text, reading.parser) else ""
    return _Kept(code, code, (fallback,) if code else ())


def _program_answer(reading: _CleanedCompletion) -> _Kept:
    chosen = whole_program(reading.found)
    if chosen is None and reading.found:
        chosen = program_block(reading.found)
    region = None
    if chosen is None or chosen.is_session or _is_below_code(chosen):
        region = program_region(reading.text, reading.parser)
    if chosen is not None and (region is None or reading.parser.tree(region) is None):
        return _add_borrowed(reading, chosen.code, chosen.position, _steps(chosen, reading))
    if region is None:
        return _Kept("", "", ())
    code, steps = _tidy_region(reading, region)
    return _Kept(code, code, steps)


def _is_below_code(chosen: CandidateBlock) -> bool:
    """Whether a block may be prose below a fence that ends code without a fence in front of it."""
    return chosen.block.cut_off and not chosen.block.language and not _is_python(chosen)


def _add_borrowed(reading: _CleanedCompletion, code: str, position: int, steps: tuple[Step, ...]) -> _Kept:
    """Return the answer with the statements that it needs from other blocks and the starter code."""
    tree = reading.parser.tree(code)
    if tree is None:
        return _Kept(code, code, steps)
    missing = unbound_names(tree)
    starter = starter_with_pass(reading.task.starter_code)
    if not missing and (starter is None or not setup_calls(starter[1])):
        return _Kept(code, code, steps)
    pieces, names = borrow(tree, missing, reading.found, position, starter)
    of_starter = pieces.pop(-1, None)
    kept = "\n\n".join(piece for _, piece in sorted((pieces | {position: code}).items()))
    taken = [*(["other-blocks"] if pieces else []), *(["starter-code"] if of_starter is not None else [])]
    note = ""
    if names:
        listed = ", ".join(names[:_NAMES_SHOWN]) + (", …" if len(names) > _NAMES_SHOWN else "")
        note = f"taken from other blocks or the starter code: {listed}"
    whole = kept if of_starter is None else f"{of_starter}\n\n{kept}"
    kept, program = future_first(kept, reading.parser), future_first(whole, reading.parser)
    if program != whole:
        taken.append("future-imports")
    notes = (note, *[""] * len(taken))  # one note for both
    return _Kept(kept, program, (*steps, *map(Step, taken, notes)))


def _body_answer(reading: _CleanedCompletion, *, indented: bool) -> _Kept | None:
    """Return a function body behind the starter code; if its first line is indented, with what follows it."""
    pieces = [(one.code, one.block.text, one.indented) for one in preferred(reading.found)]
    if indented or not pieces:
        pieces.insert(0, (reading.text, reading.text, reading.text.lstrip("\n")[:1] in (" ", "\t")))
    task, parser = reading.task, reading.parser
    for code, given, is_indented in pieces:
        if indented and not is_indented:
            continue
        whole = add_to_starter(code, task.starter_code, task.entry_name, parser, indented=is_indented)
        if whole is not None:
            return _Kept(code, whole[0], (_BODY, Step("first-line")) if whole[1] else (_BODY,))
        found = continue_starter(given, task.starter_code, task.entry_name, parser) if indented else None
        if found is not None:
            cut = Step("body-cut", "the text below the body is cut")
            return _Kept(*found, (_BODY, *(() if found[0] == given else (cut,))))
    return None


def _tidy_region(reading: _CleanedCompletion, region: str) -> tuple[str, tuple[Step, ...]]:
    code, steps = tidy(region, reading.parser)
    if code.strip() == reading.text.strip():
        return code, (Step("whole-text"), *steps)
    return code, (Step("text-around", "the code has no fence; the text around it is cut"), *steps)


def _steps(chosen: CandidateBlock, reading: _CleanedCompletion) -> tuple[Step, ...]:
    several = len(reading.found) > 1
    note = f"block {chosen.position + 1} of {len(reading.found)} kept"
    step = Step("block-of-several", note) if several else Step("block")
    return (step, *(() if chosen.block.closed else (_OPEN_BLOCK,)), *chosen.steps)
