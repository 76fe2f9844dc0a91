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
input, writes standard output and runs something, else the last such block without a tag (:mod:`.choice`),
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

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from benchmark.core.sample import Answer, Step
from benchmark.core.task import ChoiceCheck, FigureCheck, Task, is_tikz
from benchmark.extraction import choices
from benchmark.extraction.body import add_to_starter, continue_starter, starter_with_pass
from benchmark.extraction.choice import (
    CandidateBlock,
    borrow,
    candidate_blocks,
    defining_block,
    fallback_block,
    future_first,
    preferred,
    program_block,
    setup_calls,
    whole_program,
)
from benchmark.extraction.envelopes import why_nothing, without_marks, without_reasoning
from benchmark.extraction.fences import tikz_block, unfenced_tikz
from benchmark.extraction.names import defines, unbound_names
from benchmark.extraction.source import Parser, tidy
from benchmark.extraction.unfenced import (
    defining_region,
    find_code,
    is_code,
    looks_like_code,
    program_region,
)

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


class _Found(NamedTuple):
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


def _read(task: Task, text: str, parser: Parser) -> _Found:
    reading = _CleanedCompletion(task, text, parser, candidate_blocks(text, parser))
    return _drawing_answer(reading) or _code_answer(reading)


def _is_answer(found: _Found, task: Task, parser: Parser) -> bool:
    """Whether what was found parses and defines the entry point."""
    tree = parser.tree(found.program) if found.program.strip() else None
    return tree is not None and (not task.entry_name or defines(tree, task.entry_name))


def _code_answer(reading: _CleanedCompletion) -> _Found:
    found = _function_answer(reading) if reading.task.entry_name else _program_answer(reading)
    if any(candidate.too_long for candidate in reading.found):
        return found
    return _with_odd_markdown(reading, found)


def _with_odd_markdown(reading: _CleanedCompletion, answer: _Found) -> _Found:
    """Return the answer; if it does not define the entry point, try code that only a person would notice."""
    name = reading.task.entry_name
    if _is_answer(answer, reading.task, reading.parser):
        return answer
    blocks = [candidate.block for candidate in reading.found]
    found = find_code(reading.text, name, blocks, reading.parser)
    if found is None:
        return answer
    if not name:
        return _Found(found[0], found[0], found[1])
    return _add_borrowed(reading, found[0], len(reading.found), found[1])


def _drawing_answer(reading: _CleanedCompletion) -> _Found | None:
    """Return the drawing in TikZ that answers a task for a figure; None without one, or with Python code."""
    if not isinstance(reading.task.check, FigureCheck) or any(map(_is_python, reading.found)):
        return None
    block = tikz_block(reading.text)
    if block is not None:
        steps = () if block.closed else (_OPEN_BLOCK,)
        return _Found(block.text, block.text, (Step("drawing", "a drawing in TikZ"), *steps))
    code = unfenced_tikz(reading.text)
    if not code or program_region(reading.text, reading.parser) is not None:
        return None
    around = () if code == reading.text.strip() else (Step("text-around"),)
    return _Found(code, code, (Step("drawing", "a drawing in TikZ without a fence"), *around))


def _is_python(candidate: CandidateBlock) -> bool:
    has_code = candidate.tree is not None and any(map(is_code, candidate.tree.body))
    return (has_code or candidate.too_long) and candidate.block.may_be_python and not is_tikz(candidate.code)


def _function_answer(reading: _CleanedCompletion) -> _Found:
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
        return _Found(chosen.code, chosen.code, (*_steps(chosen, reading), fallback))
    code = reading.text if looks_like_code(reading.text, reading.parser) else ""
    return _Found(code, code, (fallback,) if code else ())


def _program_answer(reading: _CleanedCompletion) -> _Found:
    chosen = whole_program(reading.found)
    if chosen is None and reading.found:
        chosen = program_block(reading.found)
    region = None
    if chosen is None or chosen.is_session or _is_below_code(chosen):
        region = program_region(reading.text, reading.parser)
    if chosen is not None and (region is None or reading.parser.tree(region) is None):
        return _add_borrowed(reading, chosen.code, chosen.position, _steps(chosen, reading))
    if region is None:
        return _Found("", "", ())
    code, steps = _tidy_region(reading, region)
    return _Found(code, code, steps)


def _is_below_code(chosen: CandidateBlock) -> bool:
    """Whether a block may be prose below a fence that ends code without a fence in front of it."""
    return chosen.block.cut_off and not chosen.block.language and not _is_python(chosen)


def _add_borrowed(reading: _CleanedCompletion, code: str, position: int, steps: tuple[Step, ...]) -> _Found:
    """Return the answer with the statements that it needs from other blocks and the starter code."""
    tree = reading.parser.tree(code)
    if tree is None:
        return _Found(code, code, steps)
    missing = unbound_names(tree)
    starter = starter_with_pass(reading.task.starter_code)
    if not missing and (starter is None or not setup_calls(starter[1])):
        return _Found(code, code, steps)
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
    return _Found(kept, program, (*steps, *map(Step, taken, notes)))


def _body_answer(reading: _CleanedCompletion, *, indented: bool) -> _Found | None:
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
            return _Found(code, whole[0], (_BODY, Step("first-line")) if whole[1] else (_BODY,))
        found = continue_starter(given, task.starter_code, task.entry_name, parser) if indented else None
        if found is not None:
            cut = Step("body-cut", "the text below the body is cut")
            return _Found(*found, (_BODY, *(() if found[0] == given else (cut,))))
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
