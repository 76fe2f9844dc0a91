"""Check the submissions of a pull request against the schema and the policy, and choose the runs to judge."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmark.analysis.catalog import BASELINES
from benchmark.analysis.wording import plural
from benchmark.chain.plan.ownership import SUBMISSIONS
from benchmark.chain.plan.policy import Policy, needs_gpu, policy_violations
from benchmark.chain.pull_request.checkout import TouchedSubmissions
from benchmark.chain.pull_request.owners import PullRequest
from benchmark.chain.pull_request.pull_report import LINE_CHARACTERS, DeferredRun
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure, quote_value
from benchmark.core.lookalike import mixed_script_word, name_key
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import field_path
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.generation_record import read_generation_record
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.pipeline.rows.submitted_run import referenced_answers
from benchmark.pipeline.sources import fetched_source
from benchmark.submissions.check import FILE_NAME, SIZE_LIMIT, read_submission
from benchmark.submissions.schema import Submission, SubmissionRun
from benchmark.suites.run_names import known_suites


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRun:
    """A run of a submission without problems."""

    folder: Path  #: folder of the submission
    submission: Submission
    run: SubmissionRun

    def deferred(self, why: str) -> DeferredRun:
        """Return the report's entry if the run is not judged before the merge."""
        names = self.run.model_dump(include={"suite", "dataset", "setting", "protocol"})
        return DeferredRun(slug=self.submission.slug, why=why[:LINE_CHARACTERS], **names)


def check_submissions(
    root: Path, touched: TouchedSubmissions, pull: PullRequest
) -> tuple[list[CheckedRun], list[DeferredRun]]:
    """Check every submission that a pull request leaves below ``root``.

    Args:
        root: the folder that :func:`benchmark.chain.pull_request.checkout.extract_submissions` filled.
        touched: what that function returned.
        pull: the pull request.

    Returns:
        The runs to judge before the merge, and the others, each with the reason.

    Raises:
        BadInput: with every problem of every submission.
    """
    known, problems = known_suites(), list[BadInput]()
    to_judge, later = list[CheckedRun](), list[DeferredRun]()
    names = {name_key(slug): slug for slug in (*BASELINES, *touched.recorded)}
    names |= {name_key(text): slug for slug, other in touched.base.items() for text in (slug, other.name)}
    for slug in touched.present:
        folder = root / SUBMISSIONS / slug
        file = folder / FILE_NAME
        if not file.is_file():
            fix = "add it; to remove a submission, delete its whole folder"
            problems.append(BadInput(file, "", "is missing", fix))
            continue
        try:
            submission = read_submission(folder, known)
        except BadInput as error:
            problems += error.problems
            continue
        problems += _problems(file, submission, touched, pull, names)
        for run in submission.runs if not problems else ():
            checked = CheckedRun(folder=folder, submission=submission, run=run)
            if why := _reason_to_defer(checked, touched, pull.policy):
                later.append(checked.deferred(why))
            else:
                to_judge.append(checked)
    if problems:
        raise ManyBadInputs(problems)
    return to_judge, later


def _problems(
    file: Path, submission: Submission, touched: TouchedSubmissions, pull: PullRequest, names: dict[str, str]
) -> Iterator[BadInput]:
    """Yield what the policy forbids, and changes of owners and names that only maintainers may make."""
    document = read_yaml(file, SIZE_LIMIT)
    if not pull.by_maintainer:
        for field, problem, fix in _author_problems(submission, touched, pull.author, names):
            yield BadInput(file, f"line {document.line_of((field,))}: {field}", problem, fix)
    for index, run in enumerate(submission.runs):
        for broken in policy_violations(pull.policy, run):
            loc = ("runs", index, *broken.loc)
            place = f"line {document.line_of(loc)}: {field_path(loc)}"
            yield BadInput(file, place, broken.problem, broken.fix)


def _author_problems(
    submission: Submission, touched: TouchedSubmissions, author: str, names: dict[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield field, problem and fix of changes of owners and names that only maintainers may make.

    An account agreed to own a submission if it opened the pull request that lists it, or if a maintainer
    added it. A new name must not look like another model's; ``names`` maps keys of names to slugs.
    """
    slug, name, before = submission.slug, submission.name, touched.base.get(submission.slug)
    agreed = {login.lower() for login in (author, *(before.owners if before else ()))}
    listed = {login.lower() for login in submission.owners}
    if before is None and author.lower() not in listed:
        yield "owners", f"does not list {author}, who opened this pull request", f"add {author}"
    elif others := sorted(listed - agreed):
        problem = f"lists {', '.join(others)}, who did not open this pull request"
        fix = f"remove {others[0]}; a maintainer adds an owner who agrees in a comment here"
        yield "owners", problem, fix
    if before is not None and name == before.name:
        return
    fix = "choose the name that the model's makers use, or ask the maintainers"
    if word := mixed_script_word(name):
        problem = f"{quote_value(word)} mixes letters of alphabets that look alike"
        yield "name", problem, "write each word in one alphabet"
    elif not name_key(name):
        yield "name", f"{quote_value(name)} has no letter and no digit", fix
    elif (like := names.setdefault(name_key(name), slug)) != slug:
        other = quote_value(touched.base[like].name) if like in touched.base else like
        yield "name", f"{quote_value(name)} is too similar to {other}, the name of another model", fix


def _reason_to_defer(checked: CheckedRun, touched: TouchedSubmissions, policy: Policy) -> str:
    """Return why a run is not judged before the merge; empty if it is."""
    run, folder = checked.run, checked.folder
    if run.reference is None and run.prediction_file is None:
        served = next((model for model in run.configs.values() if needs_gpu(model)), None)
        gpu = None if served is None else policy.gpu_for(served)
        where = "" if gpu is None else f", once a runner {gpu.name} is online"
        return f"CI generates its answers after the merge{where}"
    prefix = f"{SUBMISSIONS}/{folder.name}/"
    answering = {prefix + FILE_NAME}
    if run.prediction_file is not None:
        predictions = prefix + run.prediction_file
        answering |= {predictions, str(manifest_path(Path(predictions)))}
    if not answering & touched.changed:
        return "this pull request does not change its files"
    try:
        source = fetched_source(run.suite, run.dataset, folder)
    except BadInput as error:
        return f"the tasks of {run.suite} {run.dataset} are not available: {error.problem}"
    if run.reference is not None:
        try:
            samples = len(referenced_answers(run, run.reference, source))
        except OurFailure as failure:
            return f"its answers cannot be fetched now, and are fetched after the merge: {failure}"
    else:
        samples = _count_samples(folder / str(run.prediction_file))
    if samples > (limit := policy.pull_requests.samples):
        return f"it has {plural(samples, 'sample')}; at most {limit:,} are judged before the merge"
    return ""


def _count_samples(predictions: Path) -> int:
    """Return the number of completions, if the manifest does not declare too many as missing."""
    excused = read_generation_record(predictions).excused
    completions = read_predictions(predictions, excused)
    absent = len(excused - {completion.key for completion in completions})
    if absent > MISSING_LIMIT * (total := len(completions) + absent):
        problem = f"lists {plural(absent, 'missing sample')} of {total:,}; the limit is {MISSING_LIMIT:.0%}"
        fix = "generate the missing samples and submit the complete file"
        raise BadInput(manifest_path(predictions), "missing", problem, fix)
    return len(completions)
