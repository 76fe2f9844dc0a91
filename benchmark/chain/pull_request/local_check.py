"""Check submissions in a clone by the rules of a pull request, without network, git and GitHub."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from benchmark.chain.plan.policy import POLICY_FILE, Policy, policy_violations, read_policy
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.fresh import is_fresh
from benchmark.core.lookalike import slug_key
from benchmark.core.suite import Suite
from benchmark.submissions.check import FILE_NAME, owned_submissions, read_submission, submission_file
from benchmark.submissions.check_report import SubmissionCheck, SubmissionProblem, ValidSubmission
from benchmark.submissions.files import SUBMISSIONS, PullLimits, entry_problems, folder_problems
from benchmark.submissions.rules import BrokenRule, lent_variables, name_rules, names_of, slug_rules, within
from benchmark.submissions.schema import Submission, SubmissionRun


def check_submissions_here(paths: Sequence[Path], known: Mapping[str, Suite]) -> SubmissionCheck:
    """Check submissions by every rule of a pull request that can be known without it.

    Args:
        paths: folders, or the ``submission.yaml`` in each. For a folder in ``submissions``, the other
            submissions there and the ``policy.yml`` next to ``submissions`` count, too.
        known: names that runs may use, by suite.

    Returns:
        The valid submissions, and every problem of the others.

    Raises:
        BadInput: if ``policy.yml`` is not valid.
    """
    valid, problems = list[ValidSubmission](), list[BadInput]()
    surroundings = cache(_Surroundings)
    for path in paths:
        try:
            valid.append(_check(path, known, surroundings))
        except BadInput as error:
            problems += error.problems
    listed = [
        SubmissionProblem(file=each.file, place=each.place, problem=each.problem, fix=each.fix)
        for each in problems
    ]
    return SubmissionCheck(passed=not problems, submissions=valid, problems=listed)


class _Surroundings:
    """What the folder of all submissions says about one of them; nothing if it has another name."""

    def __init__(self, folder: Path) -> None:
        inside = folder.name == SUBMISSIONS
        policy = folder.parent / POLICY_FILE
        self.policy: Policy | None = read_policy(policy) if inside and policy.is_file() else None
        self.limits = PullLimits() if self.policy is None else self.policy.pull_requests
        self.names = {slug: found.name for slug, found in owned_submissions(folder).items()} if inside else {}
        self.inside = inside

    def rules(self, submission: Submission) -> Iterator[BrokenRule]:
        """Yield the rules that a submission breaks."""
        yield from lent_variables(submission)
        if self.policy is not None:
            for index, run in enumerate(submission.runs):
                yield from within(("runs", index), policy_violations(self.policy, run))
        if self.inside:
            others = {slug: name for slug, name in self.names.items() if slug != submission.slug}
            yield from name_rules(submission, names_of(others))


def _check(
    given: Path, known: Mapping[str, Suite], surroundings: Callable[[Path], _Surroundings]
) -> ValidSubmission:
    if problems := [*entry_problems(given)]:
        raise ManyBadInputs(problems)
    folder = submission_file(given).parent
    around = surroundings(folder.absolute().parent)
    problems += folder_problems(folder, around.limits)
    if around.inside:
        taken = {slug_key(slug): slug for slug in around.names if slug != folder.name}
        for _, problem, fix in slug_rules(folder.name, taken):
            problems.append(BadInput(folder / FILE_NAME, "slug", problem, fix))
    try:
        submission = read_submission(given, known, more=around.rules)
    except BadInput as error:
        raise ManyBadInputs([*problems, *error.problems]) from None
    commands, unchecked = [], []
    for run in submission.runs:
        if run.prediction_file is None:
            continue
        try:
            missing = _check_answers(path := folder / run.prediction_file, run)
        except BadInput as error:
            problems += error.problems
            continue
        if missing is None:
            commands.append(_command(path, run))
        else:
            unchecked.append(f"{path}: ids and draws: {missing}")
    if problems:
        raise ManyBadInputs(problems)
    return ValidSubmission(
        path=str(given),
        slug=submission.slug,
        runs=len(submission.runs),
        fresh_datasets=sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)}),
        commands=commands,
        unchecked=unchecked,
    )


def _check_answers(path: Path, run: SubmissionRun) -> str | None:
    """Compare a prediction file with the tasks; return why they are not here, or None if they are.

    Raises:
        BadInput: if tasks, draws, protocol or manifest do not fit.
    """
    # Most submissions have no prediction file, and the imports take longer than all other checks.
    from benchmark.pipeline.rows.submitted_run import count_samples, read_answers
    from benchmark.pipeline.sources import from_suite

    count_samples(path)
    try:
        source = from_suite(run.suite, run.dataset, path)
    except BadInput as error:
        return f"{error.problem}; {error.fix}"
    read_answers(path, run, source)
    return None


def _command(path: Path, run: SubmissionRun) -> str:
    words = ["sightbench", "evaluate", "--predictions", str(path), "--suite", run.suite]
    words += ["--dataset", run.dataset, "--setting", run.setting, "--protocol", run.protocol]
    words += ["--prompt", run.prompt_name, "--extraction", run.extraction]
    return shlex.join(words)
