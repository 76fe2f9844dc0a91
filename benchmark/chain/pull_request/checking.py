"""Check the submissions of a pull request against the schema and the policy, and choose the runs to judge."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmark.analysis.wording import plural
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import needs_gpu, policy_violations
from benchmark.chain.pull_request.checkout import PullRequestRules, TouchedSubmissions
from benchmark.chain.pull_request.pull_report import DeferredRun
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure
from benchmark.files.predictions import read_predictions
from benchmark.files.references import ReferencedAnswers
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import field_path
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.generation_record import read_generation_record
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.pipeline.rows.submitted_run import referenced_answers
from benchmark.pipeline.sources import TaskSource, fetched_source
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import Submission, SubmissionRun

_REASON_LIMIT = 300  #: maximum characters of the reason why a run is not judged


@dataclass(frozen=True, slots=True, kw_only=True)
class RunToJudge:
    """A run that is judged before the merge."""

    folder: Path  #: folder of the submission
    submission: Submission
    run: SubmissionRun


@dataclass(slots=True, kw_only=True)
class SoundSubmissions:
    """The runs of submissions without problems: those to judge now, and the others."""

    to_judge: list[RunToJudge] = field(default_factory=list)  #: judged before the merge
    later: list[DeferredRun] = field(default_factory=list)  #: not judged in this check, with the reason
    notes: list[str] = field(default_factory=list)  #: remarks for the report


def check_submissions(root: Path, touched: TouchedSubmissions, rules: PullRequestRules) -> SoundSubmissions:
    """Check every submission that a pull request leaves below ``root``.

    Args:
        root: the folder that :func:`benchmark.chain.pull_request.checkout.extract_submissions` filled.
        touched: what that function returned.
        rules: the rules that the submissions must follow.

    Raises:
        BadInput: with every problem of every submission.
    """
    found, problems = SoundSubmissions(), list[BadInput]()
    for slug in touched.present:
        folder = root / SUBMISSIONS / slug
        try:
            submission = _read(folder, rules.known)
        except BadInput as error:
            problems += error.problems
            continue
        problems += _permission_problems(folder / FILE_NAME, submission, touched, rules)
        if not problems:
            _sort_runs(folder, submission, touched, rules, found)
    if problems:
        raise ManyBadInputs(problems)
    return found


def _read(folder: Path, known: Mapping[str, SuiteNames]) -> Submission:
    if not (folder / FILE_NAME).is_file():
        fix = "add it; to remove a submission, delete its whole folder"
        raise BadInput(folder / FILE_NAME, "", "is missing", fix)
    return read_submission(folder, known)


def _permission_problems(
    file: Path, submission: Submission, touched: TouchedSubmissions, rules: PullRequestRules
) -> Iterator[BadInput]:
    """Yield what the policy forbids, and changes of owners that only maintainers may make.

    An account owns a submission only if it agreed: it opened the pull request that lists it, or a maintainer
    added it.
    """
    document, author = read_yaml(file, SIZE_LIMIT), rules.author
    before = touched.base.get(submission.slug)
    listed = {login.lower() for login in submission.owners}
    if not rules.policy.is_maintainer(author):
        place = f"line {document.line_of(('owners',))}: owners"
        if before is None and author.lower() not in listed:
            problem = f"does not list {author}, who opened this pull request"
            yield BadInput(file, place, problem, f"add {author}")
        elif others := sorted(
            listed - {author.lower(), *(login.lower() for login in (before.owners if before else ()))}
        ):
            problem = f"lists {', '.join(others)}, who did not open this pull request"
            fix = f"remove {others[0]}; a maintainer adds an owner who agrees in a comment here"
            yield BadInput(file, place, problem, fix)
    for index, run in enumerate(submission.runs):
        for broken in policy_violations(rules.policy, run):
            loc = ("runs", index, *broken.loc)
            place = f"line {document.line_of(loc)}: {field_path(loc)}"
            yield BadInput(file, place, broken.problem, broken.fix)


def _sort_runs(
    folder: Path,
    submission: Submission,
    touched: TouchedSubmissions,
    rules: PullRequestRules,
    found: SoundSubmissions,
) -> None:
    """Sort the runs into those to judge now and the others, which get a reason."""
    changed = {path for path in touched.changed if path.startswith(f"{SUBMISSIONS}/{submission.slug}/")}
    for run in submission.runs:
        why = _reason_to_defer(folder, run, changed, rules)
        if not why:
            found.to_judge.append(RunToJudge(folder=folder, submission=submission, run=run))
            continue
        found.later.append(deferred_run(submission, run, why))


def deferred_run(submission: Submission, run: SubmissionRun, why: str) -> DeferredRun:
    """Return the report's entry for a run that is not judged before the merge."""
    return DeferredRun(
        slug=submission.slug,
        suite=run.suite,
        dataset=run.dataset,
        setting=run.setting,
        protocol=run.protocol,
        why=why,
    )


def _reason_to_defer(folder: Path, run: SubmissionRun, changed: set[str], rules: PullRequestRules) -> str:
    if run.reference is None and run.prediction_file is None:
        served = next((model for model in run.configs.values() if needs_gpu(model)), None)
        gpu = None if served is None else rules.policy.gpu_for(served)
        where = "" if gpu is None else f", once a runner {gpu.name} is online"
        return f"CI generates its answers after the merge{where}"
    prefix = f"{SUBMISSIONS}/{folder.name}/"
    answering = {prefix + FILE_NAME}
    if run.prediction_file is not None:
        predictions = prefix + run.prediction_file
        answering |= {predictions, str(manifest_path(Path(predictions)))}
    if not answering & changed:
        return "this pull request does not change its files"
    try:
        source = fetched_source(run.suite, run.dataset, folder)
    except BadInput as error:
        reason = f"the tasks of {run.suite} {run.dataset} are not available: {error.problem}"
        return reason[:_REASON_LIMIT]
    if run.reference is not None:
        return _reason_to_fetch_later(run, run.reference, source, rules)
    path = folder / str(run.prediction_file)
    excused = read_generation_record(path).excused
    completions = read_predictions(path, excused)
    samples = len(completions)
    absent = len(excused - {completion.key for completion in completions})
    if absent > MISSING_LIMIT * (samples + absent):
        total = samples + absent
        problem = f"lists {plural(absent, 'missing sample')} of {total:,}; the limit is {MISSING_LIMIT:.0%}"
        fix = "generate the missing samples and submit the complete file"
        raise BadInput(manifest_path(path), "missing", problem, fix)
    return _too_many(samples, rules)


def _reason_to_fetch_later(
    run: SubmissionRun, reference: ReferencedAnswers, source: TaskSource, rules: PullRequestRules
) -> str:
    """Fetch referenced answers and check them; return why they are not judged before the merge, if so."""
    try:
        completions = referenced_answers(run, reference, source)
    except OurFailure as failure:
        return f"its answers cannot be fetched now, and are fetched after the merge: {failure}"[
            :_REASON_LIMIT
        ]
    return _too_many(len(completions), rules)


def _too_many(samples: int, rules: PullRequestRules) -> str:
    limit = rules.policy.pull_requests.samples
    if samples > limit:
        return f"it has {plural(samples, 'sample')}; at most {limit:,} are judged before the merge"
    return ""
