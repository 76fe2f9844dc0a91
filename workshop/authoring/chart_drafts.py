"""Charts that a model drafts: the chart in its answer, what a check of it finds, and who has read it.

A folder of drafts has NAME.mmd with the text and NAME.json with the record of each task's chart.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure, printable_text, quote_value
from benchmark.core.executor import JudgesSamples
from benchmark.core.order import natural_key
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import Task, Text
from benchmark.core.verdict import MissingSample, Status
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.mermaid import parse_mermaid
from benchmark.files.strict_json import loads
from benchmark.results.branch_record import Moment
from benchmark.suites.template_prompt import TemplatePrompt
from workshop.flowchart.interpreter import chart_program

_PROMPT = TemplatePrompt("workshop.flowchart", "draft.j2", needs_description=True)
#: What begins a block, with its name, and what ends it, without one.
_FENCE = re.compile(r" {0,3}```[ \t]*(.*)")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=@-]{0,149}")
_SHOWN = 300  #: maximum characters of a reason

Mark = Annotated[int, Field(ge=1, le=5)]


class ChartMarks(Record):
    """What a person thinks of a chart, from 1 (bad) to 5 (good)."""

    compliance: Mark = Field(description="shapes, edges and labels are those of a flowchart")
    logicality: Mark = Field(description="the chart says what the program does, and all of it")


class ChartCheck(Record):
    """What the check of a chart found."""

    finding: Literal["proven", "fails", "not-interpreted", "outside-grammar"] = Field(
        description="proven: the interpreter's run passed all tests · fails: it did not pass them ·"
        " not-interpreted: the chart can be drawn, but the interpreter cannot run it · outside-grammar: the"
        " text is not a chart of the grammar"
    )
    detail: str = Field(default="", description="why, if the chart is not proven")


class ChartReading(Record):
    """A chart as the model drafted it, or as a person read and perhaps corrected it."""

    who: Name = Field(description="a model, or a person's login")
    when: Moment
    chart: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] = Field(description="SHA-256 of the Mermaid text")
    check: ChartCheck
    marks: ChartMarks | None = None


class ChartDraft(Record):
    """The record of one chart, in NAME.json next to NAME.mmd."""

    schema_: Literal["sightbench/flowchart-draft/1"] = Field(
        default="sightbench/flowchart-draft/1", alias="schema"
    )
    task: Name
    readings: Annotated[list[ChartReading], Field(min_length=1)] = Field(
        description="the model's draft, then each reading by a person"
    )

    @property
    def is_accepted(self) -> bool:
        """Whether the chart is proven, or cannot be run by the interpreter but has a person's marks."""
        last = self.readings[-1]
        return last.check.finding == "proven" or (
            last.check.finding == "not-interpreted" and last.marks is not None
        )

    def line(self) -> str:
        """Return a line: whether the chart is accepted, who read it last, and what its check found."""
        last = self.readings[-1]
        state = "accepted" if self.is_accepted else "open"
        marks = last.marks
        given = f", compliance {marks.compliance}, logicality {marks.logicality}" if marks else ""
        detail = f" ({last.check.detail})" if last.check.detail else ""
        return printable_text(f"{self.task}: {state}; {last.who}{given}; {last.check.finding}{detail}")


@dataclass(frozen=True, slots=True)
class DraftFolder:
    """Reads and writes drafted charts; every write is atomic."""

    path: Path

    def names(self) -> tuple[str, ...]:
        """The tasks that have a record, in natural order."""
        recorded = (path.stem for path in self.path.glob("*.mmd") if path.with_suffix(".json").exists())
        return tuple(sorted(recorded, key=natural_key))

    def chart_path(self, task: str) -> Path:
        """Return the path of a chart's text.

        Raises:
            BadInput: if the id of the task cannot be a file name.
        """
        if _NAME.fullmatch(task) is None:
            problem = f"{quote_value(task)} cannot be the name of a file"
            raise BadInput(
                "tasks", "id", problem, "use letters, digits and . _ + = @ -, beginning with a letter"
            )
        return self.path / f"{task}.mmd"

    def text(self, task: str) -> str:
        """Return the text of a chart, as it is now.

        Raises:
            BadInput: if the file does not exist or is not UTF-8.
        """
        path = self.chart_path(task)
        try:
            return read_bytes(path, 2 * MIB).decode("utf-8")
        except UnicodeDecodeError:
            raise BadInput(path, "", "is not UTF-8", "save it as UTF-8") from None

    def record(self, task: str) -> ChartDraft:
        """Return the record of a chart.

        Raises:
            BadInput: if the record does not exist or is not valid.
        """
        path = self.chart_path(task).with_suffix(".json")
        draft = validate_record(ChartDraft, loads(read_bytes(path, MIB), path), path)
        if draft.task != task:
            fix = f"write {task!r}, or rename the file"
            raise BadInput(path, "task", f"is {quote_value(draft.task)}", fix)
        return draft

    def is_edited(self, draft: ChartDraft) -> bool:
        """Whether a chart was edited since it was last read.

        Raises:
            BadInput: if its text cannot be read.
        """
        return _digest(self.text(draft.task)) != draft.readings[-1].chart

    def add(  # noqa: PLR0917 - the fields of a reading
        self,
        task: str,
        text: str,
        check: ChartCheck,
        who: str,
        when: str,
        marks: ChartMarks | None = None,
    ) -> ChartDraft:
        """Record who read a chart; the first is the model, whose chart is also written.

        Raises:
            BadInput: if the chart has a record that is not valid.
        """
        readings = []
        if self.chart_path(task).with_suffix(".json").exists():
            readings = self.record(task).readings
        else:
            make_folder(self.path)
            write_atomic(self.chart_path(task), text.encode())
        reading = ChartReading(who=who, when=when, chart=_digest(text), check=check, marks=marks)
        draft = ChartDraft(task=task, readings=[*readings, reading])
        data = (draft.model_dump_json(indent=1, by_alias=True) + "\n").encode()
        write_atomic(self.chart_path(task).with_suffix(".json"), data)
        return draft


def draft_prompt(tasks: Iterable[Task]) -> tuple[TemplatePrompt, tuple[Task, ...]]:
    """Return the prompt that asks for charts, and the tasks with their right programs as what it describes.

    Raises:
        BadInput: if a task has no text or no right program.
    """
    shown = []
    for task in tasks:
        words = "".join(part.text for part in task.parts if isinstance(part, Text))
        for name, value in (("prompt", words), ("reference", task.reference)):
            if not value.strip():
                problem = "is empty, but a draft is made from the problem and its right program"
                raise BadInput("tasks", f"{quote_value(task.id)}: {name}", problem, "add it to the task")
        shown.append(replace(task, description=task.reference))
    return _PROMPT, tuple(shown)


def chart_of_answer(text: str) -> str:
    """Return the chart in a model's answer: the last block marked ``mermaid``, else the last, else all.

    A block whose end is missing reaches to the end of the answer. Lone surrogates become question marks.
    """
    text = text.encode("utf-8", "replace").decode()
    blocks: list[tuple[str, list[str]]] = []
    inside = False
    # Line by line, because a regular expression over a whole answer may take hours.
    for line in text.split("\n"):
        fence = _FENCE.fullmatch(line.rstrip())
        if inside and (fence is None or fence[1]):
            blocks[-1][1].append(line)
        elif fence is not None:
            inside = not inside
            if inside:
                blocks.append((fence[1].lower(), []))
    named = [lines for name, lines in blocks if name.startswith("mermaid")]
    found = named or [lines for _, lines in blocks] or [text.split("\n")]
    return "\n".join(found[-1]).strip("\r\n") + "\n"


def check_charts(
    charts: Iterable[tuple[Task, str]],
    judge: JudgesSamples,
    checked: Callable[[Task, str, ChartCheck], object],
) -> None:
    """Read charts, and judge the programs that the interpreter makes of them on the tests of their tasks.

    Args:
        charts: each task with the text of its chart.
        judge: judges the programs.
        checked: called with the task, the text and the finding as soon as a chart is checked.

    Raises:
        OurFailure: if the program of a chart could not be judged; all others were.
    """
    failed: list[MissingSample] = []
    for task, text in charts:
        check = _check(task, text, judge)
        if isinstance(check, MissingSample):
            failed.append(check)
        else:
            checked(task, text, check)
    if failed:
        first = failed[0]
        problem = f"{len(failed)} of the charts could not be judged; that of {first.task_id}: {first.reason}"
        raise OurFailure(problem, "run the command again; if that does not help, look at the task's tests")


def _check(task: Task, text: str, judge: JudgesSamples) -> ChartCheck | MissingSample:
    try:
        parse_mermaid(text, task.id)
    except BadInput as error:
        return ChartCheck(finding="outside-grammar", detail=error.located[:_SHOWN])
    try:
        program = chart_program(text, task.entry_name, task.id)
    except BadInput as error:
        return ChartCheck(finding="not-interpreted", detail=error.located[:_SHOWN])
    outcome = judge.judge(Sample(task=task, draw=0, answer=Answer(code=program, program=program)))
    if isinstance(outcome, MissingSample):
        return outcome
    if outcome.status is Status.PASSED:
        return ChartCheck(finding="proven")
    return ChartCheck(finding="fails", detail=f"{outcome.status.value}: {outcome.detail}"[:_SHOWN])


def _digest(text: str) -> str:
    return sha256_hex(text.encode())
