"""Rows as exports read them: with what may be shown of their tasks, answers and failed checks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmark.analysis.groups import is_baseline
from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion, SampleKey
from benchmark.core.suite import extraction_within
from benchmark.core.suite_facts import Licence
from benchmark.core.task import ChoiceCheck, Task
from benchmark.core.verdict import Outcome, Status, Verdict
from benchmark.files.tasks import join_prompt, tasks_digest
from benchmark.interchange.models import ExportedModel, exported_model
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.pipeline.rows.row_files import Fetch, completions_of, outcomes_of
from benchmark.pipeline.sources import from_suite
from benchmark.results.layout import is_row_name
from benchmark.results.ledger import ledger_of, read_row, withdrawn_ids
from benchmark.results.row import Row
from benchmark.suites import suite_of

_LOCATE = "name the repository with --assets OWNER/NAME, or export only the scores with --aggregate"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedSample:
    """A judged sample, with what may be shown of it."""

    verdict: Verdict  #: its ``detail`` is empty if the tasks may not be shown
    completion: Completion | None = None  #: None if the row has no answers, or they may not be shown
    task: Task | None = None  #: None if it is not here, or may not be shown
    code: str | None = None  #: what extraction took from the answer; None if that is unknown

    @property
    def prompt(self) -> str:
        """The text of the task, with marks in the places of its pictures; empty if it may not be shown."""
        return "" if self.task is None else join_prompt(self.task.parts)[0]

    @property
    def option(self) -> str:
        """The letter of the right option; empty if the task has no options, or may not be shown."""
        check = None if self.task is None else self.task.check
        return check.answer if isinstance(check, ChoiceCheck) else ""

    @property
    def passed(self) -> bool:
        """Whether the answer passed every check."""
        return self.verdict.status is Status.PASSED


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedRow:
    """A row, with what may be shown of its samples."""

    row: Row
    licence: Licence
    model: ExportedModel
    samples: tuple[ExportedSample, ...] = ()  #: empty if only the scores are exported
    withheld: str = ""  #: why the texts of tasks are not in the export; empty if they are

    @property
    def ranked(self) -> str:
        """The metric of single samples: points if checks gave some, else whether an answer passed."""
        return "points" if self.row.result.points else "pass@1"


def read_exported(
    paths: Iterable[Path], *, samples: bool, fetch: Fetch | None, model_id: str = ""
) -> Iterator[ExportedRow]:
    """Read rows, and the files next to them.

    Args:
        paths: files of rows, or folders with rows at any depth, of which withdrawn ones are left out.
        samples: whether to read samples, too; those of data sets that are kept back are never read.
        fetch: downloads files that are not next to their row; None for no download.
        model_id: id of the only model of the rows; empty for the ids that follow from the rows.

    Raises:
        BadInput: if a row or one of its files is not valid or missing, if a row was withdrawn, is a check of
            the benchmark instead of a model, or is of another model than the first, although it has an id.
    """
    slug = ""
    for path, row in _rows(paths):
        if is_baseline(row):
            problem = f"is of {row.result.submission.slug}, which checks the benchmark and is not a model"
            raise BadInput(path, "result.submission.slug", problem, "name rows of models")
        slug = slug or row.result.submission.slug
        if model_id and row.result.submission.slug != slug:
            problem = f"is given, but the rows are of {slug} and {row.result.submission.slug}"
            raise BadInput("--model-id", "", problem, "export the rows of one model at a time")
        model = exported_model(row, model_id)
        licence = licence_of(row.result.suite, row.result.dataset)
        if licence.kept_back or not samples:
            reason = licence.reason if licence.kept_back else ""
            yield ExportedRow(row=row, licence=licence, model=model, withheld=reason)
            continue
        tasks, withheld = _shown_tasks(row, licence)
        found = tuple(_samples(row, path, licence, tasks, fetch))
        yield ExportedRow(row=row, licence=licence, model=model, samples=found, withheld=withheld)


def _rows(paths: Iterable[Path]) -> Iterator[tuple[Path, Row]]:
    # Rows of one ledger share its retractions, which are read once.
    withdrawn = cache(withdrawn_ids)
    for path in paths:
        files = sorted(file for file in path.rglob("*.json") if _is_row(file))
        if path.is_dir() and not files:
            fix = "name a row, or a folder with <suite>/<dataset>/<slug>/<id>.json"
            raise BadInput(path, "", "contains no rows", fix)
        for file in files or [path]:
            row = read_row(file)
            ledger = ledger_of(file, row)
            if ledger is None or row.id not in withdrawn(ledger):
                yield file, row
            elif file == path:
                raise BadInput(path, "", "this row was withdrawn", "name a row that counts")


def _is_row(file: Path) -> bool:
    return is_row_name(file.name) and file.parent.name != "retractions"


def _samples(
    row: Row, path: Path, licence: Licence, tasks: Mapping[str, Task], fetch: Fetch | None
) -> Iterator[ExportedSample]:
    try:
        outcomes: Iterable[Outcome] = outcomes_of(row, path, fetch)
        answers = _answers(row, path, fetch)
    except BadInput as error:
        raise BadInput(error.file, error.place, error.problem, _LOCATE) from None
    known = {outcome.key: outcome for outcome in outcomes}
    # A row may be older than today's rules, and name one that is gone.
    rule = suite_of(row.result.suite).judged.extractions.get(row.result.extraction)
    extract = None if rule is None else extraction_within(rule, row.result.setting)
    for task_id, statuses in row.result.statuses.items():
        for draw, status in enumerate(statuses):
            if status == "missing":
                continue
            verdict = known.get((task_id, draw))
            points = row.result.points.get(task_id, ())
            if not isinstance(verdict, Verdict) or not licence.shows:
                verdict = Verdict(
                    task_id=task_id,
                    draw=draw,
                    status=Status(status),
                    # A class name tells nothing of the task, unlike the detail, which may quote its test.
                    exception=getattr(verdict, "exception", ""),
                    points=points[draw] if draw < len(points) else None,
                )
            completion, task = answers.get((task_id, draw)), tasks.get(task_id)
            code = None
            if completion is not None and task is not None and extract is not None:
                code = extract(task, completion.text).code
            yield ExportedSample(verdict=verdict, completion=completion, task=task, code=code)


def _answers(row: Row, path: Path, fetch: Fetch | None) -> Mapping[SampleKey, Completion]:
    """Return the answers that the row keeps; none if others publish them, who decide about copies."""
    if row.run.completions_file is None:
        return {}
    return {completion.key: completion for completion in completions_of(row, path, None, fetch)}


def _shown_tasks(row: Row, licence: Licence) -> tuple[Mapping[str, Task], str]:
    """Return the row's tasks if they are ours and may be shown; else why they are not in the export."""
    if not licence.shows:
        return {}, licence.reason
    if not licence.is_ours:
        return {}, f"The tasks are published elsewhere: {licence.source_link}"
    try:
        tasks = from_suite(row.result.suite, row.result.dataset).within(row.result.setting).tasks
    except BadInput:
        return {}, "The tasks are not on the machine that exported this."
    # Answers would otherwise stand next to texts that the model has not seen.
    if tasks_digest(tasks) != row.result.tasks.digest:
        return {}, "The row was judged on an earlier version of the tasks."
    return {task.id: task for task in tasks}, ""
