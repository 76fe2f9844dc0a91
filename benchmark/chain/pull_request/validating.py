"""The check of a pull request: from two commits to a report, with nothing of the pull request checked out.

Trees are read as data, files are written to a fresh folder only when their names, kinds and sizes are sound,
and the only thing of a stranger that runs is an answer, in the sandbox. The code, the policy and the owners
are those of the base branch. It is advice: the row is made after the merge, from what was merged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmark.chain.jobs.stopwatch import Stopwatch
from benchmark.chain.jobs.time_limit import TimeIsUpError, at_most
from benchmark.chain.pull_request.checking import RunToJudge, SoundSubmissions, check, waiting
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions, bring
from benchmark.chain.pull_request.owners import check_author
from benchmark.chain.pull_request.preview import can_compare, preview, read_others
from benchmark.chain.pull_request.problems import as_problems, in_repository
from benchmark.chain.pull_request.pull_report import (
    NOTES_LIMIT,
    PREVIEWS_LIMIT,
    SLUGS_LIMIT,
    Preview,
    PullReport,
)
from benchmark.chain.pull_request.tree import CommitRange, fork_point
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.executor import Executor
from benchmark.pipeline.judge.evaluate import Progress
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
from benchmark.results.counted_row import CountedRow
from benchmark.results.git import Git
from benchmark.results.ledger import row_files
from benchmark.results.objects import commit_id


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """What is to be checked, and with what."""

    repository: Path  #: with both commits
    base: str
    head: str
    rules: PullRequestRules
    rows: Path | None = None  #: the ledger, to compare with
    cache: Path | None = None  #: of counted rows


@dataclass(slots=True, kw_only=True)
class ValidationResult:
    """What came of it."""

    report: PullReport
    errors: tuple[BadInput, ...] = ()  #: as the command line shows them
    failure: OurFailure | None = None
    verdicts: dict[str, bytes] = field(default_factory=dict)  #: files by name, gzipped JSON lines


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """With what it is judged."""

    executor: Callable[[], Executor]  #: called when something is to be judged
    watch: Stopwatch = field(default_factory=Stopwatch)
    progress: Progress | None = None  #: told after each shard
    seconds: float | None = None  #: after which nothing more is checked or judged; None for ever


def validate(asked: PullRequest, means: CheckOptions) -> ValidationResult:
    """Check a pull request.

    Args:
        asked: what is to be checked.
        means: with what it is judged; its watch counts the time.

    Raises:
        BadInput: when the commits or the author are none: then there is nothing to report on.
    """
    check_author(asked.rules.author)
    watch, git = means.watch, Git(asked.repository)
    with watch.stage("git"):
        base, head = commit_id(git, asked.base), commit_id(git, asked.head)
    report = PullReport(outcome="none", base=base, head=head)
    found = ValidationResult(report=report)
    with TemporaryDirectory(prefix="sightbench-pull-") as folder:
        root = Path(folder).resolve()
        try:
            with at_most(means.seconds):
                found = _looked_at(report, git, asked, means, root)
        except OurFailure as failure:
            found.report = report.model_copy(update={"outcome": "failed"})
            found.failure = failure
        except BadInput as error:
            found = _refused(report, in_repository(error, root))
        except TimeIsUpError:
            problem = f"was not checked within {_minutes(means)}"
            found = _refused(report, [BadInput("pull request", "", problem, "bring fewer and smaller files")])
    found.report = found.report.model_copy(update={"seconds": watch.seconds})
    return found


def _looked_at(
    report: PullReport, git: Git, asked: PullRequest, means: CheckOptions, root: Path
) -> ValidationResult:
    watch, base, head = means.watch, report.base, report.head
    with watch.stage("git"):
        ends = CommitRange(base=base, fork=fork_point(git, base, head), head=head)
        brought = bring(git, ends, asked.rules, recorded_slugs(asked.rows), root)
    if not brought.slugs:
        return ValidationResult(report=report)
    with watch.stage("check"):
        checked = check(root, brought, asked.rules)
    return _judged(_told(report, brought, checked), checked, asked, means)


def _refused(report: PullReport, errors: Sequence[BadInput]) -> ValidationResult:
    lines, more = as_problems(errors)
    refused = {"outcome": "refused", "problems": lines, "more_problems": more}
    return ValidationResult(report=report.model_copy(update=refused), errors=tuple(errors))


def _minutes(means: CheckOptions) -> str:
    return f"{(means.seconds or 0) / 60:.3g} minutes"


def recorded_slugs(rows: Path | None) -> frozenset[str]:
    """Slugs that have rows in a ledger."""
    return frozenset() if rows is None else frozenset(path.parent.name for path in row_files(rows))


def _told(report: PullReport, brought: TouchedSubmissions, checked: SoundSubmissions) -> PullReport:
    removed = [
        f"{slug} is removed; its rows stay" for slug in sorted(set(brought.slugs) - set(brought.there))
    ]
    notes = [*removed, *checked.notes]
    update = {
        "slugs": list(brought.slugs[:SLUGS_LIMIT]),
        "later": list(checked.later),
        "notes": notes[:NOTES_LIMIT],
    }
    return report.model_copy(update={"outcome": "judged", **update})


def _judged(
    report: PullReport, checked: SoundSubmissions, asked: PullRequest, means: CheckOptions
) -> ValidationResult:
    planned = checked.planned[:PREVIEWS_LIMIT]
    if not planned:
        return ValidationResult(report=report)
    with means.watch.stage("read rows"):
        others = read_others(asked.rows, asked.cache)
    executor = means.executor()
    previews: list[Preview] = []
    verdicts: dict[str, bytes] = {}
    later = list(report.later)
    try:
        for number, one in enumerate(planned):
            made, kept = _preview(one, others, executor, means)
            previews.append(made)
            verdicts[f"{one.submission.slug}.{number}.verdicts.jsonl.gz"] = kept
    except TimeIsUpError:
        why = f"it is judged after the merge: there was no time left of {_minutes(means)}"
        later += [waiting(one.submission, one.run, why) for one in planned[len(previews) :]]
    notes = list(report.notes)
    if len(checked.planned) > len(planned):
        notes.append(f"{len(checked.planned) - len(planned)} more runs are judged after the merge only")
    if not can_compare():
        notes.append("places are not shown: the extra `statistics` is not installed")
    return ValidationResult(
        report=report.model_copy(
            update={"previews": previews, "notes": notes[-NOTES_LIMIT:], "later": later}
        ),
        verdicts=verdicts,
    )


def _preview(
    one: RunToJudge, others: tuple[CountedRow, ...], executor: Executor, means: CheckOptions
) -> tuple[Preview, bytes]:
    with means.watch.stage("judge"):
        evaluation = judge_run(one.folder, one.run, executor=executor, progress=means.progress)
        row, files = make_row(
            evaluation,
            row_identity(one.folder, one.submission, one.run),
            run_descriptions(one.folder, one.run, evaluation),
        )
    with means.watch.stage("compare"):
        made = preview(row, one.run, others, evaluation.seconds)
    (kept,) = (data for name, data in files.items() if name.endswith(".verdicts.jsonl.gz"))
    return made, kept
