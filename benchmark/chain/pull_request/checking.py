"""What the submissions of a pull request say: their own rules, the policy's, and what is judged now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.plan.policy import needs_gpu, not_lent
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions
from benchmark.chain.pull_request.owners import SUBMISSIONS
from benchmark.chain.pull_request.problems import each
from benchmark.chain.pull_request.pull_report import DeferredRun
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import field_path
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.generation_record import read_generation_record
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.pipeline.sources import from_suite
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import Submission, SubmissionRun

_LONGEST = 300  #: characters of a reason


@dataclass(frozen=True, slots=True, kw_only=True)
class RunToJudge:
    """A run that is judged now."""

    folder: Path
    submission: Submission
    run: SubmissionRun


@dataclass(slots=True, kw_only=True)
class SoundSubmissions:
    """Submissions that are sound."""

    planned: list[RunToJudge] = field(default_factory=list)
    later: list[DeferredRun] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def check(root: Path, brought: TouchedSubmissions, rules: PullRequestRules) -> SoundSubmissions:
    """Check the submissions below ``root``, all of them.

    Args:
        root: as :func:`benchmark.chain.pull_request.checkout.bring` has filled it.
        brought: what it said.
        rules: that they have to keep.

    Raises:
        BadInput: with every problem of every submission.
    """
    found, problems = SoundSubmissions(), list[BadInput]()
    for slug in brought.there:
        folder = root / SUBMISSIONS / slug
        try:
            submission = _read(folder, rules.known)
        except BadInput as error:
            problems += each(error)
            continue
        problems += _not_granted(folder / FILE_NAME, submission, brought, rules)
        if not problems:
            _plan(folder, submission, brought, rules, found)
    if problems:
        raise ManyBadInputs(problems)
    return found


def _read(folder: Path, known: Mapping[str, SuiteNames]) -> Submission:
    if not (folder / FILE_NAME).is_file():
        fix = "add it; to remove a submission, delete its whole folder"
        raise BadInput(folder / FILE_NAME, "", "is missing", fix)
    return read_submission(folder, known)


def _not_granted(
    file: Path, submission: Submission, brought: TouchedSubmissions, rules: PullRequestRules
) -> Iterator[BadInput]:
    """What the policy does not lend, and a new submission that does not belong to its author."""
    document, author = read_yaml(file, SIZE_LIMIT), rules.author
    if (
        submission.slug in brought.new
        and not rules.policy.is_maintainer(author)
        and author.lower() not in {login.lower() for login in submission.owners}
    ):
        place = f"line {document.line_of(('owners',))}: owners"
        yield BadInput(file, place, f"do not name {author}, who brings the submission", f"add {author}")
    for index, run in enumerate(submission.runs):
        for broken in not_lent(rules.policy, run):
            loc = ("runs", index, *broken.loc)
            place = f"line {document.line_of(loc)}: {field_path(loc)}"
            yield BadInput(file, place, broken.problem, broken.fix)


def _plan(
    folder: Path,
    submission: Submission,
    brought: TouchedSubmissions,
    rules: PullRequestRules,
    found: SoundSubmissions,
) -> None:
    """Sort the runs into those that are judged now and those that wait, each with the reason."""
    mine = {path for path in brought.changed if path.startswith(f"{SUBMISSIONS}/{submission.slug}/")}
    for run in submission.runs:
        why = _why_later(folder, run, mine, rules)
        if not why:
            found.planned.append(RunToJudge(folder=folder, submission=submission, run=run))
            continue
        found.later.append(waiting(submission, run, why))


def waiting(submission: Submission, run: SubmissionRun, why: str) -> DeferredRun:
    """A run that is not judged now."""
    return DeferredRun(
        slug=submission.slug,
        suite=run.suite,
        dataset=run.dataset,
        setting=run.setting,
        protocol=run.protocol,
        why=why,
    )


def _why_later(folder: Path, run: SubmissionRun, changed: set[str], rules: PullRequestRules) -> str:
    if not rules.known[run.suite].built:
        return f"this version cannot judge {run.suite} yet"
    if run.predictions is None:
        gpu = next((one for one in (run.model, run.coder) if one is not None and needs_gpu(one)), None)
        lent = None if gpu is None else rules.policy.gpu_for(gpu)
        where = "" if lent is None else f" on the runner {lent.name}, when one is there"
        return f"CI generates it after the merge{where}"
    prefix = f"{SUBMISSIONS}/{folder.name}/"
    predictions = prefix + run.predictions
    if not {prefix + FILE_NAME, predictions, str(manifest_path(Path(predictions)))} & changed:
        return "its files are not changed here"
    try:
        from_suite(run.suite, run.dataset, folder)
    except BadInput as error:
        return f"the tasks of {run.suite} {run.dataset} are not here: {error.problem}"[:_LONGEST]
    limit = rules.policy.pull_requests.samples
    path = folder / run.predictions
    excused = read_generation_record(path).excused
    completions = read_predictions(path, excused)
    samples = len(completions)
    absent = len(excused - {one.key for one in completions})
    if absent > MISSING_LIMIT * (samples + absent):
        problem = (
            f"{plural(absent, 'sample')} of {samples + absent:,} never came, more than {MISSING_LIMIT:.0%}"
        )
        raise BadInput(manifest_path(path), "missing", problem, "generate them too, then hand in all")
    if samples > limit:
        return f"{plural(samples, 'sample')} are judged after the merge only (more than {limit:,})"
    return ""
