"""The sheets that people fill in, the key that records the sample behind each line, and what people wrote."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import Field

from benchmark.core.errors import BadInput, ManyBadInputs, printable_text, quote_value
from benchmark.core.task import ChoiceCheck, Picture, Task, Text
from benchmark.core.verdict import ErrorType, Status
from benchmark.files import bounded, strict_json
from benchmark.files.atomic import write_atomic
from benchmark.files.csv_table import read_csv, write_csv
from benchmark.files.edge import Record, validate_record
from benchmark.review.draw import Drawn, PopulationMember, Stratum
from benchmark.review.points import GRADES

#: The question for people: is the answer right; how good is it (1 to 10); what kind of error does it have.
ReviewQuestion = Literal["verdicts", "points", "errors"]
#: What people write into the sheet, for each question.
QUESTIONS: Mapping[ReviewQuestion, str] = {
    "verdicts": "right or wrong",
    "points": "a whole number from 1 to 10",
    "errors": "the kind of error, in a word or two",
}


class KeySample(Record):
    """The sample behind one line of the sheet."""

    sample: str = Field(description="name of the sample in the sheet")
    model: str
    task_id: str
    draw: Annotated[int, Field(ge=0)]
    stem: str = Field(description="stem of the task; the task's id if the tasks were not given")
    stratum: str
    status: Annotated[Status, Field(strict=False)]
    points: float | None = Field(description="the judge's points; null if it did not grade")
    error_type: ErrorType = Field(default="", description="the judge's error type; empty if there is none")


class ReviewKey(Record):
    """How a sample was drawn, and its content. People who label must not see it."""

    schema_: Literal["sightbench/review-sample/1"] = Field(
        default="sightbench/review-sample/1", alias="schema"
    )
    asked: ReviewQuestion
    kinds: list[str] = Field(description="kinds of errors to choose from; empty if any text is allowed")
    by: list[str]
    seed: int
    strata: list[Stratum]
    samples: list[KeySample]

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest label as numbers: points, or wrong and right."""
        return GRADES if self.asked == "points" else (0, 1)

    def judge_label(self, sample: KeySample) -> str:
        """Return the label that the judge gave to a sample; empty if it gave none."""
        match self.asked:
            case "verdicts":
                return "right" if sample.status is Status.PASSED else "wrong"
            case "points":
                return "" if sample.points is None else str(sample.points)
            case "errors":
                # People may choose among other kinds than the judge's, which cannot be compared then.
                return sample.error_type if sample.error_type in self.kinds else ""


def write_sample(
    sheet: Path,
    drawn: Drawn[PopulationMember],
    strata: Sequence[Stratum],
    asked: ReviewQuestion,
    *,
    by: Sequence[str],
    seed: int,
    kinds: Sequence[str] = (),
) -> Path:
    """Write the sheet, and its key next to it as ``NAME.key.json``; return the path of the key.

    The sheet does not show the model. It shows the judge's finding only if people name the kind of error. The
    other arguments are those of the draw, and the kinds to choose from.

    Raises:
        BadInput: if one of the files exists, because a sheet may already contain labels.
    """
    path = sheet.with_suffix(".key.json")
    for file in (sheet, path):
        _check_new(file, "labels")
    # Names of one length, so that a spreadsheet that sorts them keeps the order.
    width = len(str(len(drawn)))
    samples: list[KeySample] = []
    rows: list[dict[str, str | int]] = []
    for number, (member, stratum) in enumerate(drawn, 1):
        verdict, task = member.verdict, member.task
        sample = KeySample(
            sample=f"s{number:0{width}d}",
            model=member.model,
            task_id=verdict.task_id,
            draw=verdict.draw,
            stem=verdict.task_id if task is None else task.family,
            stratum=stratum,
            status=verdict.status,
            points=verdict.points,
            error_type=verdict.error_type,
        )
        samples.append(sample)
        rows.append(
            {
                "sample": sample.sample,
                "task": sample.task_id,
                "draw": sample.draw,
                "pictures": "" if task is None else _picture_files(task),
                "prompt": "" if task is None else _prompt_text(task),
                "status": sample.status.value,
                "points": "" if sample.points is None else f"{sample.points:g}",
                "detail": verdict.detail,
                "answer": member.answer or "",
            }
        )
    key = ReviewKey(
        asked=asked, kinds=list(kinds), by=list(by), seed=seed, strata=list(strata), samples=samples
    )
    judged = ("status", "points", "detail") if asked == "errors" else ()
    texts = [name for name in (*judged, "pictures", "prompt", "answer") if any(row[name] for row in rows)]
    # The key first: labels in a sheet without its key would be lost.
    write_atomic(path, (key.model_dump_json(by_alias=True, indent=1) + "\n").encode())
    write_csv(sheet, ["sample", "task", "draw", *texts, "label", "comment"], rows)
    return path


def write_task_sheet(path: Path, tasks: Sequence[Task]) -> None:
    """Write a sheet of tasks with a column for answers, without the right ones; never over a file."""
    _check_new(path, "answers")
    rows = [
        {"task": task.id, "pictures": _picture_files(task), "prompt": _prompt_text(task)} for task in tasks
    ]
    write_csv(path, ["task", "pictures", "prompt", "answer", "comment"], rows)


def read_key(path: Path) -> ReviewKey:
    """Read the key of a sample.

    Raises:
        BadInput: if the file is not a key, a sample is repeated, or a stratum is unknown.
    """
    key = validate_record(ReviewKey, strict_json.loads(bounded.read_bytes(path), path), path)
    names = [sample.sample for sample in key.samples]
    if len(set(names)) != len(names):
        raise BadInput(path, "samples", "a sample is repeated", "restore the original key")
    if unknown := {sample.stratum for sample in key.samples} - {stratum.name for stratum in key.strata}:
        problem = f"unknown stratum {quote_value(min(unknown))}"
        raise BadInput(path, "samples", problem, "restore the original key")
    return key


def _check_new(path: Path, content: str) -> None:
    if path.exists():
        problem = f"exists, and may contain {content}"
        raise BadInput(path, "", problem, "choose another name, or move the file")


def _picture_files(task: Task) -> str:
    """Return the files of a task's pictures, one per line; pictures inside the task file are left out."""
    return "\n".join(
        str(part.source if part.folder is None else part.folder / part.source)
        for part in task.parts
        if isinstance(part, Picture) and not part.source.startswith("data:")
    )


def _prompt_text(task: Task) -> str:
    """Return the text of a task, with marks for its pictures."""
    return "".join(
        part.text if isinstance(part, Text) else f"![image]({part.number}.png)" for part in task.parts
    )


Value = TypeVar("Value")

_RIGHT = {"right": "right", "yes": "right", "y": "right", "true": "right", "1": "right", "passed": "right"}
_WRONG = {"wrong": "wrong", "no": "wrong", "n": "wrong", "false": "wrong", "0": "wrong", "failed": "wrong"}
#: Names that no person may have, because the report uses them.
RESERVED = (JUDGE, AVERAGE) = ("the judge", "average of people")
_PROBLEMS_SHOWN = 20  #: maximum problems to report


def read_labels(paths: Sequence[Path], key: ReviewKey) -> dict[str, dict[str, str]]:
    """Read the labels of all people, from one sheet per person or sheets with a column ``person``.

    Raises:
        BadInput: if a sheet is not readable, a sample or label is unknown, or a person's sample is repeated.
    """
    known = {sample.sample for sample in key.samples}
    kinds = {_plain(kind): printable_text(kind) for kind in key.kinds}
    grades = {str(grade): str(grade) for grade in range(GRADES[0], GRADES[1] + 1)}
    choices = {"verdicts": _RIGHT | _WRONG, "points": grades, "errors": kinds}[key.asked]
    problem, fix = "is not a valid label", f"write {QUESTIONS[key.asked]}"
    if key.asked == "errors":
        problem, fix = "is not one of the kinds of errors", f"use one of {', '.join(key.kinds)}"

    def label(sample: str, text: str) -> str:
        if sample not in known:
            unknown = f"sample {quote_value(sample)} is not in the key"
            raise BadInput("", "", unknown, "give the key of this sheet")
        plain = _plain(text)
        if choices and plain not in choices:
            raise BadInput("", "", f"{quote_value(text)} {problem}", fix)
        return choices.get(plain, printable_text(plain))

    return _read_sheets(paths, "sample", "label", QUESTIONS[key.asked], label)


def read_letters(paths: Sequence[Path], tasks: Mapping[str, Task]) -> dict[str, dict[str, bool]]:
    """Read the letters of people, and return by person and task whether they are right.

    Raises:
        BadInput: if a file is not a sheet, a task is unknown, repeated or without options, or an answer is
            not the letter of an option.
    """

    def is_right(task: str, answer: str) -> bool:
        check = tasks[task].check if task in tasks else None
        if not isinstance(check, ChoiceCheck):
            problem = f"task {quote_value(task)} is not one of the given questions with options"
            raise BadInput("", "", problem, "give the tasks of this sheet")
        # A list, because "AB" and "" are in the text "ABCD".
        letters = [chr(ord("A") + number) for number in range(check.options)]
        if answer.upper() not in letters:
            problem = f"{quote_value(answer)} is not the letter of an option"
            raise BadInput("", "", problem, f"write one of {', '.join(letters)}")
        return answer.upper() == check.answer

    return _read_sheets(paths, "task", "answer", "letters", is_right)


def _read_sheets(
    paths: Sequence[Path], noun: str, column: str, expected: str, parse: Callable[[str, str], Value]
) -> dict[str, dict[str, Value]]:
    """Return what people wrote, by person and by sample or task; lines without a text are left out.

    A person is named by the column ``person``, or else by the file. ``parse`` gets the name of the sample or
    task and the text, and raises BadInput if one of them is not valid; the error lists the problems of all.
    """
    problems: list[BadInput] = []
    people: dict[str, dict[str, Value]] = {}
    a = f"{'an' if column == 'answer' else 'a'} {column}"
    for path in paths:
        table = read_csv(path)
        if missing := next((each for each in (noun, column) if each not in table.columns), None):
            raise BadInput(path, "", f"has no column {missing}", "keep all columns of the original sheet")
        for line, row in zip(table.lines, table.rows, strict=True):
            cells = {"person": path.stem, **dict(zip(table.columns, row, strict=True))}
            person, name = printable_text(cells["person"]), cells[noun]
            if not cells[column]:
                continue
            wrong: tuple[str, ...] = ()
            if person in RESERVED:
                wrong = (f"{quote_value(person)} cannot be the name of a person", "use another name")
            elif name in people.get(person, {}):
                wrong = (f"{noun} {quote_value(name)} already has {a}", "keep one of them")
            else:
                try:
                    people.setdefault(person, {})[name] = parse(name, cells[column])
                except BadInput as error:
                    wrong = (error.problem, error.fix)
            if wrong:
                problems.append(BadInput(path, f"line {line}", *wrong))
    if problems:
        raise ManyBadInputs(problems[:_PROBLEMS_SHOWN])
    if not people:
        fix = f"write {expected} into the column {column}"
        raise BadInput(", ".join(map(str, paths)), "", f"no line has {a}", fix)
    return people


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
