"""Check the submissions of a pull request against the schema and the policy, and choose the runs to judge."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from benchmark.analysis.wording import plural
from benchmark.chain.plan.policy import Policy, needs_gpu, policy_violations
from benchmark.chain.pull_request.owners import PullRequest
from benchmark.chain.pull_request.pull_report import LINE_CHARACTERS, DeferredRun
from benchmark.core.errors import BadInput, ManyBadInputs, OurFailure
from benchmark.core.lookalike import name_key
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline.rows.submitted_run import count_samples, referenced_answers
from benchmark.pipeline.sources import fetched_source
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.files import SUBMISSIONS
from benchmark.submissions.rules import BrokenRule, name_rules, names_of, within
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
) -> tuple[list[CheckedRun], list[DeferredRun]]:
    """Check the submissions of a pull request, given their folders and all paths that it changes.

    Returns:
        The runs to judge before the merge, and the others, each with the reason.

    Raises:
        BadInput: with every problem of every submission.
    """
    known, problems = known_suites(), list[BadInput]()
    to_judge, later = list[CheckedRun](), list[DeferredRun]()
    names = {name_key(slug): (slug, slug) for slug in pull.recorded}
    names |= names_of({slug: other.name for slug, other in pull.on_base.items()})

    def rules(submission: Submission) -> Iterator[BrokenRule]:
        for index, run in enumerate(submission.runs):
            yield from within(("runs", index), policy_violations(pull.policy, run))
        if not pull.by_maintainer:
            yield from _author_problems(submission, pull, names)

    for folder in folders:
        try:
            submission = read_submission(folder, known, more=rules)
        except BadInput as error:
            problems += error.problems
            continue
        for run in submission.runs if not problems else ():
            checked = CheckedRun(folder, submission, run)
            if why := _reason_to_defer(folder, run, changed, pull.policy):
                later.append(checked.deferred(why))
            else:
                to_judge.append(checked)
    if problems:
        raise ManyBadInputs(problems)
    return to_judge, later


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
        source = fetched_source(run.suite, run.dataset, folder)
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
