"""The kinds of tables that can be downloaded: the columns of each, with their values.

A line of verdicts has a model, a task, and the number of samples with each status. Samples of a task are
exchangeable, so nothing that can be computed from single samples is lost, and a table with 20 samples per
task is not 20 times as long. With one sample per task, as in most tables, a line is a verdict.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from pathlib import Path
from typing import Any, TypeVar

from benchmark.analysis.catalog import ShownTrust
from benchmark.analysis.groups import applied_protocol, is_baseline, key_of, metric_name, score_of, unsent
from benchmark.analysis.ranks.ranking_report import RankedPlace
from benchmark.core.counts import Counts
from benchmark.core.verdict import POINTS_DECIMALS, Status
from benchmark.files.edge import Count
from benchmark.leaderboard.downloads.encodings import DownloadColumn as Column
from benchmark.leaderboard.downloads.encodings import TableKind
from benchmark.leaderboard.inputs.exposure import Seen, exposure
from benchmark.leaderboard.inputs.facts import row_submission
from benchmark.leaderboard.inputs.failures import FirstFailure
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.nights import NightPanel
from benchmark.results.row import Row, RowScore, RowSubmission
from benchmark.scoring.metrics import error_of, metric
from benchmark.submissions.schema import Submission

Value = TypeVar("Value")


def _at(path: str, kind: Any = str, about: str | None = None, *, name: str = "") -> Column[Any]:
    """Return a column of an attribute of lines, such as ``row.result.suite``; its last part is the name.

    The value is None if an object on the path is None.
    """
    parts = path.split(".")

    def value(line: object) -> object:
        for part in parts:
            line = None if line is None else getattr(line, part)
        return line

    return Column(name or parts[-1], kind, value, about)


def _question(path: str) -> tuple[Column[Any], ...]:
    """Return the columns that say what was asked, of the object at a path of attributes."""
    return (
        _at(f"{path}.suite", str, "id of the suite"),
        _at(f"{path}.dataset", str, "id of the data set"),
        _at(f"{path}.setting", str, "id of the setting: what models get of a task"),
        _at(f"{path}.protocol", str, "id of the protocol: tries, temperature and limit of tokens"),
    )


def _unsent(what: str) -> Column[Any]:
    """Return the column of parameters that were ``dropped`` or ``ignored``."""

    def value(line: Any) -> str:
        return " ".join(sorted(name for name, part in unsent(line.row).items() if part == what))

    return Column(what, str, value, f"parameters that were {what}, joined by spaces")


_EFFORT = "how much it thinks, or its budget; empty if the submission does not say"
#: What was asked of a row's model; lines with the same names down to the protocol were drawn alike.
_ROW_QUESTION = (
    *_question("row.result")[:-1],
    Column("protocol", str, lambda line: applied_protocol(line.row), "id of the protocol that was applied"),
    _at("row.result.protocol", str, "id of the protocol that was asked for", name="asked_protocol"),
    _at("row.result.submission.effort", str, _EFFORT),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowLine:
    """A row in a line of a table, and what other inputs say about it."""

    row: Row
    sources: Sources
    counts: Counts
    score: RowScore | None  #: the score of a line of scores; in other tables that which ranks
    newest: bool = False  #: whether the row is in its table
    withdrawn: str = ""  #: time of its withdrawal
    reason: str = ""  #: why it was withdrawn

    @property
    def stderr(self) -> float | None:
        """The standard error of the score, clustered by stem; None without verdicts."""
        if self.score is None or not self.counts.tasks:
            return None
        return error_of(self.counts.within(self.score.category), metric(self.score.metric))

    @property
    def known(self) -> Submission | None:
        """The submission as it is now."""
        return self.sources.submissions.get(self.row.result.submission.slug)

    @property
    def model(self) -> RowSubmission:
        """The facts about the model."""
        return row_submission(self.row, self.known)

    @property
    def place(self) -> RankedPlace | None:
        """The places that are possible; None if the row is not ranked."""
        places = self.sources.places.get(key_of(self.row))
        return None if places is None else places.place(self.row.slug)

    @property
    def seen(self) -> Seen:
        """How the publication of the tasks compares with the model's dates."""
        return "unknown" if is_baseline(self.row) else exposure(key_of(self.row), self.known).seen


_PROMPT = "empty when not recorded"
_SLUG = "name of the submission, as in addresses of pages"
_NAME = "display name of the model"
_BASELINE = "true for a line that checks the benchmark itself"
_PLACE = "place that is consistent with the comparison of all pairs"
_SOLVED = "share of tasks solved, 0 to 1"
_METRIC = "metric that ranks the table: pass@1, or points"
_SCORE = "value of the metric: a share from 0 to 1, or points from 1 to 10"
_STDERR = "standard error of the score, clustered by stem; null without verdicts, or for one stem"
_SECONDS = "median seconds per completion; null when not recorded"
_PATH = "path of its file below the folder of rows"
_WITHDRAWN = "time of its withdrawal, UTC; empty for a row that counts"
_SERIAL = "serial number of the judge; empty when not recorded"
_RESOLVED = "model ids that the server reported, joined by spaces"
_STEM = "problem that the task varies; tasks of one stem are not independent"
_VERDICT = "status of all samples, missing if none has a verdict, mixed if they differ"
_PASSED = "samples that passed; null, not 0, if no sample has a verdict"
_MISSING = "samples without a verdict, because something of ours failed"
_POINTS = "mean points of the samples, 1 to 10; null without points"
_KEPT_BACK = "empty if none is recorded or it is kept back"
_TASKS_DIGEST = "digest of the task set; lines with different ones are not comparable"
_TRUST = "unattested if no valid signature proves how the row was made"
_SEEN = "how the publication of the tasks compares with the model's dates; not a finding"


PLACES = TableKind[RowLine](
    schema="download-table",
    about="The lines of a table, best score first, or of all tables of a suite.",
    line="PlaceRecord",
    about_line="A model's line in a table: its newest row with the conditions of the table.",
    columns=(
        *_ROW_QUESTION,
        _unsent("dropped"),
        _unsent("ignored"),
        _at("row.result.prompt.name", str, _PROMPT, name="prompt"),
        Column("prompt_digest", str, lambda line: line.row.result.prompt.digest or ""),
        _at("row.result.extraction"),
        _at("row.result.tasks.digest", str, _TASKS_DIGEST, name="tasks_digest"),
        _at("row.result.submission.slug", str, _SLUG),
        _at("row.result.submission.name", str, _NAME),
        _at("model.organisation"),
        _at("model.weights", str, "open, closed, or empty when not known"),
        _at("model.reasoning", bool | None),
        _at("known.parameters_b", float | None, "billions of parameters; null when not known"),
        Column("baseline", bool, lambda line: is_baseline(line.row), _BASELINE + "; it has no place"),
        Column("trust", ShownTrust, lambda line: line.sources.trust(line.row), _TRUST),
        _at("place.first", int | None, f"best {_PLACE}", name="place_first"),
        _at("place.last", int | None, f"worst {_PLACE}", name="place_last"),
        Column(
            "pass_1", float | None, lambda line: getattr(score_of(line.row, "pass@1"), "value", None), _SOLVED
        ),
        Column("metric", str, lambda line: metric_name(line.row), _METRIC),
        _at("score.value", float | None, _SCORE, name="score"),
        _at("score.low", float | None, "lower end of the 95 % interval of the score"),
        _at("score.high", float | None, "upper end of the 95 % interval of the score"),
        _at("stderr", float | None, _STDERR),
        _at("score.tasks", Count | None, "number of tasks in the score"),
        _at("score.samples", Count | None, "number of samples in the score"),
        _at("score.missing", Count | None, "samples without a verdict"),
        _at("score.worst", float | None, "the score if every missing sample had failed"),
        _at("score.best", float | None, "the score if every missing sample had passed"),
        _at("row.run.cost_usd", float | None, "dollars for all completions; null when not recorded"),
        _at("row.run.tokens_in", int | None, "tokens sent for all completions; null when not recorded"),
        _at("row.run.tokens_out", int | None, "tokens of all completions; null when not recorded"),
        Column("seconds", float | None, lambda line: line.sources.seconds.get(line.row.id), _SECONDS),
        _at("row.run.started", str, "time at which it was judged, UTC", name="judged"),
        _at("row.id", str, "id of the row", name="row"),
        _at("seen", Seen, _SEEN),
    ),
)

SCORES = TableKind[RowLine](
    schema="download-scores",
    about="All scores of a suite, oldest row first.",
    line="ScoreRecord",
    about_line="A score of a row that counts.",
    columns=(
        _at("row.id", str, "id of the row", name="row"),
        *_ROW_QUESTION,
        _at("row.result.prompt.name", name="prompt"),
        _at("row.result.submission.slug", str, _SLUG),
        _at("newest", bool, "whether the row is in its table; false if a newer row replaced it there"),
        Column("trust", ShownTrust, lambda line: line.sources.trust(line.row), _TRUST),
        _at("score.metric"),
        _at("score.category", str, "empty for all tasks"),
        _at("score.scale", str, "fraction, 0 to 1, or points, 1 to 10"),
        *(_at(f"score.{name}", float) for name in ("value", "low", "high")),
        _at("stderr", float | None, _STDERR),
        *(_at(f"score.{name}", Count) for name in ("tasks", "samples", "missing")),
        *(_at(f"score.{name}", float | None) for name in ("worst", "best")),
    ),
)

ROWS = TableKind[RowLine](
    schema="download-rows",
    about="All rows on record, oldest first.",
    line="RowLine",
    about_line="A row on record, withdrawn ones included.",
    columns=(
        _at("row.id", str, "id of the row", name="row"),
        Column("path", str, lambda line: line.row.path(Path()).as_posix(), _PATH),
        *_ROW_QUESTION,
        _unsent("dropped"),
        _unsent("ignored"),
        _at("row.result.prompt.name", name="prompt"),
        Column("prompt_digest", str, lambda line: line.row.result.prompt.digest or ""),
        _at("row.result.extraction"),
        _at("row.result.submission.slug", str, _SLUG),
        _at("row.result.submission.name", str, _NAME),
        _at("row.result.submission.organisation"),
        Column("trust", ShownTrust, lambda line: line.sources.trust(line.row), _TRUST),
        _at("newest", bool, "whether the row is in its table"),
        _at("withdrawn", str, _WITHDRAWN),
        _at("reason", str, "why it was withdrawn"),
        _at("row.result.tasks.count", Count, name="tasks"),
        _at("row.result.tasks.digest", str, name="tasks_digest"),
        _at("row.result.completions.count", Count, name="completions"),
        _at("row.result.completions.draws", Count, "samples per task", name="draws"),
        _at("row.result.completions.digest", str, name="completions_digest"),
        Column("passed", Count, lambda line: sum(line.counts.of({Status.PASSED})), "samples that passed"),
        Column("missing", Count, lambda line: sum(line.counts.missing), "samples without a verdict"),
        _at("row.result.versions.suite", int, name="suite_version"),
        _at("row.result.versions.judge", int, name="judge_version"),
        Column("judge_serial", str, lambda line: line.row.run.judge_serial or "", _SERIAL),
        _at("row.run.started", str, "time at which it was judged, UTC", name="judged"),
        _at("row.run.seconds", float, "wall time of judging"),
        _at("row.run.cpu_seconds", float, "CPU time of answers in the sandbox"),
        _at("row.run.commit", str, "commit of the code that judged; empty when not known"),
        _at("row.run.cost_usd", float | None),
        _at("row.run.tokens_in", int | None),
        _at("row.run.tokens_out", int | None),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """What one night drew for one series, and the newest decision of that day about it."""

    panel: NightPanel
    outcome: str

    @property
    def share(self) -> float | None:
        """Passed of the judged tasks; None without a verdict."""
        judged = len(self.panel.tasks) - self.panel.missing
        return round(self.panel.passed / judged, 6) if judged else None


NIGHTS = TableKind[NightLine](
    schema="download-nights",
    about="What all nights drew, oldest first.",
    line="NightRecord",
    about_line="What one night drew for one series.",
    columns=(
        _at("panel.night", str, "UTC date on which the night's plan was made", name="date"),
        _at("panel.series.slug", str, _SLUG),
        *_question("panel.series"),
        _at("panel.series.effort", str, _EFFORT),
        _at("panel.series.prompt", str, _PROMPT),
        _at("panel.provider"),
        _at("panel.model", str, "requested model id"),
        Column("resolved_models", str, lambda line: " ".join(line.panel.resolved), _RESOLVED),
        _at("panel.stage", Count),
        _at("panel.basis", str, "digest of all that was asked; only nights with the same one are compared"),
        _at("panel.suite_version", int),
        _at("panel.judge_version", int),
        Column("tasks", Count, lambda line: len(line.panel.outcomes)),
        _at("panel.passed", Count, "tasks whose first draw passed"),
        _at("panel.missing", Count, "tasks whose first draw has no verdict"),
        _at("share", float | None, "passed of the judged tasks, 0 to 1; null without a verdict"),
        _at("outcome", str, "of the newest decision of this day about the series; empty without one"),
        _at("panel.id", str, "id of the panel", name="panel"),
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowVerdicts:
    """The verdicts of a row by task, in the order in which the tasks are listed."""

    row: Row
    counts: Counts
    order: Sequence[int]  #: places of the tasks in the counts
    failures: Sequence[FirstFailure]  #: the first failed sample of each task

    def pick(self, column: Sequence[Value]) -> list[Value]:
        """Return a column of the counts in the order of the tasks."""
        return [column[place] for place in self.order]

    def status(self, status: Status) -> list[int]:
        """Return the number of samples with a status, per task."""
        return self.pick(self.counts.statuses.get(status, (0,) * len(self.order)))


def _verdicts(line: RowVerdicts) -> list[str]:
    """Return the verdict of each task: the status of all its samples, or that they differ."""
    judged, missing = line.pick(line.counts.judged), line.pick(line.counts.missing)
    found = ["missing"] * len(judged)
    for status in line.counts.statuses:
        for place, number in enumerate(line.status(status)):
            if number:
                alone = number == judged[place] and not missing[place]
                found[place] = status.value if alone else "mixed"
    return found


def _samples(line: RowVerdicts) -> list[int]:
    return list(map(add, line.pick(line.counts.judged), line.pick(line.counts.missing)))


def _passed(line: RowVerdicts) -> list[int | None]:
    judged = line.pick(line.counts.judged)
    return [number if of else None for number, of in zip(line.status(Status.PASSED), judged, strict=True)]


def _mean_points(line: RowVerdicts) -> list[float | None]:
    if not line.counts.graded:
        return [None] * len(line.order)
    points, graded = line.pick(line.counts.points), line.pick(line.counts.graded)
    return [
        round(of / number, POINTS_DECIMALS) if number else None
        for of, number in zip(points, graded, strict=True)
    ]


def _failure(name: str, about: str) -> Column[RowVerdicts]:
    return Column(name, str, lambda line: [getattr(failure, name) for failure in line.failures], about)


#: What samples with a status did; a status without a text has no column, and a test asks for it.
STATUS_TEXTS = {
    Status.WRONG_ANSWER: "with another result than the expected one",
    Status.RUNTIME_ERROR: "whose program raised an exception or crashed",
    Status.SYNTAX_ERROR: "whose code Python cannot read",
    Status.NO_ANSWER: "without code to run",
    Status.NO_FIGURE: "that drew no figure",
    Status.UNSUPPORTED: "that need a language or library that the judge does not offer",
    Status.TIMEOUT: "that used more time than they may",
    Status.MEMORY_LIMIT: "that needed more memory than they may",
    Status.OUTPUT_LIMIT: "that wrote or returned more than they may",
    Status.FORBIDDEN: "that tried a system call that only an attack needs",
}

#: A column's value is a list with one value per task, or one value for all tasks.
VERDICTS = TableKind[RowVerdicts](
    schema="download-verdicts",
    about="The verdicts of a table; published as CSV, gzipped, and as Parquet with these fields as metadata.",
    line="VerdictRecord",
    about_line="The verdicts on the samples of one model for one task.",
    columns=(
        _at("row.id", str, "id of the row", name="row"),
        *_ROW_QUESTION,
        _at("row.result.prompt.name", str, _PROMPT, name="prompt"),
        _at("row.result.submission.slug", str, _SLUG),
        _at("row.result.submission.name", str, _NAME),
        Column("baseline", bool, lambda line: is_baseline(line.row), _BASELINE),
        Column("task", str, lambda line: line.pick(line.counts.tasks), "id of the task"),
        Column("stem", str, lambda line: line.pick(line.counts.stems), _STEM),
        Column("samples", Count, _samples, "samples of the task, those without a verdict included"),
        Column("verdict", str, _verdicts, _VERDICT),
        Column("passed", Count | None, _passed, _PASSED),
        *(
            Column(status.value, Count, partial(RowVerdicts.status, status=status), f"samples {text}")
            for status, text in STATUS_TEXTS.items()
        ),
        Column("missing", Count, lambda line: line.pick(line.counts.missing), _MISSING),
        Column("points", float | None, _mean_points, _POINTS),
        _failure("error_type", f"type of error of the first failed sample; {_KEPT_BACK}"),
        _failure("exception", f"class of the exception of that sample; {_KEPT_BACK}"),
        _failure(
            "check", "first failed check of that sample, shortened; empty if the tasks may not be shown"
        ),
    ),
)
