"""A record of MMCode becomes a task: text and pictures in order, categories, tests, limits and level.

What can be repaired is repaired by one of these rules, and reported:

- A marker without a picture is removed from the statement.
- A picture without a marker is put at the end of the statement.
- Tags that name no category are passed over.
- Tags that are not one per picture belong to the problem, not to pictures.
- A record with an invalid limit gets the limits of a record without limits.

Anything else is refused, and the problem is left out by name: tests that cannot judge an answer, an
unreadable picture, starter code that does not parse.
"""

import itertools
import re
from collections.abc import Callable, Sequence

from benchmark.core.task import Check, CompareRule, Limits, Part, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.datasets.official import OfficialTask, RefusedRowError, Row
from benchmark.datasets.pictures import PngPicture
from benchmark.extraction.body import starter_with_pass
from benchmark.extraction.source import Parser
from benchmark.suites.mmcode.call_based import call_check
from benchmark.suites.mmcode.categories import category_of, union
from benchmark.suites.mmcode.limits import RawLimit, python_limits, read_mebibytes, read_seconds

#: Words with which a statement says that numbers may differ a little.
_TOLERANT = re.compile(
    r"\b(?:absolute|relative)\b(?:\s*(?:and|or|/|,)\s*(?:absolute|relative)\b)?\s*errors?\b"
    r"|\berrors?\b.{0,80}?(?:10\s*\^?\s*\{?\s*[-−–]|\b1e-|\b0\.0+1\b)",
    re.IGNORECASE,
)


def check_of(tests: object, statement: str, starter_code: str) -> tuple[Check, str]:
    """Return the check for the tests of a record, and the entry point; it is empty for a program.

    Args:
        tests: an object with lists ``inputs`` and ``outputs`` of equal length; with ``fn_name`` the answer
            is a function or a class, else a program.
        statement: the text of the problem, which says how outputs are compared.
        starter_code: the code that the prompt shows.

    Raises:
        RefusedRowError: if the tests cannot judge an answer.
    """
    if not isinstance(tests, dict):
        raise RefusedRowError("it has no tests: input_output is not an object of JSON")
    inputs, outputs = tests.get("inputs"), tests.get("outputs")
    if not isinstance(inputs, list) or not isinstance(outputs, list):
        raise RefusedRowError("it has no tests: inputs or outputs is not a list")
    if len(inputs) != len(outputs):
        raise RefusedRowError(f"it has {len(inputs)} inputs, but {len(outputs)} outputs")
    if not inputs:
        raise RefusedRowError("it has no test")
    if name := tests.get("fn_name"):
        try:
            return call_check(str(name), inputs, outputs, starter_code)
        except ValueError as error:
            raise RefusedRowError(str(error)) from None
    cases = tuple(
        StdioCase(input=_text(given, f"input {number}"), output=_text(wanted, f"output {number}"))
        for number, (given, wanted) in enumerate(zip(inputs, outputs, strict=True), 1)
    )
    return StdioCheck(cases=cases, compare=compare_rule(statement)), ""


def compare_rule(statement: str) -> CompareRule:
    """Return how outputs are compared: numbers within 1e-6 if the statement speaks of an error, else tokens.

    A statement speaks of an error if it says *absolute error* or *relative error*, or *error* before a
    number such as ``10^{-6}``, ``1e-6`` or ``0.000001``.
    """
    return "floats" if _TOLERANT.search(statement) else "tokens"


def _text(value: object, place: str) -> str:
    """Return the input or output of a program: a text as it is, the lines of a list joined by line ends."""
    if isinstance(value, str):
        text = value
    elif isinstance(value, list):
        text = "\n".join(_line(line, place) for line in value)
    else:
        text = _line(value, place)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RefusedRowError(f"{place} has a lone surrogate") from None
    return text


def _line(value: object, place: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RefusedRowError(f"{place} is neither text nor a list of lines")
    try:
        return str(value)
    except ValueError:  # more than 4,300 digits
        raise RefusedRowError(f"{place} is a number of more than 4,300 digits, not text") from None


SUITE_ID = "mmcode"
#: The place of a picture in a statement. Only the order of markers counts, as for the authors.
MARKER = re.compile(r"!\[image\]\([^()\n]*\)")
#: Difficulty of a record → level; any other value has none.
LEVELS = {
    "EASY": "easy",
    "MEDIUM": "medium",
    "MEDIUM_HARD": "hard",
    "HARD": "hard",
    "VERY_HARD": "hard",
}
_DIGITS = 24  #: hex digits of a picture's digest in its file name
_ID_LENGTH = 200


def task_of_record(row: Row, where: str = "") -> OfficialTask:
    """Return the task of a record, with the bytes of its pictures by path, and what was repaired.

    Args:
        row: the values of ``COLUMNS`` in ``benchmark.suites.mmcode.official``.
        where: place of the record, which this function does not need.

    Raises:
        RefusedRowError: if the record cannot become a task.
    """
    del where
    problem_id = _checked_id(str(row["problem_id"]))
    statement, starter = _checked_text(row, "question"), _checked_text(row, "starter_code")
    check_starter(starter)
    pictures = row["images"]
    assert isinstance(pictures, tuple)  # noqa: S101 - columns of kind `pictures` are tuples
    for number, picture in enumerate(pictures, 1):
        if picture.problem:
            raise RefusedRowError(f"picture {number} {picture.problem}")
    repairs: list[str] = []
    kinds, others = _categories(row.get("image_tags"), len(pictures), repairs)
    # By its pixels, so that problems share a picture, however its file is compressed.
    sources = [f"pictures/{picture.pixels[:_DIGITS]}.png" for picture in pictures]
    parts = _interleaved(statement, sources, kinds, repairs)
    check, entry_point = check_of(row["input_output"], statement, starter)
    task = Task(
        id=problem_id,
        suite=SUITE_ID,
        parts=parts,
        starter_code=starter,
        entry_point=entry_point,
        categories=union([*kinds, others]),
        level=LEVELS.get(str(row.get("difficulty") or "").strip().upper().replace(" ", "_"), ""),
        check=check,
        limits=_limits(row, repairs),
    )
    return OfficialTask(task=task, pictures=_by_path(sources, pictures), repairs=tuple(repairs))


def _limits(row: Row, repairs: list[str]) -> Limits:
    seconds = _limit(read_seconds, row.get("time_limit"), repairs)
    return python_limits(seconds, _limit(read_mebibytes, row.get("memory_limit"), repairs))


def _limit(read: Callable[[RawLimit], float | None], value: object, repairs: list[str]) -> float | None:
    try:
        return read(value if isinstance(value, str | int | float) else None)
    except ValueError as error:
        repairs.append(f"{error}: it counts as not stated")
        return None


def _by_path(sources: Sequence[str], pictures: Sequence[PngPicture]) -> dict[str, bytes]:
    return {source: picture.data for source, picture in zip(sources, pictures, strict=True)}


def _checked_id(problem_id: str) -> str:
    if not problem_id.isprintable() or not 1 <= len(problem_id) <= _ID_LENGTH:
        raise RefusedRowError("problem_id is not a short printable text")
    return problem_id


def _checked_text(row: Row, name: str) -> str:
    text = str(row.get(name) or "")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RefusedRowError(f"{name} has a lone surrogate") from None
    return text


def _interleaved(
    statement: str, sources: Sequence[str], kinds: Sequence[tuple[str, ...]], repairs: list[str]
) -> tuple[Part, ...]:
    """Return the texts and pictures of a statement: the n-th marker stands for the n-th picture."""
    texts = MARKER.split(statement)
    markers = len(texts) - 1
    if markers > len(sources):
        repairs.append(f"{_count(markers - len(sources), 'marker')} without a picture removed")
        texts = [*texts[: len(sources)], "".join(texts[len(sources) :])]
    elif markers < len(sources):
        more = len(sources) - markers
        repairs.append(f"{_count(more, 'picture')} without a marker put at the end")
        texts = [*texts[:-1], f"{texts[-1].rstrip()}\n\n", *["\n\n"] * (more - 1), ""]
    if not sources:
        repairs.append("it has no picture")
    parts: list[Part] = []
    for number, text in enumerate(texts, 1):
        parts += [Text(text=text)] if text else []
        if number <= len(sources):
            parts.append(Picture(number=number, source=sources[number - 1], categories=kinds[number - 1]))
    return tuple(parts)


def _categories(
    tags: object, pictures: int, repairs: list[str]
) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Return the categories of each picture, and those of the problem that belong to no picture."""
    given = tags if isinstance(tags, list) else [] if tags in (None, "") else [tags]
    each = [_known(tag if isinstance(tag, list) else [tag], repairs) for tag in given]
    if len(each) == pictures:
        return each, ()
    if pictures == 1:
        return [union(each)], ()
    if each:
        repairs.append(f"{_count(len(each), 'tag')} for {_count(pictures, 'picture')}: kept for the problem")
    return [()] * pictures, union(each)


def _known(tags: Sequence[object], repairs: list[str]) -> tuple[str, ...]:
    found = []
    for tag in tags:
        category = category_of(tag) if isinstance(tag, str) else None
        if category is None:
            repairs.append(f"unknown tag {str(tag)[:40]!r} passed over")
        else:
            found.append(category)
    return union([found])


def check_starter(starter: str) -> None:
    """Check that starter code parses once each empty body has a ``pass``.

    Raises:
        RefusedRowError: if it does not.
    """
    parses = not starter.strip() or Parser().tree(starter) or starter_with_pass(starter)
    if not parses and Parser().tree(_with_bodies(starter)) is None:
        raise RefusedRowError("starter_code does not parse")


def _with_bodies(starter: str) -> str:
    """Put ``pass`` into every body that has no code, only comments or nothing."""
    lines = [line for line in starter.expandtabs(4).splitlines() if _code(line)]
    whole = []
    for line, following in itertools.zip_longest(lines, lines[1:], fillvalue=""):
        whole.append(line)
        if _code(line).endswith(":") and (not following or _depth(following) <= _depth(line)):
            whole.append(f"{' ' * _depth(line)}    pass")
    return "\n".join([*whole, ""])


def _code(line: str) -> str:
    """Return a line without white space around it; empty for a comment."""
    return "" if line.lstrip().startswith("#") else line.strip()


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
