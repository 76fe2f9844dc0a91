"""Check submissions in a clone by the rules of a pull request, without network, git and GitHub."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.chain.plan.policy import POLICY_FILE, Policy, policy_violations, read_policy
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.lookalike import slug_key
from benchmark.core.names import is_fresh
from benchmark.core.suite import Suite
from benchmark.files.edge import Record
from benchmark.submissions.check import FILE_NAME, owned_submissions, read_submission, submission_file
from benchmark.submissions.files import SUBMISSIONS, entry_problems, folder_problems
from benchmark.submissions.rules import BrokenRule, lent_variables, name_rules, names_of, slug_rules, within
from benchmark.submissions.schema import Submission, SubmissionRun

#: What the check of a pull request knows and a folder does not.
ONLY_CI = (
    "who opened the pull request, and so who may change or own the folder",
    "what else the pull request changes: nothing outside its submissions, and at most a few of these",
    "what changed on the base branch, and which names removed submissions had",
    "answers that others publish, which it fetches, and the score that CI records",
)


class ValidSubmission(Record):
    """A submission without problems."""

    path: str = Field(description="its folder, or its submission.yaml, as it was given")
    slug: str
    runs: int = Field(description="number of its runs")
    fresh_datasets: list[str] = Field(
        description="fresh data sets, which can only be judged where they were built, not by CI"
    )
    commands: list[str] = Field(description="commands that score its prediction files on this machine")
    unchecked: list[str] = Field(description="what this machine cannot check, each with the fix")


class SubmissionProblem(Record):
    """A problem of a submission."""

    file: str
    place: str = Field(description="line and field, such as `line 4: name`; empty for the whole file")
    problem: str
    fix: str = Field(description="what to do instead; may be empty")


class SubmissionReport(Record):
    """The result of a check of submissions."""

    schema_: Literal["sightbench/submission-check/1"] = Field(
        default="sightbench/submission-check/1", alias="schema"
    )
    passed: bool = Field(description="whether every submission is valid; if not, the exit code is 2")
    submissions: list[ValidSubmission]
    problems: list[SubmissionProblem]
    only_ci: list[str] = Field(
        default=list(ONLY_CI), description="rules of a pull request that only CI can check"
    )


def check_submissions_here(paths: Sequence[Path], known: Mapping[str, Suite]) -> SubmissionReport:
    """Check submissions by every rule of a pull request that can be known without it.

    ``paths`` are folders, or the ``submission.yaml`` in each. For a folder in ``submissions``, the other
    submissions there and the ``policy.yml`` next to ``submissions`` count, too. ``known`` are suites by name.
    """
    valid, problems, surroundings = list[ValidSubmission](), list[SubmissionProblem](), cache(_Surroundings)
    for path in paths:
        try:
            valid.append(_check(path, known, surroundings))
        except BadInput as error:
            problems += [
                SubmissionProblem.model_validate(each, from_attributes=True) for each in error.problems
            ]
    return SubmissionReport(passed=not problems, submissions=valid, problems=problems)


class _Surroundings:
    """The policy and the other submissions; nothing if the folder has another name than ``submissions``."""

    def __init__(self, folder: Path) -> None:
        policy, self.inside = folder.parent / POLICY_FILE, folder.name == SUBMISSIONS
        self.policy = read_policy(policy) if self.inside and policy.is_file() else None
        self.limits = (self.policy or Policy()).pull_requests
        found = owned_submissions(folder) if self.inside else {}
        self.names = {slug: submission.name for slug, submission in found.items()}

    def slug_problems(self, folder: Path) -> Iterator[BadInput]:
        name = folder.absolute().name
        taken = {slug_key(slug): slug for slug in self.names if slug != name}
        for _, problem, fix in slug_rules(name, taken) if self.inside else ():
            yield BadInput(folder / FILE_NAME, "slug", problem, fix)

    def rules(self, folder: str, submission: Submission) -> Iterator[BrokenRule]:
        yield from lent_variables(submission)
        for index, run in enumerate(submission.runs):
            if self.policy is not None:
                yield from within(("runs", index), policy_violations(self.policy, run))
        if self.inside:
            others = {
                slug: name for slug, name in self.names.items() if slug not in (folder, submission.slug)
            }
            yield from name_rules(submission, names_of(others))


def _check(
    path: Path, known: Mapping[str, Suite], surroundings: Callable[[Path], _Surroundings]
) -> ValidSubmission:
    if problems := [*entry_problems(path)]:
        raise ManyBadInputs(problems)
    folder = submission_file(path).parent
    around = surroundings(folder.absolute().parent)
    problems = [*folder_problems(folder, around.limits), *around.slug_problems(folder)]
    try:
        submission = read_submission(path, known, more=partial(around.rules, folder.absolute().name))
    except BadInput as error:
        raise ManyBadInputs([*problems, *error.problems]) from None
    commands, unchecked = [], []
    for run in submission.runs:
        if run.prediction_file is None:
            continue
        answers = folder / run.prediction_file
        try:
            if missing := _why_without_tasks(answers, run):
                unchecked.append(f"ids and draws of {answers}: {missing}")
            else:
                commands.append(_command(answers, run))
        except BadInput as error:
            problems += error.problems
    if problems:
        raise ManyBadInputs(problems)
    fresh = sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)})
    return ValidSubmission(
        path=str(path),
        slug=submission.slug,
        runs=len(submission.runs),
        fresh_datasets=fresh,
        commands=commands,
        unchecked=unchecked,
    )


def _why_without_tasks(answers: Path, run: SubmissionRun) -> str:
    """Compare a prediction file with its tasks; if they are not on this machine, return why."""
    # Most submissions have no prediction file, and these imports take longer than all other checks.
    from benchmark.pipeline.rows.submitted_answers import count_samples, read_answers
    from benchmark.pipeline.sources import from_suite

    count_samples(answers)
    try:
        source = from_suite(run.suite, run.dataset, answers)
    except BadInput as error:
        return f"{error.problem}; {error.fix}"
    read_answers(answers, run, source)
    return ""


def _command(answers: Path, run: SubmissionRun) -> str:
    words = ["sightbench", "evaluate", "--predictions", str(answers), "--suite", run.suite]
    words += ["--dataset", run.dataset, "--setting", run.setting, "--protocol", run.protocol]
    return shlex.join([*words, "--prompt", run.prompt_name, "--extraction", run.extraction])
