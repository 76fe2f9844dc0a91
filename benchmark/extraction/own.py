"""The rule by which Sightbench turns a completion into an answer, the same for every suite.

In this order:

1. A byte-order mark is dropped, line ends become line feeds, reasoning blocks go (:mod:`.reasoning`).
2. Of the fenced blocks that say they are Python or say nothing, the last one that parses and defines the
   entry point is the answer; where none parses, the last that looks as if it defined it. It is kept whole:
   imports, constants, helpers, and what runs at module level.
3. Names that it reads and never binds are looked for in the other blocks and in the starter code; the
   statements that bind them are put in front (or behind, from a block below). A usage example is not.
4. Without such a block, code without fences that defines the entry point (:mod:`.unfenced`).
5. Without that, a bare body: the starter code goes in front of it (:mod:`.body`).
6. Without that, the last block with any definition, or the last block: it is judged for what it is.

A task without entry point (a whole program) takes the last block tagged Python, else the last block, else
what looks like a program in the text. Text without code gives an empty answer. Nothing is ever run.
"""

from dataclasses import dataclass, field

from benchmark.core.sample import Answer
from benchmark.core.task import Task
from benchmark.extraction.body import completed_starter, under_starter
from benchmark.extraction.choice import (
    CandidateBlock,
    borrowed,
    candidates,
    defining,
    last_program,
    last_resort,
)
from benchmark.extraction.reasoning import without_reasoning
from benchmark.extraction.source import Parser, tidied
from benchmark.extraction.unfenced import looks_like_code, program_region, region_defining

_NAMES_SHOWN = 8


def extract(task: Task, text: str) -> Answer:
    """Keep the code that answers ``task``; see the module for the rule."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, thought = without_reasoning(text)
    parser = Parser()
    reading = _Reading(task, text, parser, candidates(text, parser))
    answer = _function_answer(reading) if task.entry_name else _program_answer(reading)
    notes = (*(("reasoning dropped",) if thought else ()), *answer.notes)
    return Answer(code=answer.code, program=answer.program, notes=notes)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One completion, cleaned, on its way to an answer."""

    task: Task
    text: str
    parser: Parser = field(repr=False)
    found: tuple[CandidateBlock, ...] = ()


def _function_answer(reading: _Reading) -> Answer:
    name = reading.task.entry_name
    chosen = defining(reading.found, name)
    if chosen is not None:
        return _completed(reading, chosen.code, chosen.position, _notes(chosen, reading))
    region = region_defining(reading.text, name, reading.parser)
    if region is not None:
        code, notes = _without_surroundings(reading, region)
        return _completed(reading, code, len(reading.found), notes)
    body = _bare_body(reading)
    if body is not None:
        return body
    if reading.found:
        chosen = last_resort(reading.found)
        notes = (*_notes(chosen, reading), f"no code defines {name}")
        return Answer(code=chosen.code, program=chosen.code, notes=notes)
    code = reading.text if looks_like_code(reading.text, reading.parser) else ""
    return Answer(code=code, program=code, notes=(f"no code defines {name}" if code else "no code found",))


def _program_answer(reading: _Reading) -> Answer:
    if reading.found:
        chosen = last_program(reading.found)
        return Answer(code=chosen.code, program=chosen.code, notes=_notes(chosen, reading))
    region = program_region(reading.text, reading.parser)
    if region is None:
        return Answer(code="", program="", notes=("no code found",))
    code, notes = _without_surroundings(reading, region)
    return Answer(code=code, program=code, notes=notes)


def _completed(reading: _Reading, code: str, position: int, notes: tuple[str, ...]) -> Answer:
    """The answer with what it needs of the other blocks and of the starter code."""
    tree = reading.parser.tree(code)
    if tree is None:
        return Answer(code=code, program=code, notes=notes)
    starter = completed_starter(reading.task.starter_code, reading.parser)
    more = borrowed(tree, reading.found, position, starter)
    kept = "\n\n".join((*more.before, code, *more.behind))
    if more.names:
        listed = ", ".join(more.names[:_NAMES_SHOWN]) + (", …" if len(more.names) > _NAMES_SHOWN else "")
        notes = (*notes, f"taken from other blocks or the starter code: {listed}")
    return Answer(code=kept, program="\n\n".join((*more.starter, kept)), notes=notes)


def _bare_body(reading: _Reading) -> Answer | None:
    pieces = [(candidate.code, candidate.indented) for candidate in reversed(reading.found)]
    if not pieces:
        pieces = [(reading.text, reading.text.lstrip("\n")[:1] in (" ", "\t"))]
    task = reading.task
    for code, indented in pieces:
        program = under_starter(code, task.starter_code, task.entry_name, reading.parser, indented=indented)
        if program is not None:
            return Answer(code=code, program=program, notes=("bare body: starter code put in front",))
    return None


def _without_surroundings(reading: _Reading, region: str) -> tuple[str, tuple[str, ...]]:
    code, notes = tidied(region, reading.parser)
    if code.strip() == reading.text.strip():
        return code, notes
    return code, ("text around the code without fences cut", *notes)


def _notes(chosen: CandidateBlock, reading: _Reading) -> tuple[str, ...]:
    notes = []
    if len(reading.found) > 1:
        notes.append(f"block {chosen.position + 1} of {len(reading.found)} kept")
    if not chosen.block.closed:
        notes.append("the block is never closed")
    return (*notes, *chosen.notes)
