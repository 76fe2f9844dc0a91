"""EvalPlus's data files, in the layouts that it has published.

A release has a problem a line: ``task_id, prompt, entry_point, canonical_solution, base_input, plus_input,
atol``. Before its first release HumanEval+ stood in two files, ``contract, reference, base_input, atol``
(line i is HumanEval/i) and ``task_id, inputs``, which need OpenAI's HumanEval file for the prompts.
"""

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from benchmark.core.errors import BadInput, shown
from benchmark.core.order import natural_key
from benchmark.files.bounded import read_lines
from benchmark.files.edge import validate_record
from benchmark.suites.evalplus.arguments import Arguments, typed

_HUMANEVAL, _MBPP = "HumanEval", "Mbpp"
_TaskId = Annotated[str, Field(pattern=rf"^({_HUMANEVAL}|{_MBPP})[/_][0-9]{{1,4}}$")]


class _Line(BaseModel):
    """What is read of a line; fields that only other tools need are left alone."""

    model_config = ConfigDict(frozen=True, strict=True)

    task_id: _TaskId | None = None
    prompt: str | None = None
    entry_point: Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$")] | None = None
    canonical_solution: str | None = None
    reference: str | None = None
    base_input: list[list[Any]] | None = None
    plus_input: list[list[Any]] | dict[str, Any] | None = None
    inputs: list[list[Any]] | str | None = None
    atol: Annotated[float, Field(ge=0, le=1)] | None = None
    assertion: str | None = None
    contract: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalPlusProblem:
    """One problem of HumanEval+ or MBPP+."""

    task_id: str  #: ``HumanEval/0`` or ``Mbpp/2``
    prompt: str  #: signature and docstring, or a docstring alone
    entry_point: str
    canonical_solution: str  #: the body, or a whole program
    base_input: list[Arguments]
    plus_input: list[Arguments]
    atol: float  #: 0 where the data say none
    assertion: str  #: lines that early MBPP+ has beside its prompt; empty in later ones
    contract: str  #: the body's first lines, that refuse inputs which the function is not for

    @property
    def is_mbpp(self) -> bool:
        """Whether it is of MBPP+."""
        return self.task_id.startswith(_MBPP)


def read_problems(paths: Iterable[Path]) -> tuple[EvalPlusProblem, ...]:
    """All problems of these files, by number; what a file lacks may stand in another.

    Raises:
        BadInput: for a line that is wrong, a field that two files have differently, and a problem that
            lacks a field.
    """
    found: dict[str, dict[str, Any]] = {}
    plus: set[str] = set()
    for path in paths:
        for number, record in _records(path):
            line = validate_record(_Line, record, path, f"line {number}")
            task_id = (line.task_id or f"{_HUMANEVAL}/{number - 1}").replace("_", "/")
            fields = _fields(line)
            known = found.setdefault(task_id, {})
            for name, value in fields.items():
                if known.setdefault(name, value) != value:
                    problem = f"{task_id} has another {name} than in an earlier file"
                    raise BadInput(path, f"line {number}", problem, "name the files of one version")
            if {"base_input", "plus_input"} & fields.keys():
                plus.add(task_id)
    if not plus:
        raise BadInput("FILE", "", "none of them holds inputs of EvalPlus", "name HumanEvalPlus or MbppPlus")
    return tuple(_problem(task_id, found[task_id]) for task_id in sorted(plus, key=natural_key))


def _records(path: Path) -> Iterator[tuple[int, object]]:
    """Every record with its line number; these files write ``Infinity`` and ``NaN``, which JSON has not."""
    for line in read_lines(path):
        if not line.data.strip():
            continue
        try:
            yield line.number, json.loads(line.data)
        except (ValueError, RecursionError) as error:
            problem = f"is not valid JSON: {shown(str(error))}"
            fix = "name the file as EvalPlus published it"
            raise BadInput(path, f"line {line.number}", problem, fix) from None


def _fields(line: _Line) -> dict[str, Any]:
    """What a line says, under the names of the releases."""
    said = line.model_dump(exclude={"task_id", "reference", "inputs"}, exclude_none=True)
    if line.reference is not None:
        said["canonical_solution"] = line.reference
    elif line.base_input is None and line.inputs is None:  # OpenAI's: its solution is not EvalPlus's
        said.pop("canonical_solution", None)
    if line.inputs is not None:
        said["plus_input"] = ast.literal_eval(line.inputs) if isinstance(line.inputs, str) else line.inputs
    if isinstance(said.get("plus_input"), dict):  # one problem of early MBPP+, for none
        said["plus_input"] = []
    return said


def _problem(task_id: str, said: Mapping[str, Any]) -> EvalPlusProblem:
    for name in ("prompt", "entry_point", "canonical_solution"):
        if name not in said:
            fix = (
                "name OpenAI's HumanEval.jsonl.gz too" if task_id.startswith(_HUMANEVAL) else "name its file"
            )
            raise BadInput("FILE", task_id, f"no file has its {name}", fix)
    try:
        base, more = (typed(task_id, said.get(name, [])) for name in ("base_input", "plus_input"))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"has inputs that its function cannot take: {shown(str(error))}"
        raise BadInput("FILE", task_id, problem, "name the files as EvalPlus published them") from None
    return EvalPlusProblem(
        task_id=task_id,
        prompt=said["prompt"],
        entry_point=said["entry_point"],
        canonical_solution=said["canonical_solution"],
        base_input=base,
        plus_input=more,
        atol=said.get("atol", 0.0),
        assertion=said.get("assertion", ""),
        contract=said.get("contract", ""),
    )
