"""The folder of drafted charts: NAME.mmd with the text and NAME.json with the record, for each task."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.authoring.drafts.record import (
    HOPELESS,
    INTERPRETER,
    ChartCheck,
    ChartDraft,
    ChartMarks,
    ChartStep,
    State,
)
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.order import natural_key
from benchmark.files.atomic import make_folder, write_atomic
from benchmark.files.bounded import MIB, read_bytes
from benchmark.files.edge import validate_record
from benchmark.files.strict_json import loads

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=@-]{0,149}")


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
            raise BadInput(
                path, "task", f"is {quote_value(draft.task)}", f"write {task!r}, or rename the file"
            )
        return draft

    def records(self) -> Iterator[ChartDraft]:
        """Yield all records, in order of their tasks.

        Raises:
            BadInput: if a record is not valid.
        """
        return map(self.record, self.names())

    def begin(self, task: str, text: str, check: ChartCheck, who: str, when: str) -> ChartDraft | None:
        """Record a model's chart; return None if the task has a record already."""
        path = self.chart_path(task)
        if path.with_suffix(".json").exists():
            return None
        step = ChartStep(state="drafted", who=who, when=when, chart=_digest(text))
        draft = ChartDraft(task=task, steps=[step], check=check)
        make_folder(self.path)
        write_atomic(path, text.encode())
        self._write(draft)
        return draft

    def is_edited(self, draft: ChartDraft) -> bool:
        """Whether a chart was edited since the last step of its record.

        Raises:
            BadInput: if its text cannot be read.
        """
        return _digest(self.text(draft.task)) != draft.steps[-1].chart

    def correct(self, task: str, text: str, check: ChartCheck, who: str, when: str) -> ChartDraft:
        """Record the text of a chart that was edited and checked; the chart itself is not written.

        Raises:
            BadInput: if the text is that of the newest step.
        """
        draft = self.record(task)
        if draft.steps[-1].chart == _digest(text):
            fix = f"edit {self.chart_path(task)} first"
            raise BadInput(self.chart_path(task), "", "is the recorded chart, so nothing was corrected", fix)
        return self._add(draft, "corrected", who, when, _digest(text), check)

    def accept(self, task: str, who: str, when: str, marks: ChartMarks | None) -> ChartDraft:
        """Accept the newest chart.

        Raises:
            BadInput: if it was edited since its last step, is accepted already, fails its tests, is outside
                the grammar, or is not proven and no person with marks accepts it.
        """
        draft, path = self.record(task), self.chart_path(task)
        last, check = draft.steps[-1], draft.check
        if self.is_edited(draft):
            fix = f"record it with `sightbench author flowchart correct {self.path} {task}`"
            raise BadInput(path, "", "was edited since its last step", fix)
        if last.state == "accepted":
            raise BadInput(path, "", f"was accepted by {last.who} already", "nothing is left to do")
        if check.finding in HOPELESS:
            problem = f"cannot be accepted: {check.finding} ({check.detail})"
            raise BadInput(path, "", problem, "correct the chart first")
        if check.finding != "proven" and (who == INTERPRETER or marks is None):
            problem = f"the interpreter cannot run it ({check.detail}), so a person must accept it"
            raise BadInput(
                path, "", problem, "name yourself with --by, and give --compliance and --logicality"
            )
        return self._add(draft, "accepted", who, when, last.chart, check, marks)

    def _add(  # noqa: PLR0917 - the fields of a step
        self,
        draft: ChartDraft,
        state: State,
        who: str,
        when: str,
        chart: str,
        check: ChartCheck,
        marks: ChartMarks | None = None,
    ) -> ChartDraft:
        step = ChartStep(state=state, who=who, when=when, chart=chart, marks=marks)
        changed = ChartDraft(task=draft.task, steps=[*draft.steps, step], check=check)
        self._write(changed)
        return changed

    def _write(self, draft: ChartDraft) -> None:
        path = self.chart_path(draft.task).with_suffix(".json")
        write_atomic(path, (draft.model_dump_json(indent=1, by_alias=True) + "\n").encode())


def _digest(text: str) -> str:
    return sha256_hex(text.encode())
