"""How a problem of Code-Vision, as published, becomes a task."""

import ast
import re
from dataclasses import dataclass

from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.suites.code_vision.upstream import PREAMBLE

SUITE_ID = "code-vision"
SUBSETS = ("humaneval", "algorithm", "math")
LEVELS = ("easy", "medium", "hard")

_DEFINED = re.compile(r"^(?:class|(?:async[ \t]+)?def)[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpstreamProblem:
    """A problem in upstream's words; None is what a record does not say."""

    subset: str
    task_id: str
    test: str
    prompt: str | None = None
    starter_code: str | None = None
    entry_point: str | None = None
    canonical_solution: str | None = None
    level: str | None = None


def task_of(problem: UpstreamProblem, dataset: str) -> Task:
    """The task of a problem.

    The problem text is kept as the task's text, although models are shown a flowchart in its place: upstream
    puts it in front of every answer of the subset ``humaneval``.

    Raises:
        ValueError: when no entry point can be found.
    """
    prompt = problem.prompt or ""
    starter = problem.starter_code or ""
    entry_point = problem.entry_point or _entry_point(starter)
    reference = ""
    if problem.subset == "humaneval" and problem.canonical_solution:
        reference = prompt + problem.canonical_solution
    return Task(
        id=problem.task_id,
        suite=SUITE_ID,
        dataset=dataset,
        subset=problem.subset,
        stem=problem.task_id,
        parts=(Text(text=prompt),) if prompt else (),
        starter_code=starter,
        entry_point=entry_point,
        level=problem.level or "",
        check=FunctionCheck(
            tests=(host_test(prompt if problem.subset == "humaneval" else "", entry_point, problem.test),),
            preamble=PREAMBLE,
        ),
        reference=reference,
    )


def host_test(prompt: str, entry_point: str, test: str) -> str:
    """The test source as the host runs it.

    Tests of HumanEval may call what the prompt defines beside the entry point (``HumanEval-38`` encodes in
    order to ask for the decoding). Upstream has it all in one program; the host has no answer, so these
    definitions are put in front of the test. A prompt that defines nothing else changes nothing.
    """
    try:
        statements = ast.parse(prompt).body
    except SyntaxError:
        return test
    others = [
        statement
        for statement in statements
        if not (isinstance(statement, ast.FunctionDef) and statement.name == entry_point)
    ]
    if not any(isinstance(statement, ast.FunctionDef | ast.ClassDef) for statement in others):
        return test
    return "\n\n".join([*(ast.get_source_segment(prompt, statement) or "" for statement in others), test])


def starter_code(prompt: str, entry_point: str) -> str:
    """The starter code of a HumanEval prompt: all up to the end of the entry point's signature line."""
    start = prompt.rindex(f"def {entry_point}(")
    return prompt[: prompt.index("\n", start)]


def _entry_point(starter: str) -> str:
    found = _DEFINED.search(starter)
    if found is None:
        raise ValueError("neither entry_point nor starter_code names a function or class")
    return found[1]
