"""Read EvalPlus's data files, in all layouts that it has published.

A release has one problem per line: ``task_id, prompt, entry_point, canonical_solution, base_input,
plus_input, atol``. Before its first release HumanEval+ was in two files: ``contract, reference, base_input,
atol`` (line i is HumanEval/i) and ``task_id, inputs``. These two need prompts from OpenAI's HumanEval file.

JSON has no tuples, sets or complex numbers, so arguments of MBPP+ are converted to the types that its
functions take. The table of which tasks need which types is EvalPlus's own (evalplus 0.3.1,
``evalplus/data/mbpp.py``, Apache-2.0).
"""

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.files.bounded import read_lines
from benchmark.files.edge import validate_record

Arguments = list[Any]


def _change_each(change: Callable[[Any], Any]) -> Callable[[Arguments], Arguments]:
    return lambda arguments: [change(argument) for argument in arguments]


def _change_first(change: Callable[[Any], Any]) -> Callable[[Arguments], Arguments]:
    return lambda arguments: [change(arguments[0]), *arguments[1:]]


def _tuples(items: Any) -> list[tuple[Any, ...]]:
    return [tuple(item) for item in items]


def _tuples_where_lists(items: Any) -> list[Any]:
    return [tuple(item) if isinstance(item, list) else item for item in items]


def _nested_tuples(value: Any) -> Any:
    return tuple(map(_nested_tuples, value)) if isinstance(value, list) else value


def _sets(items: Any) -> list[Any]:
    # As in EvalPlus, where an empty list becomes `{}`, which is a dict.
    return [set(item) if isinstance(item, list) and item else {} for item in items]


_CHANGES: tuple[tuple[frozenset[int], Callable[[Arguments], Arguments]], ...] = (
    (
        frozenset(
            {2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740}
            | {744, 809}
        ),
        _change_each(tuple),
    ),
    (
        frozenset({63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780}),
        _change_each(_tuples),
    ),
    (frozenset({75, 413, 444, 753}), _change_first(_tuples)),
    (frozenset({106, 750}), lambda arguments: [arguments[0], tuple(arguments[1])]),
    (frozenset({115}), _change_first(_sets)),
    (frozenset({124}), lambda arguments: [float(arguments[0]), complex(arguments[1])]),
    (frozenset({250, 307, 405, 446, 617, 720, 763, 808}), _change_first(tuple)),
    (frozenset({259, 401, 445}), _change_each(lambda items: tuple(_tuples(items)))),
    (frozenset({278}), _change_each(lambda items: tuple(_tuples_where_lists(items)))),
    (frozenset({722}), _change_first(lambda found: {key: tuple(value) for key, value in found.items()})),
    (frozenset({252}), _change_first(complex)),
    (frozenset({580, 615, 791}), _change_each(_nested_tuples)),
)


def convert_arguments(task_id: str, inputs: Sequence[Arguments]) -> list[Arguments]:
    """Convert the inputs of a task to the types that its function takes; only MBPP+ needs changes.

    Raises:
        LookupError, TypeError, ValueError, AttributeError: if the inputs do not belong to this task.
    """
    dataset, _, number = task_id.partition("/")
    if dataset != "Mbpp":
        return list(inputs)
    for tasks, change in _CHANGES:
        if int(number) in tasks:
            return [change(arguments) for arguments in inputs]
    return list(inputs)


_HUMANEVAL, _MBPP = "HumanEval", "Mbpp"
_TaskId = Annotated[str, Field(pattern=rf"^({_HUMANEVAL}|{_MBPP})[/_][0-9]{{1,4}}$")]


class _Line(BaseModel):
    """The fields of a line that are read; fields that only other tools need are ignored."""

    model_config = ConfigDict(frozen=True, strict=True)

    task_id: _TaskId | None = None
    prompt: str | None = None
    entry_point: Annotated[str, Field(pattern=r"^[^\W\d]\w*$")] | None = None
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
    atol: float  #: absolute tolerance; 0 if the data have none
    assertion: str  #: assert lines that early versions of MBPP+ have in addition to the prompt; else empty
    contract: str  #: first lines of the body, which refuse inputs that the function is not made for

    @property
    def is_mbpp(self) -> bool:
        """Whether the problem belongs to MBPP+."""
        return self.task_id.startswith(_MBPP)


def read_problems(paths: Iterable[Path]) -> tuple[EvalPlusProblem, ...]:
    """Read all problems, sorted by number; the fields of a problem may be spread over several files.

    Raises:
        BadInput: if a line is not valid, two files have different values of a field, or a problem lacks a
        field.
    """
    fields_by_task: dict[str, dict[str, Any]] = {}
    with_inputs: set[str] = set()
    for path in paths:
        for number, record in _records(path):
            line = validate_record(_Line, record, path, f"line {number}")
            task_id = (line.task_id or f"{_HUMANEVAL}/{number - 1}").replace("_", "/")
            fields = _fields(line)
            known = fields_by_task.setdefault(task_id, {})
            for name, value in fields.items():
                # Files of two versions would mix inputs of one with the solution of the other.
                if known.setdefault(name, value) != value:
                    problem = f"{task_id} has another {name} than in an earlier file"
                    raise BadInput(path, f"line {number}", problem, "name the files of one version")
            # OpenAI's file only adds prompts: its problems without inputs of EvalPlus are no tasks.
            if {"base_input", "plus_input"} & fields.keys():
                with_inputs.add(task_id)
    if not with_inputs:
        fix = "name HumanEvalPlus or MbppPlus"
        raise BadInput("FILE", "", "none of the files contains inputs of EvalPlus", fix)
    return tuple(
        _problem(task_id, fields_by_task[task_id]) for task_id in sorted(with_inputs, key=natural_key)
    )


def _records(path: Path) -> Iterator[tuple[int, object]]:
    """Yield every record with its line number; ``Infinity`` and ``NaN`` are allowed, as in Python's JSON."""
    for line in read_lines(path):
        if not line.data.strip():
            continue
        try:
            yield line.number, json.loads(line.data)
        except (ValueError, RecursionError) as error:
            problem = f"is not valid JSON: {quote_value(str(error))}"
            fix = "name the file as EvalPlus published it"
            raise BadInput(path, f"line {line.number}", problem, fix) from None


def _fields(line: _Line) -> dict[str, Any]:
    """Return the fields of a line, under the names that releases use."""
    fields = line.model_dump(exclude={"task_id", "reference", "inputs"}, exclude_none=True)
    if line.reference is not None:
        fields["canonical_solution"] = line.reference
    elif (
        line.base_input is None and line.inputs is None
    ):  # a file of OpenAI, whose solutions EvalPlus replaced
        fields.pop("canonical_solution", None)
    if line.inputs is not None:
        # Some early inputs are Python source in a text, which is read but not run.
        fields["plus_input"] = ast.literal_eval(line.inputs) if isinstance(line.inputs, str) else line.inputs
    if isinstance(fields.get("plus_input"), dict):  # one problem of early MBPP+ writes {} for no inputs
        fields["plus_input"] = []
    return fields


def _problem(task_id: str, fields: Mapping[str, Any]) -> EvalPlusProblem:
    for name in ("prompt", "entry_point", "canonical_solution"):
        if name not in fields:
            is_humaneval = task_id.startswith(_HUMANEVAL)
            fix = "also name OpenAI's HumanEval.jsonl.gz" if is_humaneval else "also name the MbppPlus file"
            raise BadInput("FILE", task_id, f"none of the files has its {name}", fix)
    try:
        base = convert_arguments(task_id, fields.get("base_input", []))
        plus = convert_arguments(task_id, fields.get("plus_input", []))
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"has inputs that its function cannot take: {quote_value(str(error))}"
        raise BadInput("FILE", task_id, problem, "name the files as EvalPlus published them") from None
    return EvalPlusProblem(
        task_id=task_id,
        prompt=fields["prompt"],
        entry_point=fields["entry_point"],
        canonical_solution=fields["canonical_solution"],
        base_input=base,
        plus_input=plus,
        atol=fields.get("atol", 0.0),
        assertion=fields.get("assertion", ""),
        contract=fields.get("contract", ""),
    )
