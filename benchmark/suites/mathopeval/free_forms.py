"""Other forms of the open tasks, which share samples, pictures, checks and ids with those of the files.

The free form has three:

- ``free``: pictures, original program, and a description or a hint without the numbers that pictures show;
- ``picture``: the pictures alone; an annotation also gets the names and values to write;
- ``words``: pictures, original program, and a text with all numbers, so that the pictures are not needed.

The file of ``open-free`` has whole tasks. What else the other forms need is in one line per task. Questions
about figures that are read by eye also have a form with the picture in words.
"""

from dataclasses import replace
from pathlib import Path
from typing import get_args

from benchmark.core.task import FIGURE_TOLERANCE, FigureCheck, FigureType, Picture, Task, Text
from benchmark.files.edge import Record, validate_record
from benchmark.files.pictures import split_prompt
from benchmark.files.strict_json import read_records
from benchmark.suites.mathopeval.names import FreeForm
from benchmark.suites.mathopeval.question_text import free_prompt
from benchmark.suites.mathopeval.shot_line import LETTERS

FREE_FORMS: tuple[FreeForm, ...] = get_args(FreeForm)
#: Type → tolerance of figures whose values are read from pictures, as a share of the axis; what is read; the
#: multiple of the tolerance by which this may be off, and of what.
_READINGS: dict[FigureType, tuple[float, str, float, str]] = {
    "geometric": (0.02, "places", 1, "of an axis"),
    "function": (0.02, "places", 1, "of an axis"),
    "bar": (0.05, "ends of bars", 0.25, "of the axis"),
    "line": (0.02, "points", 1, "of the axis"),
    "pie": (0.03, "shares and the start", 0.5, "of the whole circle"),
}
READ_TOLERANCE = {type_: reading[0] for type_, reading in _READINGS.items()}


class FreeTexts(Record):
    """What only other forms of a task show; a question has words alone."""

    id: str
    words: str  #: the description or the instruction with all numbers, or the picture in words
    shown: str = ""  #: what ``picture`` says about the figure; empty for nothing
    note: str = ""  #: the last paragraph of ``picture``


def reading_words(type_: FigureType) -> str:
    """Return the sentence that says how exactly a picture of a type must be read."""
    tolerance, what, factor, of = _READINGS[type_]
    return f"Read {what} from the picture; an error of {100 * tolerance * factor:g} % {of} is allowed."


def in_form(task: Task, form: FreeForm, texts: FreeTexts) -> Task:
    """Return a task of the form ``free`` in another form."""
    check = task.check
    if form == "free" or not isinstance(check, FigureCheck):
        return task
    pictures = [part for part in task.parts if isinstance(part, Picture)]
    part = check.operation == "generate" and bool(texts.shown)
    if form == "picture":
        prompt = free_prompt(check.operation, "", texts.shown, texts.note, part=part)
        # The prompt has no numbers, so guessing without the pictures passes nothing.
        check = replace(check, tolerance=READ_TOLERANCE[check.type], guess=0.0)
    else:
        prompt = free_prompt(check.operation, check.original, texts.words, part=part)
        # Only this text names colours; it has all numbers, so a model without the pictures can pass.
        check = replace(check, tolerance=FIGURE_TOLERANCE, colours=True, guess=1.0)
    parts = split_prompt(prompt, [picture.source for picture in pictures])
    folder = pictures[0].folder
    shown = tuple(replace(part, folder=folder) if isinstance(part, Picture) else part for part in parts)
    dataset = f"{task.dataset.rpartition('-')[0]}-{form}"
    return replace(task, dataset=dataset, parts=shown, check=check)


def in_words(task: Task, words: str) -> Task:
    """Return a question of ``choice`` with its picture in words before the options."""
    pictures = [part for part in task.parts if isinstance(part, Picture)]
    text = "".join(part.text for part in task.parts if isinstance(part, Text))
    question, first, options = text.partition(f"\n\n{LETTERS[0]}.")
    told = Text(text=f"{question}\n\nThe picture in words: {words}{first}{options}")
    return replace(task, dataset=task.dataset.replace("-choice", "-words-choice"), parts=(*pictures, told))


def read_texts(path: Path) -> dict[str, FreeTexts]:
    """Read what the other forms show, by the id of the task; ``BadInput`` if a line is not valid."""
    found = (validate_record(FreeTexts, line, path, f"line {number}") for number, line in read_records(path))
    return {texts.id: texts for texts in found}
