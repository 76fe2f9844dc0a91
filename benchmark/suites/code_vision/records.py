"""Read and check lines of published outputs; fields that are not listed here are ignored."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.files.atomic import bare_name
from benchmark.files.edge import Name, RawText, validate_record
from benchmark.files.strict_json import read_records
from benchmark.suites.code_vision.layouts import ResultsFile, check_model_name, subset_of
from benchmark.suites.code_vision.published_verdicts import PublishedVerdict
from benchmark.suites.code_vision.tasks import LEVELS, UpstreamProblem

_LONGEST = 4_000
_IN = ("prompt_tokens", "input_tokens", "prompt_token_count")
_OUT = ("completion_tokens", "output_tokens", "candidates_token_count")


def token_counts(usage: object) -> tuple[int | None, int | None]:
    """Return the tokens in and out; None for a count that the record does not have.

    ``usage`` is an object, or the text that Python prints for one:
    ``CompletionUsage(completion_tokens=332, prompt_tokens=1506, ...)`` or ``{'prompt_tokens': 1656, ...}``.
    A text is searched for ``name=digits`` and ``'name': digits``; it is never evaluated.
    """
    if isinstance(usage, Mapping):
        return _from_mapping(usage, _IN), _from_mapping(usage, _OUT)
    if isinstance(usage, str) and len(usage) <= _LONGEST:
        return _from_text(usage, _IN), _from_text(usage, _OUT)
    return None, None


def _from_mapping(usage: Mapping[object, object], names: tuple[str, ...]) -> int | None:
    for name in names:
        value = usage.get(name)
        # JSON's `true` is an int for Python.
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
    return None


def _from_text(usage: str, names: tuple[str, ...]) -> int | None:
    # Whole names only: `cached_input_tokens` is another count.
    pattern = rf"(?<!\w)(?:{'|'.join(names)})['\"]?\s{{0,3}}[=:]\s{{0,3}}(\d{{1,9}})(?![\w.])"
    match = re.search(pattern, usage)
    return int(match[1]) if match else None


_Code = Annotated[str, Field(min_length=1)]


class _PublishedPart(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True, allow_inf_nan=False)


class _ProblemFields(_PublishedPart):
    task_id: Name
    test: _Code
    prompt: str | None = None
    starter_code: str | None = None
    entry_point: str | None = None
    canonical_solution: str | None = None
    difficulty: str | None = None
    meta: object = None


class _AnswerFields(_PublishedPart):
    task_id: Name
    response: RawText
    completion: RawText
    usage: object = None


class _ResultsAnswer(_AnswerFields):
    passed: bool
    result: str | None = None
    model: object = None


class _SplitAnswer(_AnswerFields):
    subset: str
    published_passed: bool
    published_result: str | None = None
    model_field: object = None


class _SplitProblem(_ProblemFields):
    subset: str


@dataclass(frozen=True, slots=True)
class FileLine:
    """A line of a file, for error messages."""

    path: Path
    line: int  #: from 1

    def error(self, field: str, problem: str, fix: str) -> BadInput:
        """Return the error for a problem in a field of this line."""
        return BadInput(self.path, f"line {self.line}" + (f": {field}" if field else ""), problem, fix)


@dataclass(frozen=True, slots=True)
class PublishedAnswer:
    """A model's published answer to one task, with upstream's verdict."""

    subset: str
    model: str
    completion: Completion
    published: PublishedVerdict


def read_results(file: ResultsFile) -> Iterator[tuple[FileLine, UpstreamProblem, PublishedAnswer]]:
    """Yield the problem and the model's answer from each line of a file in the authors' layout.

    Raises:
        BadInput: if the file or a line is not valid.
    """
    for number, record in read_records(file.path):
        where, place = FileLine(file.path, number), f"line {number}"
        fields = validate_record(_ProblemFields, record, file.path, place)
        answer = validate_record(_ResultsAnswer, record, file.path, place)
        published = PublishedVerdict(
            task_id=answer.task_id,
            passed=answer.passed,
            result=answer.result or "",
            graded=answer.completion,
        )
        completion = _completion(answer, file.model, answer.model)
        yield (
            where,
            _problem(where, file.subset, fields),
            PublishedAnswer(file.subset, file.model, completion, published),
        )


def read_problems(path: Path, subset: str) -> Iterator[tuple[FileLine, UpstreamProblem]]:
    """Yield every problem of a file of the authors' data, such as ``HumanEval.jsonl``.

    Raises:
        BadInput: if the file or a line is not valid.
    """
    for number, record in read_records(path):
        where = FileLine(path, number)
        yield where, _problem(where, subset, validate_record(_ProblemFields, record, path, f"line {number}"))


def read_split_problems(path: Path) -> Iterator[tuple[FileLine, UpstreamProblem]]:
    """Yield every problem of a file ``tasks_*.jsonl``.

    Raises:
        BadInput: if the file or a line is not valid, or a problem occurs twice.
    """
    lines: dict[tuple[str, str], int] = {}
    for number, record in read_records(path):
        where = FileLine(path, number)
        fields = validate_record(_SplitProblem, record, path, f"line {number}")
        key = (_subset(where, fields.subset), fields.task_id)
        if key in lines:
            problem = f"{quote_value(fields.task_id)} is already on line {lines[key]}"
            raise where.error("task_id", problem, "remove one of the two")
        lines[key] = number
        yield where, _problem(where, key[0], fields)


def read_split_answers(path: Path) -> Iterator[tuple[FileLine, PublishedAnswer]]:
    """Yield every answer of a file ``completions/MODEL.jsonl``.

    Raises:
        BadInput: if the file or a line is not valid.
    """
    model = check_model_name(path, bare_name(path))
    for number, record in read_records(path):
        where = FileLine(path, number)
        answer = validate_record(_SplitAnswer, record, path, f"line {number}")
        published = PublishedVerdict(
            task_id=answer.task_id,
            passed=answer.published_passed,
            result=answer.published_result or "",
            graded=answer.completion,
        )
        completion = _completion(answer, model, answer.model_field)
        yield where, PublishedAnswer(_subset(where, answer.subset), model, completion, published)


def _completion(answer: _AnswerFields, model: str, resolved: object) -> Completion:
    tokens_in, tokens_out = token_counts(answer.usage)
    # "None" is what Python writes for a model that was not recorded.
    if not isinstance(resolved, str) or re.fullmatch(r"(?!None$)[!-~]{1,200}", resolved) is None:
        resolved = None
    return Completion(
        task_id=answer.task_id,
        draw=0,
        text=answer.response,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        model=model,
        resolved_model=resolved,
    )


def _problem(where: FileLine, subset: str, fields: _ProblemFields) -> UpstreamProblem:
    # Without it the answer would run alone, and fail where upstream's did not.
    if subset == "humaneval" and not fields.prompt:
        problem = "this field is required: tasks of HumanEval-V run it in front of the answer"
        raise where.error("prompt", problem, "add it")
    level = fields.difficulty
    if level is None and isinstance(fields.meta, Mapping):
        difficulty = fields.meta.get("difficulty")
        level = difficulty if isinstance(difficulty, str) else None
    level = level.lower() if level else None
    if level is not None and level not in LEVELS:
        raise where.error(
            "difficulty", f"{quote_value(level)} is not a level", f"use one of {', '.join(LEVELS)}"
        )
    return UpstreamProblem(
        subset=subset,
        task_id=fields.task_id,
        test=fields.test,
        prompt=fields.prompt,
        starter_code=fields.starter_code,
        entry_point=fields.entry_point,
        canonical_solution=fields.canonical_solution,
        level=level,
    )


def _subset(where: FileLine, name: str) -> str:
    subset = subset_of(name)
    if subset is None:
        fix = "use one of HumanEval-V, Algorithm, MATH"
        raise where.error("subset", f"{quote_value(name)} is not a subset", fix)
    return subset
