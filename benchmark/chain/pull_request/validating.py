"""Check a pull request and report on it, without checking it out.

Trees are read as data, and files are written to a fresh folder only after their names, kinds and sizes pass.
Answers run in the sandbox; nothing else from the pull request runs. The code, the policy and the owners are
those of the base branch. The result is advice: the row is made after the merge, from what was merged.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmark.analysis.wording import plural
from benchmark.chain.jobs.stopwatch import Stopwatch
from benchmark.chain.jobs.time_limit import TimeIsUpError, at_most
from benchmark.chain.pull_request.checking import (
    RunToJudge,
    SoundSubmissions,
    check_submissions,
    deferred_run,
)
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions, extract_submissions
from benchmark.chain.pull_request.display_names import name_problems
from benchmark.chain.pull_request.owners import check_author
from benchmark.chain.pull_request.preview import make_preview, read_others
from benchmark.chain.pull_request.pull_report import (
    LINE_LIMIT,
    NOTES_LIMIT,
    PREVIEWS_LIMIT,
    PROBLEMS_LIMIT,
    Preview,
    PullReport,
    ReportProblem,
)
from benchmark.chain.pull_request.tree import CommitRange, fork_point
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, printable_text
from benchmark.core.executor import Executor
from benchmark.pipeline.judge.evaluate import Progress
from benchmark.pipeline.rows.record import make_row
from benchmark.pipeline.rows.submitted_run import judge_run, row_identity, run_descriptions
from benchmark.results.counted_row import CountedRow
from benchmark.results.git import Git, commit_id
from benchmark.results.ledger import row_files
from benchmark.scoring.installed import has_statistics

_LINE = re.compile(r"line (\d{1,9})(?:, column \d+)?(?:: )?")
_CHARACTERS_LIMIT = 500


def with_repository_paths(error: BadInput, root: Path) -> list[BadInput]:
    """Return the problems of an error with paths relative to ``root``, the copy of the repository."""
    prefix = f"{root}/"

    def relative(text: str) -> str:
        return text.replace(prefix, "")

    return [
        BadInput(*map(relative, (problem.file, problem.place, problem.problem, problem.fix)))
        for problem in error.problems
    ]


def report_problem(error: BadInput) -> ReportProblem:
    """Return the line of the report for a problem."""
    found = _LINE.match(error.place)
    if found and int(found[1]) > LINE_LIMIT:  # a file of line breaks; leave the number in the field
        found = None
    return ReportProblem(
        file=_shorten(error.file),
        line=max(int(found[1]), 1) if found else None,
        field=_shorten(error.place[found.end() :] if found else error.place),
        problem=_shorten(error.problem),
        fix=_shorten(error.fix),
    )


def report_problems(errors: Iterable[BadInput]) -> tuple[list[ReportProblem], int]:
    """Return the first lines of the report, and how many more problems there are."""
    found = [report_problem(error) for error in errors]
    return found[:PROBLEMS_LIMIT], max(len(found) - PROBLEMS_LIMIT, 0)


def _shorten(text: str) -> str:
    line = printable_text(" ".join(text.split())) if text else ""
    return line if len(line) <= _CHARACTERS_LIMIT else line[: _CHARACTERS_LIMIT - 1] + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """A pull request to check, and the rules and rows to check it against."""

    repository: Path  #: a clone that has both commits
    base: str  #: commit of the base branch
    head: str  #: last commit of the pull request
    rules: PullRequestRules
    rows: Path | None = None  #: folder of recorded rows, to compare with
    cache: Path | None = None  #: folder that caches the counts of rows


@dataclass(slots=True, kw_only=True)
class ValidationResult:
    """The result of checking a pull request."""

    report: PullReport
    errors: tuple[BadInput, ...] = ()  #: problems of the pull request, for the command line
    failure: OurFailure | None = None  #: why the check itself failed
    verdicts: dict[str, bytes] = field(default_factory=dict)  #: verdict files by name, gzipped JSON lines


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """The executor, stopwatch, progress display and time limit of a check."""

    executor: Callable[[], Executor]  #: makes the executor; called only if a run is to be judged
    watch: Stopwatch = field(default_factory=Stopwatch)
    progress: Progress | None = None  #: called after each shard
    seconds: float | None = None  #: time limit for checking and judging; None for no limit


def validate(pull: PullRequest, options: CheckOptions) -> ValidationResult:
    """Check a pull request.

    Args:
        pull: the pull request.
        options: how to judge it; the stopwatch measures the time of each stage.

    Raises:
        BadInput: if a commit does not exist or the author is not a login: there is nothing to report on.
    """
    check_author(pull.rules.author)
    watch, git = options.watch, Git(pull.repository)
    with watch.stage("git"):
        base, head = commit_id(git, pull.base), commit_id(git, pull.head)
    report = PullReport(outcome="none", base=base, head=head)
    found = ValidationResult(report=report)
    with TemporaryDirectory(prefix="sightbench-pull-") as folder:
        root = Path(folder).resolve()
        try:
            with at_most(options.seconds):
                found = _check_and_judge(report, git, pull, options, root)
        except OurFailure as failure:
            found.report = report.model_copy(update={"outcome": "failed"})
            found.failure = failure
        except BadInput as error:
            found = _refused_result(report, with_repository_paths(error, root))
        except TimeIsUpError:
            problem = f"could not be checked within {_time_limit(options)}"
            fix = "submit fewer and smaller files"
            found = _refused_result(report, [BadInput("pull request", "", problem, fix)])
    found.report = found.report.model_copy(update={"seconds": watch.seconds})
    return found


def _check_and_judge(
    report: PullReport, git: Git, pull: PullRequest, options: CheckOptions, root: Path
) -> ValidationResult:
    watch, base, head = options.watch, report.base, report.head
    with watch.stage("git"):
        commits = CommitRange(base=base, fork=fork_point(git, base, head), head=head)
        touched = extract_submissions(git, commits, pull.rules, recorded_slugs(pull.rows), root)
    if not touched.slugs:
        return ValidationResult(report=report)
    with watch.stage("check"):
        checked = check_submissions(root, touched, pull.rules)
        problems = [*name_problems(root, touched, pull.rules, recorded_slugs(pull.rows))]
        if problems:
            raise ManyBadInputs(problems)
    return _judge_runs(_checked_report(report, touched, checked), checked, pull, options)


def _refused_result(report: PullReport, errors: Sequence[BadInput]) -> ValidationResult:
    lines, more = report_problems(errors)
    refused = {"outcome": "refused", "problems": lines, "more_problems": more}
    return ValidationResult(report=report.model_copy(update=refused), errors=tuple(errors))


def _time_limit(options: CheckOptions) -> str:
    return f"{(options.seconds or 0) / 60:.3g} minutes"


def recorded_slugs(rows: Path | None) -> frozenset[str]:
    """Return the slugs that have recorded rows."""
    return frozenset() if rows is None else frozenset(path.parent.name for path in row_files(rows))


def _checked_report(report: PullReport, touched: TouchedSubmissions, checked: SoundSubmissions) -> PullReport:
    removed = sorted(set(touched.slugs) - set(touched.present))
    notes = [*(f"{slug} is removed; its rows stay" for slug in removed), *checked.notes]
    update = {"outcome": "judged", "later": list(checked.later), "notes": notes[:NOTES_LIMIT]}
    return report.model_copy(update=update)


def _judge_runs(
    report: PullReport, checked: SoundSubmissions, pull: PullRequest, options: CheckOptions
) -> ValidationResult:
    runs = checked.to_judge[:PREVIEWS_LIMIT]
    if not runs:
        return ValidationResult(report=report)
    with options.watch.stage("read rows"):
        others = read_others(pull.rows, pull.cache)
    executor = options.executor()
    previews: list[Preview] = []
    verdicts: dict[str, bytes] = {}
    later = list(report.later)
    try:
        for number, run in enumerate(runs):
            preview, verdict_file = _judge_run(run, others, executor, options)
            previews.append(preview)
            verdicts[f"{run.submission.slug}.{number}.verdicts.jsonl.gz"] = verdict_file
    except TimeIsUpError:
        why = f"it is judged after the merge: the check ran out of its {_time_limit(options)}"
        later += [deferred_run(run.submission, run.run, why) for run in runs[len(previews) :]]
    notes = list(report.notes)
    if len(checked.to_judge) > len(runs):
        notes.append(
            f"{plural(len(checked.to_judge) - len(runs), 'more run')} will be judged after the merge"
        )
    if not has_statistics():
        notes.append("places are not shown because the extra `statistics` is not installed")
    return ValidationResult(
        report=report.model_copy(
            update={"previews": previews, "notes": notes[-NOTES_LIMIT:], "later": later}
        ),
        verdicts=verdicts,
    )


def _judge_run(
    planned: RunToJudge, others: tuple[CountedRow, ...], executor: Executor, options: CheckOptions
) -> tuple[Preview, bytes]:
    folder, run = planned.folder, planned.run
    with options.watch.stage("judge"):
        evaluation = judge_run(folder, run, executor=executor, progress=options.progress)
        submission = row_identity(folder, planned.submission, run)
        row, files = make_row(evaluation, submission, run_descriptions(folder, run, evaluation))
    with options.watch.stage("compare"):
        preview = make_preview(row, run, others)
    (verdict_file,) = (data for name, data in files.items() if name.endswith(".verdicts.jsonl.gz"))
    return preview, verdict_file
