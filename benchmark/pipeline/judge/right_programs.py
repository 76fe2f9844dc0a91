"""Finds tasks with more than one right answer: known right programs give different outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmark.core.task import StdioCheck, Task
from benchmark.judging.checks.compare import outputs_match
from benchmark.judging.judge import Judge
from benchmark.pipeline.judge.judge_process import JudgeProcess

_SHOWN_CHARACTERS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputGroup:
    """Programs that give the same output, by the task's comparison."""

    output: str  #: the output of one of them, at most 200 characters
    programs: int
    expected: bool  #: whether the task expects this output


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramsOfTask:
    """What the known right programs of one task do with its inputs."""

    task_id: str
    programs: int
    passing: int  #: programs that give the expected output for every input
    inputs: int
    differing: int  #: inputs for which two programs give different outputs
    without_output: int  #: programs that fail on an input: an exception, or a limit
    input: str = ""  #: the first input for which they differ, at most 200 characters; empty if they agree
    groups: tuple[OutputGroup, ...] = ()  #: groups for that input, the largest first


def compare_right_programs(process: JudgeProcess, task: Task, programs: Sequence[str]) -> ProgramsOfTask:
    """Run known right programs on all inputs of a task, and compare their outputs with each other.

    Args:
        process: runs the programs, in the sandbox.
        task: a task whose check is a :class:`StdioCheck`.
        programs: programs that are known to be right, such as accepted solutions of a contest.

    Raises:
        SandboxFailure: if the sandbox fails.
    """
    found: Mapping[str, Any] = process.ask(_groups, (task, tuple(programs)))
    matrix: list[list[int | None]] = found["groups"]
    columns = list(zip(*matrix, strict=True))
    differing = [row for row in matrix if len({group for group in row if group is not None}) > 1]
    return ProgramsOfTask(
        task_id=task.id,
        programs=len(programs),
        passing=sum(all(group == 0 for group in column) for column in columns),
        inputs=len(matrix),
        differing=len(differing),
        without_output=sum(None in column for column in columns),
        input=found["input"],
        groups=tuple(
            OutputGroup(output=output, programs=differing[0].count(number), expected=number == 0)
            for number, output in sorted(
                enumerate(found["outputs"]), key=lambda item: -differing[0].count(item[0])
            )
            if number in differing[0]
        ),
    )


def _groups(judge: Judge, argument: tuple[Task, Sequence[str]]) -> dict[str, object]:
    """Return the group of each program's output, by input: 0 for the expected output, None for no output.

    Runs in a process of its own. Also returns the first input with two groups, and the output of each group.
    """
    task, programs = argument
    check = task.check
    if not isinstance(check, StdioCheck):
        raise TypeError("only whole programs have outputs")
    matrix: list[list[int | None]] = []
    shown, outputs = "", list[str]()
    for case in check.cases:
        known = [case.output]
        row: list[int | None] = []
        for program in programs:
            output = judge.output(program, case.input, task.limits, check.stdin)
            row.append(None if output is None else _group(check, known, output))
        matrix.append(row)
        if not outputs and len({group for group in row if group is not None}) > 1:
            shown, outputs = case.input[:_SHOWN_CHARACTERS], [text[:_SHOWN_CHARACTERS] for text in known]
    return {"groups": matrix, "input": shown, "outputs": outputs}


def _group(check: StdioCheck, known: list[str], output: str) -> int:
    """Return the number of the first known output that equals this one, which is added if there is none."""
    for number, text in enumerate(known):
        if outputs_match(text, output, check.compare, check.tolerance):
            return number
    known.append(output)
    return len(known) - 1
