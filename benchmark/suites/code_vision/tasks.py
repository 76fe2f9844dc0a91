"""Convert published problems of Code-Vision to tasks."""

import ast
import re
from dataclasses import dataclass

from benchmark.core.task import FunctionCheck, Task, Text
from benchmark.suites.code_vision.upstream import PREAMBLE

SUITE_ID = "code-vision"
SUBSETS = ("humaneval", "algorithm", "math")
LEVELS = ("easy", "medium", "hard")

_NUMBER = re.compile(r"^(?:\d+\. |(?:bi)?weekly-contest-\d+-)")
_VARIANT = re.compile(r"-i{1,3}$")
_DEFINED = re.compile(r"^(?:class|(?:async[ \t]+)?def)[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpstreamProblem:
    """A problem with upstream's field names; a field that a record lacks is None."""

    subset: str
    task_id: str
    test: str
    prompt: str | None = None
    starter_code: str | None = None
    entry_point: str | None = None
    canonical_solution: str | None = None
    level: str | None = None


def task_of(problem: UpstreamProblem, dataset: str) -> Task:
    """Convert a problem to a task.

    The problem text is the task's text: models read it in the setting ``text``. Upstream's models see a
    flowchart instead, but upstream runs the text in front of every answer of the subset ``humaneval``.

    Raises:
        ValueError: if no entry point can be found.
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


def problem_of(task_id: str) -> str:
    """Return the name that variants of a problem share, without numbers of problems and of contests.

    "227. Basic Calculator II" becomes "basic-calculator".
    """
    name = re.sub(r"[^a-z0-9]+", "-", _NUMBER.sub("", task_id).lower()).strip("-")
    return _VARIANT.sub("", name)


def host_test(prompt: str, entry_point: str, test: str) -> str:
    """Return the test source as the host runs it.

    Tests of HumanEval may call helpers that the prompt defines next to the entry point (``HumanEval-38``
    encodes a text and asks for its decoding). Upstream runs prompt, answer and test as one program. The host
    runs the test without the answer, so it needs these definitions in front of the test. Other tests stay as
    they are.
    """
    try:
        # A prompt ends after a docstring, which is a whole body, so it parses.
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
    """Return the starter code of a HumanEval prompt: everything up to the end of the signature line."""
    start = prompt.rindex(f"def {entry_point}(")
    return prompt[: prompt.index("\n", start)]


def _entry_point(starter: str) -> str:
    match = _DEFINED.search(starter)
    if match is None:
        raise ValueError("neither entry_point nor starter_code names a function or class")
    return match[1]
