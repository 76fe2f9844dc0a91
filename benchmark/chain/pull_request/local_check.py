"""Check submissions on any machine by the rules of a pull request, without network, git and GitHub."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import Field

from benchmark.chain.plan.policy import POLICY_FILE, Policy, policy_violations, read_policy
from benchmark.core.errors import BadInput, ManyBadInputs
from benchmark.core.lookalike import slug_key
from benchmark.core.names import is_fresh
from benchmark.core.suite import Suite
from benchmark.files.edge import Record
from benchmark.submissions.check import (
    FILE_NAME,
    ExaminedSubmission,
    examine_submission,
    owned_submissions,
    submission_file,
)
from benchmark.submissions.files import SUBMISSIONS, entry_problems, folder_problems
from benchmark.submissions.rules import (
    EXAMPLES,
    BrokenRule,
    lent_variables,
    name_rules,
    names_of,
    not_its_owner,
    slug_rules,
    within,
)
from benchmark.submissions.schema import Submission, SubmissionRun

#: What the check of a pull request knows and a folder does not.
ONLY_CI = (
    "who opened the pull request, and so who may change or own the folder",
    "what else the pull request changes: nothing outside its submissions, and at most a few of these",
    "what changed on the base branch, and which names removed submissions had",
    "answers that others publish, which it fetches, and the score that CI records",
)


class ValidSubmission(Record):
    """A submission in which nothing is wrong; CI may still refuse it."""

    path: str = Field(description="its folder, or its submission.yaml, as it was given")
    slug: str
    runs: int = Field(description="number of its runs")
    fresh_datasets: list[str] = Field(
        description="fresh data sets, which can only be judged where they were built, not by CI"
    )
    commands: list[str] = Field(description="commands that score its prediction files on this machine")
    unchecked: list[str] = Field(description="what this machine cannot check, each with the fix")
    warnings: list[str] = Field(default_factory=list, description="what may be a mistake")


class SubmissionProblem(Record):
    """A problem of a submission."""

    submission: str = Field(description="the submission as it was given; empty for policy.yml")
    kind: Literal["wrong", "refused"] = Field(
        description="refused: CI would refuse the submission, although nothing else is wrong with it"
    )
    file: str
    place: str = Field(description="line and field, such as `line 4: name`; empty for the whole file")
    problem: str
    fix: str = Field(description="what to do instead; may be empty")

    def error(self) -> BadInput:
        """Return the problem as an error."""
        return BadInput(self.file, self.place, self.problem, self.fix)


class SubmissionReport(Record):
    """The result of a check of submissions."""

    schema_: Literal["sightbench/submission-check/1"] = Field(
        default="sightbench/submission-check/1", alias="schema"
    )
    passed: bool = Field(description="whether nothing is wrong; if something is, the exit code is 2")
    submissions: list[ValidSubmission]
    problems: list[SubmissionProblem]
    only_ci: list[str] = Field(
        default=list(ONLY_CI), description="rules of a pull request that only CI can check"
    )
    unchecked: list[str] = Field(
        default_factory=list, description="rules that were not checked because there is no clone here"
    )

    def of_kind(self, kind: Literal["wrong", "refused"]) -> list[SubmissionProblem]:
        """Return the problems of a kind."""
        return [problem for problem in self.problems if problem.kind == kind]


def check_submissions_here(paths: Sequence[Path], known: Mapping[str, Suite]) -> SubmissionReport:
    """Check submissions by every rule of a pull request that can be known without it.

    ``paths`` are folders, or the ``submission.yaml`` in each; ``known`` are suites by name. The policy and
    the other submissions are those of the clone in which a folder lies, or else of the clone around the
    current folder.
    """
    valid, problems = list[ValidSubmission](), list[SubmissionProblem]()
    surroundings: dict[Path | None, _Surroundings] = {}

    def add(path: object, kind: Literal["wrong", "refused"], errors: Iterable[BadInput]) -> None:
        for error in errors:
            texts = {name: getattr(error, name) for name in ("file", "place", "problem", "fix")}
            problems.append(SubmissionProblem(submission=str(path), kind=kind, **texts))

    for path in paths:
        if (root := clone_around(path)) not in surroundings:
            surroundings[root] = _Surroundings(root)
            add("", "wrong", surroundings[root].problems)
        try:
            found, wrong, refused = _check(path, known, surroundings[root])
        except BadInput as error:
            add(path, "wrong", error.problems)
            continue
        add(path, "wrong", wrong)
        add(path, "refused", refused)
        valid += [] if wrong else [found]
    return SubmissionReport(
        passed=all(problem.kind != "wrong" for problem in problems),
        submissions=valid,
        problems=problems,
        unchecked=sorted({rule for around in surroundings.values() for rule in around.unchecked}),
    )


def find_problems(
    path: Path,
    known: Mapping[str, Suite],
    policy: Policy | None,
    more: Callable[[Submission], Iterable[BrokenRule]],
) -> ExaminedSubmission:
    """Read a submission, and find its problems; `submit check`, `doctor` and CI all call this.

    Args:
        path: the submission's folder, or the ``submission.yaml`` in it.
        known: names that runs may use, by suite.
        policy: the policy; None if there is none.
        more: yields further rules of CI that the submission breaks, such as those about names.

    Raises:
        BadInput: if the file cannot be read, or does not match its schema.
    """

    def rules(submission: Submission) -> Iterator[BrokenRule]:
        yield from lent_variables(submission)
        if policy is not None:
            for index, run in enumerate(submission.runs):
                yield from within(("runs", index), policy_violations(policy, run))
        yield from more(submission)

    return examine_submission(path, known, ci_rules=rules)


def clone_around(path: Path) -> Path | None:
    """Return the clone in which a submission lies, or else the one around the current folder.

    Without any, it is the parent of a folder ``submissions`` that has the submission; else None.
    """
    folder = path.absolute() if path.is_dir() else path.absolute().parent
    for parent in (*folder.parents, Path.cwd(), *Path.cwd().parents):
        if (parent / POLICY_FILE).is_file() and (parent / SUBMISSIONS).is_dir():
            return parent
    return folder.parent.parent if folder.parent.name == SUBMISSIONS else None


class _Surroundings:
    """The policy and the submissions of a clone; neither if ``root`` is None."""

    def __init__(self, root: Path | None) -> None:
        self.policy: Policy | None = None
        self.problems, self.unchecked = list[BadInput](), list[str]()
        self.submissions = None if root is None else root / SUBMISSIONS
        if root is not None and (root / POLICY_FILE).is_file():
            try:
                self.policy = read_policy(root / POLICY_FILE)
            except BadInput as error:
                self.problems += error.problems
        else:
            self.unchecked.append("budgets, keys, GPUs and reserved slugs: there is no policy.yml here")
        if self.submissions is None:
            self.unchecked.append("slugs and names of other models: there is no folder submissions here")
        self.limits = (self.policy or Policy()).pull_requests
        self.found = owned_submissions(self.submissions) if self.submissions else {}

    def slug_problems(self, folder: Path, submission: Submission | None) -> Iterator[BadInput]:
        slug = folder.absolute().name
        if submission is not None and (rule := self._owner_problem(folder, submission)):
            yield BadInput(folder / FILE_NAME, "owners", rule.problem, rule.fix)
            return
        taken = {slug_key(other): other for other in self.found if other != slug}
        # The examples may have any name.
        for _, problem, fix in slug_rules(slug, taken) if folder.absolute().parent.name != EXAMPLES else ():
            yield BadInput(folder / FILE_NAME, "slug", problem, fix)

    def _owner_problem(self, folder: Path, submission: Submission) -> BrokenRule | None:
        """Refuse a slug that none of the owners may use; one of them opens the pull request."""
        policy, slug = self.policy or Policy(), folder.absolute().name
        present = None if self.submissions is None else self.submissions / slug
        listed = self.found[slug].owners if slug in self.found and folder.absolute() != present else ()
        allowed = {login.lower() for login in listed} | (policy.owners_of(slug) or set())
        owners = [login.lower() for login in submission.owners]
        if not allowed or not allowed.isdisjoint(owners) or any(map(policy.is_maintainer, owners)):
            return None
        return not_its_owner(slug, ", ".join(sorted(allowed)), ", ".join(submission.owners))

    def name_problems(self, folder: Path, submission: Submission) -> Iterator[BrokenRule]:
        own = (folder.absolute().name, submission.slug)
        others = {slug: other.name for slug, other in self.found.items() if slug not in own}
        return name_rules(submission, names_of(others))


def _check(
    path: Path, known: Mapping[str, Suite], around: _Surroundings
) -> tuple[ValidSubmission, list[BadInput], list[BadInput]]:
    """Return a submission, what is wrong with it, and why CI would refuse it."""
    if problems := [*entry_problems(path)]:
        raise ManyBadInputs(problems)
    folder = submission_file(path).parent
    problems = [*folder_problems(folder, around.limits)]
    try:
        submission, wrong, refused, warnings = find_problems(
            path, known, around.policy, partial(around.name_problems, folder)
        )
    except BadInput as error:
        raise ManyBadInputs([*problems, *around.slug_problems(folder, None), *error.problems]) from None
    refused = [*around.slug_problems(folder, submission), *refused]
    problems += wrong
    commands, unchecked = [], []
    for run in submission.runs if not wrong else ():
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
    valid = ValidSubmission(
        path=str(path),
        slug=submission.slug,
        runs=len(submission.runs),
        fresh_datasets=sorted({run.dataset for run in submission.runs if is_fresh(run.dataset)}),
        commands=commands,
        unchecked=unchecked,
        warnings=warnings,
    )
    return valid, problems, refused


def _why_without_tasks(answers: Path, run: SubmissionRun) -> str:
    """Compare a prediction file with its tasks; if they are not on this machine, return why."""
    # Most submissions have no prediction file, and these imports take longer than all other checks.
    from benchmark.pipeline.rows.submitted_answers import count_samples, read_answers
    from benchmark.pipeline.sources import from_suite

    count_samples(answers)
    try:
        source = from_suite(run.suite, run.dataset, answers).within(run.setting)
    except BadInput as error:
        return f"{error.problem}; {error.fix}"
    read_answers(answers, run, source)
    return ""


def _command(answers: Path, run: SubmissionRun) -> str:
    words = ["sightbench", "evaluate", "--predictions", str(answers), "--suite", run.suite]
    words += ["--dataset", run.dataset, "--setting", run.setting, "--protocol", run.protocol]
    return shlex.join([*words, "--prompt", run.prompt_name, "--extraction", run.extraction])
