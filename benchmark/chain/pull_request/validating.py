"""Check a pull request and report on it, without checking it out.

Trees are read as data, and files are written to a fresh folder only after their names, kinds and sizes pass.
Answers run in the sandbox; nothing else from the pull request runs. The code, the policy and the owners are
those of the base branch. The result is advice: the row is made after the merge, from what was merged.
"""

import dataclasses
import re
import signal
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NamedTuple

from benchmark.analysis.wording import plural
from benchmark.chain.plan.policy import Policy, needs_gpu
from benchmark.chain.pull_request.checkout import PullRequest, extract_submissions
from benchmark.chain.pull_request.local_check import find_problems
from benchmark.chain.pull_request.pull_report import (
    LINE_CHARACTERS,
    NOTES_LIMIT,
    PREVIEWS_LIMIT,
    PROBLEMS_LIMIT,
    DeferredRun,
    Preview,
    PullReport,
    ReportProblem,
)
from benchmark.core.errors import (
    BadInput,
    ManyBadInputs,
    OurFailure,
    SightbenchError,
    printable_text,
    quote_value,
)
from benchmark.core.executor import Executor
from benchmark.core.lookalike import name_key
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.judge.evaluate import Progress
from benchmark.pipeline.record import make_row
from benchmark.pipeline.rows.submitted_answers import count_samples
from benchmark.pipeline.rows.submitted_run import (
    judge_run,
    referenced_answers,
    row_identity,
    run_descriptions,
)
from benchmark.pipeline.sources import fetched_source
from benchmark.results.counted_row import read_counted
from benchmark.results.git import Git, commit_id
from benchmark.scoring.installed import has_statistics
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.files import SUBMISSIONS, pull_problem
from benchmark.submissions.rules import BrokenRule, name_rules, names_of
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites.run_names import known_suites


class CheckedRun(NamedTuple):
    """A run of a submission without problems."""

    folder: Path  #: folder of the submission
    submission: Submission
    run: SubmissionRun

    def deferred(self, why: str) -> DeferredRun:
        """Return the report's entry if the run is not judged before the merge."""
        names = self.run.model_dump(include={"suite", "dataset", "setting", "protocol"})
        return DeferredRun(slug=self.submission.slug, why=why[:LINE_CHARACTERS], **names)


def check_submissions(
    folders: Iterable[Path], changed: Collection[str], pull: PullRequest
) -> tuple[list[CheckedRun], list[DeferredRun], list[str]]:
    """Check the submissions of a pull request, given their folders and all paths that it changes.

    Returns:
        The runs to judge before the merge; the others, each with the reason; and warnings.

    Raises:
        BadInput: with every problem of every submission.
    """
    known, problems, warnings = known_suites(), list[BadInput](), list[str]()
    to_judge, later = list[CheckedRun](), list[DeferredRun]()
    names = {name_key(slug): (slug, slug) for slug in pull.recorded}
    # These replace recorded slugs, which also cover removed submissions: a current name counts first.
    names |= names_of({slug: other.name for slug, other in pull.on_base.items()})

    def rules(submission: Submission) -> Iterable[BrokenRule]:
        maintained = pull.policy.is_maintainer(pull.author)
        return () if maintained else _author_problems(submission, pull, names)

    for folder in folders:
        try:
            submission, wrong, refused, many = find_problems(folder, known, pull.policy, rules)
        except BadInput as error:
            problems += error.problems
            continue
        problems += [*wrong, *refused]
        warnings += many
        # After a problem nothing is judged, so no file needs to be fetched or counted.
        for run in submission.runs if not problems else ():
            checked = CheckedRun(folder, submission, run)
            if why := _reason_to_defer(folder, run, changed, pull.policy):
                later.append(checked.deferred(why))
            else:
                to_judge.append(checked)
    if problems:
        raise ManyBadInputs(problems)
    return to_judge, later, warnings


def _author_problems(
    submission: Submission, pull: PullRequest, names: dict[str, tuple[str, str]]
) -> Iterator[BrokenRule]:
    """Yield changes of owners and names that only maintainers may make.

    An account agreed to own a submission if it opened the pull request that lists it, or if a maintainer
    added it. A new name must not look like another model's; ``names`` as :func:`name_rules` has them.
    """
    before = pull.on_base.get(submission.slug)
    agreed = {login.lower() for login in (pull.author, *(before.owners if before else ()))}
    listed = {login.lower() for login in submission.owners}
    if before is None and pull.author.lower() not in listed:
        problem = f"does not list {pull.author}, who opened this pull request"
        yield BrokenRule(("owners",), problem, f"add {pull.author}")
    elif others := sorted(listed - agreed):
        problem = f"lists {', '.join(others)}, who did not open this pull request"
        fix = f"remove {others[0]}; a maintainer adds an owner who agrees in a comment here"
        yield BrokenRule(("owners",), problem, fix)
    if before is not None and submission.name == before.name:
        return
    yield from name_rules(submission, names)


def _reason_to_defer(folder: Path, run: SubmissionRun, changed: Collection[str], policy: Policy) -> str:
    """Return why a run is not judged before the merge; empty if it is."""
    answering = [folder / FILE_NAME]
    if run.prediction_file is not None:
        predictions = folder / run.prediction_file
        answering += [predictions, manifest_path(predictions)]
    elif run.reference is None:
        gpu = next((policy.gpu_for(model) for model in run.configs.values() if needs_gpu(model)), None)
        online = "" if gpu is None else f", once a runner {gpu.name} is online"
        return f"CI generates its answers after the merge{online}"
    if not any(f"{SUBMISSIONS}/{path.relative_to(folder.parent)}" in changed for path in answering):
        return "this pull request does not change its files"
    try:
        source = fetched_source(run.suite, run.dataset, folder).within(run.setting)
    except BadInput as error:
        return f"the tasks of {run.suite} {run.dataset} are not available: {error.problem}"
    if run.reference is not None:
        try:
            samples = len(referenced_answers(run, run.reference, source))
        except OurFailure as failure:
            return f"its answers cannot be fetched now, and are fetched after the merge: {failure}"
    else:
        samples = count_samples(answering[1])
    if samples > (limit := policy.pull_requests.samples):
        return f"it has {plural(samples, 'sample')}; at most {limit:,} are judged before the merge"
    return ""


class TimeIsUpError(Exception):
    """Raised when the time limit is reached."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise :class:`TimeIsUpError` inside the block when the time is over.

    It uses SIGALRM, so it works in the main thread only, and interrupts whatever runs there.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TimeIsUpError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_LOGIN = re.compile(r"[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?")
_LINE = re.compile(r"line (\d{1,8})\b(?:, column \d+)?(?:: )?")  # a longer number stays text


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidationResult:
    """The result of checking a pull request."""

    report: PullReport
    error: SightbenchError | None  #: the problems of the pull request, or why the check itself failed
    verdicts: Mapping[str, bytes]  #: verdict files by name, gzipped JSON lines


def validate(
    pull: PullRequest,
    *,
    executor: Callable[[], Executor],
    seconds: float,
    progress: Progress | None = None,
) -> ValidationResult:
    """Check a pull request, and judge within ``seconds``; ``executor`` is called if a run is to be judged.

    Raises:
        BadInput: if a commit does not exist or the author is not a login: there is nothing to report on.
    """
    begun = time.monotonic()
    if not _LOGIN.fullmatch(pull.author):
        fix = "give a login such as octocat, without @"
        raise BadInput("--author", "", f"{quote_value(pull.author)} is not a GitHub login", fix)
    base, head = (commit_id(Git(pull.repository), commit) for commit in (pull.base, pull.head))
    pull = dataclasses.replace(pull, base=base, head=head)
    time_limit = f"{seconds / 60:.3g} minutes"
    fields: dict[str, object] = {}
    error: SightbenchError | None = None
    judged: list[tuple[Preview, bytes]] = []
    with TemporaryDirectory(prefix="sightbench-pull-") as folder:
        root = Path(folder).resolve()
        try:
            with at_most(seconds):
                fields, judged = _check_and_judge(pull, root, executor, progress, time_limit)
        except OurFailure as failure:
            fields, error = {"outcome": "failed"}, failure
        except BadInput as refused:
            found = [(each.file, each.place, each.problem, each.fix) for each in refused.problems]
            texts = ([text.replace(f"{root}/", "") for text in each] for each in found)  # not of our copy
            error = ManyBadInputs([BadInput(*each) for each in texts])
        except TimeIsUpError:
            problem = f"could not be checked within {time_limit}"
            error = pull_problem(problem, "submit fewer and smaller files")
    if isinstance(error, BadInput):
        lines = [report_problem(problem) for problem in error.problems]
        shown, more = lines[:PROBLEMS_LIMIT], len(lines[PROBLEMS_LIMIT:])
        fields = {"outcome": "refused", "problems": shown, "more_problems": more}
    fields |= {"base": base, "head": head, "seconds": round(time.monotonic() - begun, 3)}
    verdicts = {
        f"{preview.slug}.{number}.verdicts.jsonl.gz": data for number, (preview, data) in enumerate(judged)
    }
    return ValidationResult(report=PullReport.model_validate(fields), error=error, verdicts=verdicts)


def report_problem(problem: BadInput) -> ReportProblem:
    """Return the line of the report for a problem."""
    found = _LINE.match(problem.place)
    return ReportProblem(
        file=_shorten(problem.file),
        line=max(int(found[1]), 1) if found else None,
        field=_shorten(problem.place[found.end() :] if found else problem.place),
        problem=_shorten(problem.problem),
        fix=_shorten(problem.fix),
    )


def _shorten(text: str) -> str:
    line = printable_text(" ".join(text.split()))
    return line if len(line) <= LINE_CHARACTERS else line[: LINE_CHARACTERS - 1] + "…"


def _check_and_judge(
    pull: PullRequest,
    root: Path,
    executor: Callable[[], Executor],
    progress: Progress | None,
    time_limit: str,
) -> tuple[dict[str, object], list[tuple[Preview, bytes]]]:
    """Return fields of the report, and the preview and verdict file of each judged run."""
    touched, changed = extract_submissions(pull, root)
    if not touched:
        return {"outcome": "none"}, []
    folders = [root / SUBMISSIONS / slug for slug, present in touched.items() if present]
    to_judge, later, warnings = check_submissions(folders, changed, pull)
    notes = [f"{slug} is removed; its rows stay" for slug, present in touched.items() if not present]
    notes += [warning.replace(f"{root}/", "") for warning in warnings]
    runs = to_judge[:PREVIEWS_LIMIT]
    judged = _judge_runs(runs, pull, executor(), progress) if runs else []
    why = f"it is judged after the merge: the check ran out of its {time_limit}"
    later += [checked.deferred(why) for checked in runs[len(judged) :]]
    if len(to_judge) > len(runs):
        notes.append(f"{plural(len(to_judge) - len(runs), 'more run')} will be judged after the merge")
    if runs and not has_statistics():
        notes.append("places are not shown because the extra `statistics` is not installed")
    previews = [preview for preview, _ in judged]
    return {"outcome": "judged", "previews": previews, "later": later, "notes": notes[-NOTES_LIMIT:]}, judged


def _judge_runs(
    runs: Sequence[CheckedRun], pull: PullRequest, executor: Executor, progress: Progress | None
) -> list[tuple[Preview, bytes]]:
    """Return the previews and verdict files of those runs that can be judged in time."""
    # Here, because it loads statistics, and most pull requests have no submission.
    from benchmark.chain.pull_request.preview import make_preview

    try:
        others = read_counted(pull.rows, None) if pull.rows else ()
    except BadInput as error:
        fix = error.fix or "check out the branch of results again, and run `sightbench results check` on it"
        raise OurFailure(f"the rows to compare with cannot be read: {error}", fix) from None
    judged: list[tuple[Preview, bytes]] = []
    try:
        for folder, submission, run in runs:
            evaluation = judge_run(folder, run, executor=executor, progress=progress)
            identity = row_identity(folder, submission, run)
            row, files = make_row(evaluation, identity, run_descriptions(folder, run, evaluation))
            (verdicts,) = (data for name, data in files.items() if name.endswith(".verdicts.jsonl.gz"))
            judged.append((make_preview(row, run, others), verdicts))
    except TimeIsUpError:
        pass  # the other runs are judged after the merge
    return judged
