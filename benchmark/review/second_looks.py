"""Second looks: somebody who did not make a task looks at it once, with its answer at hand.

The family's own checks find what its author thought of. A second look finds what is covered, cut off, or not
as the text says.
"""

import html
import json
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.core.suite import FRONTIER
from benchmark.core.task import Picture, Task
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.edge import Record, validate_record
from benchmark.files.strict_json import dump_records, read_records
from benchmark.files.tasks import task_record
from benchmark.files.wording import refusal
from benchmark.review.trials import content_digest, write_sheets, write_task
from benchmark.suites import level_of, load_all

#: The last look at each task, one a line.
LOOKS = Path(__file__).parent / "second_looks.jsonl"
#: Answer → what is asked. Each is answered by yes or no.
QUESTIONS = {
    "shown": "Does the picture show everything that the answer needs?",
    "true": "Is every sentence of the text true of this picture?",
    "clear": "Is everything free: nothing covered by mistake, cut off, or too small to read?",
}
#: Fields of a task that a solver does not see.
_HIDDEN = ("level", "stem", "version", "unique_among", "description", "chart", "reference", "check")
#: Above the sheets, which show pictures larger than those to print.
_ABOVE = """<style>img{max-height:none}</style>
<p>Answer each question by yes or no in looks.jsonl, and write as note what is wrong.
"""
YesOrNo = Literal["yes", "no"]


class SecondLook(Record):
    """What somebody saw who looked at a task with its answer at hand."""

    suite: str
    dataset: str
    task_id: str
    content: str = Field(description="digest of what a solver sees and of the check")
    shown: YesOrNo = Field(description=QUESTIONS["shown"])
    true: YesOrNo = Field(description=QUESTIONS["true"])
    clear: YesOrNo = Field(description=QUESTIONS["clear"])
    note: str = Field(description="what is wrong, if an answer is no")

    @model_validator(mode="after")
    def _check_note(self) -> Self:
        if not self.is_right and not self.note.strip():
            raise refusal("note is empty, and an answer is no", "write what is wrong")
        return self

    @property
    def is_right(self) -> bool:
        """Whether all three answers are yes."""
        return (self.shown, self.true, self.clear) == ("yes",) * 3


def frontier_tasks() -> Iterator[Task]:
    """Yield our own tasks of levels 3 to 5 that have pictures.

    A task that several data sets word differently comes once, from the first of them.
    """
    for suite in load_all().values():
        found: dict[str, Task] = {}
        for dataset in suite.data.public:
            for task in suite.datasets[dataset]():
                if level_of(task) in FRONTIER and any(isinstance(part, Picture) for part in task.parts):
                    found.setdefault(task.id, task)
        yield from sorted(found.values(), key=lambda task: natural_key(task.id))


def read_looks(path: Path = LOOKS) -> dict[tuple[str, str, str], SecondLook]:
    """Return the stored looks by suite, data set and task; a file that does not exist has none.

    Raises:
        BadInput: if a line is not valid, or a second one is about the same task.
    """
    found: dict[tuple[str, str, str], SecondLook] = {}
    for line, record in read_records(path) if path.exists() else ():
        look = validate_record(SecondLook, record, path, f"line {line}")
        if (key := _key(look)) in found:
            problem = f"task {quote_value(look.task_id)} has a second line"
            raise BadInput(path, f"line {line}", problem, "keep the newer one")
        found[key] = look
    return found


def _key(look: SecondLook) -> tuple[str, str, str]:
    return look.suite, look.dataset, look.task_id


def unsettled(
    tasks: Iterable[Task], looks: Collection[SecondLook]
) -> Iterator[tuple[Task, SecondLook | None]]:
    """Yield tasks without a look at their present content (None), or with one that found a fault."""
    known = {(*_key(look), look.content): look for look in looks}
    for task in tasks:
        look = known.get((task.suite, task.dataset, task.id, content_digest(task)))
        if look is None or not look.is_right:
            yield task, look


def write_looks(out: Path, tasks: Collection[Task]) -> Path:
    """Write a folder per task with prompt, pictures at full size and answer, a page of all, and a form.

    Returns:
        The form, a JSON line per task with empty answers.

    Raises:
        BadInput: if the folder exists.
    """
    from benchmark.pipeline.generate.prompting import first_requests
    from benchmark.pipeline.sources import from_suite

    if out.exists():
        raise BadInput("--out", "", f"{out} exists", "name a new folder")
    make_folder(out)
    below = {}
    for suite, dataset in sorted({(task.suite, task.dataset) for task in tasks}):
        prompts = first_requests(from_suite(suite, dataset), "", "sightbench", "").prompts
        for task in tasks:
            if (task.suite, task.dataset) == (suite, dataset):
                folder = out / f"{suite}.{dataset}.{task.id}"
                write_task(folder, prompts.first(task.id, 0), task.starter_code)
                (folder / "answer.txt").write_text(answer := _answer(task), encoding="utf-8")
                below[folder.name] = f"<h2>Answer</h2><pre>{html.escape(answer)}</pre>"
    asked = "".join(f"<li>{name}: {words}" for name, words in QUESTIONS.items())
    write_sheets(out, below, f"{_ABOVE}<ol>{asked}</ol>")
    form = out / "looks.jsonl"
    write_atomic(form, dump_records(form, map(_blank, tasks)))
    return form


def _blank(task: Task) -> dict[str, object]:
    place = {"suite": task.suite, "dataset": task.dataset, "task_id": task.id}
    return {**place, "content": content_digest(task), **dict.fromkeys((*QUESTIONS, "note"), "")}


def _answer(task: Task) -> str:
    """Return what a solver does not see, such as the description, a right answer and the check."""
    found = []
    for name, value in task_record(task).items():
        if name in _HIDDEN:
            words = value if isinstance(value, str) else json.dumps(value, indent=1).replace("\\n", "\n")
            found.append(f"{name}:\n{words}")
    return "\n\n".join(found)


def add_looks(form: Path, path: Path = LOOKS) -> int:
    """Add the answered lines of a form, each in place of an earlier look at its task; return their number.

    Raises:
        BadInput: if an answered line is not valid, or is about another content than a task has now.
    """
    looks = read_looks(path)
    now = {(task.suite, task.dataset, task.id): content_digest(task) for task in frontier_tasks()}
    added = 0
    for line, record in read_records(form):
        if isinstance(record, dict) and not any(record.get(name) for name in QUESTIONS):
            continue  # nobody has looked yet
        look = validate_record(SecondLook, record, form, f"line {line}")
        if now.get(_key(look)) != look.content:
            problem = f"{quote_value(look.task_id)} has changed since, or is no task of levels 3 to 5"
            raise BadInput(form, f"line {line}", problem, "write new sheets, and look at the task again")
        looks[_key(look)] = look
        added += 1
    write_atomic(path, dump_records(path, (looks[key].model_dump() for key in sorted(looks))))
    return added
