"""Find the run of a job in the submissions of the checkout, and its tasks."""

import functools
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.chain.plan.due_runs import SubmittedRun, runs_of, submitted_runs
from benchmark.chain.plan.job import PanelPlan, PlannedRun
from benchmark.chain.plan.policy import Policy
from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError, quote_value
from benchmark.core.slug import DRY_RUN, is_slug, slugify
from benchmark.core.suite import suite_of
from benchmark.files.edge import validate_record
from benchmark.files.tasks import tasks_digest
from benchmark.judging.rubric.rubrics import rubric_of
from benchmark.pipeline import sources
from benchmark.results.money import ReservedRun
from benchmark.results.status import RunName
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.rules import EXAMPLES
from benchmark.submissions.schema import SCHEMA_ID, Submission
from benchmark.suites import SUITES

#: Parameters of protocols that some models refuse; without them a new version can be asked all the same.
_MAY_DROP = ["temperature", "top_p", "stop"]


def submission_of_model(provider: str, model: str, suites: Collection[str]) -> Submission:
    """Return the submission of a model on the first data set, setting and protocol of each suite.

    The submission lists no owners; whoever makes it permanent adds them.

    Raises:
        BadInput: if the id gives no slug, or a suite is unknown.
    """
    slug = slugify(model)
    if not is_slug(slug):
        problem = f"{quote_value(model)} gives no valid slug"
        raise BadInput("--found", "model", problem, "submit the model by hand, with a slug of your choice")
    if unknown := sorted(set(suites) - set(SUITES)):
        problem = f"there is no suite {quote_value(unknown[0])}"
        raise BadInput("policy.yml", "watch", problem, f"use one of {', '.join(SUITES)}")
    runs = [
        {
            "suite": suite,
            "dataset": next(iter(SUITES[suite].datasets)),
            "setting": SUITES[suite].settings[0],
            "protocol": next(iter(SUITES[suite].protocols)),
            "model": {"provider": provider, "model": model, "may_drop": _MAY_DROP},
        }
        for suite in dict.fromkeys(suites)
    ]
    fields = {"schema": SCHEMA_ID, "slug": slug, "name": model, "runs": runs}
    return validate_record(Submission, fields, "--found")


def check_free(submission: Submission, submissions: Path, policy: Policy) -> None:
    """Check that the slug of a new version belongs to nobody.

    Raises:
        BadInput: if there is such a submission, or the policy reserves the slug.
    """
    slug = submission.slug
    if (submissions / slug).exists() or (submissions / slug).is_symlink():
        raise BadInput(submissions / slug, "", "is a submission already", "edit it to add the new version")
    if policy.owners_of(slug) is not None:
        fix = "let one of its owners submit the model"
        raise BadInput("policy.yml", "owners", f"reserves the slug {slug} for others", fix)


def find_run(submissions: Path, name: RunName, planned: PlannedRun | ReservedRun) -> SubmittedRun:
    """Return the submitted run of a planned or reserved run.

    A new version on the watch list has no submission yet: its run is made from the id of the model. The
    stand-in of a dry run is among the bundled examples.

    Raises:
        BadInput: if the submission was changed or deleted after the plan was made.
    """
    if name.slug == DRY_RUN:
        submissions = submissions / EXAMPLES
    file, watched = submissions / name.slug / FILE_NAME, planned.watched
    fix = "check out the plan's commit, or plan again"
    if watched is not None:
        submission = submission_of_model(watched.provider, watched.model, watched.suites)
        runs = runs_of(file.parent, submission)
    elif submissions.is_dir() and not file.exists():
        raise BadInput(file, "", "was deleted after the plan was made", fix)
    else:
        found = submitted_runs(submissions, [name.slug])
        if found.broken:
            raise ManyBadInputs(found.broken)
        runs = found.runs
    submitted = next((run for run in runs if run.index == planned.run), None)
    wanted = (name, planned.request, planned.config)
    if submitted is None or (submitted.name, submitted.request, submitted.config) != wanted:
        raise BadInput(file, f"runs[{planned.run}]", "was changed after the plan was made", fix)
    return submitted


def source_of(submitted: SubmittedRun, planned: PlannedRun) -> sources.TaskSource:
    """Return the tasks of a run, or of its panel, if they are those of the plan.

    Raises:
        BadInput: if the data set is missing, or is not the one of the plan.
    """
    source, digest = read_source(submitted)
    if digest != planned.tasks:
        problem = f"the tasks of {source.suite_id}/{source.dataset} on this machine differ from the plan's"
        raise BadInput("--plan", "", problem, "use the version that made the plan, or plan again")
    if planned.panel is None:
        return source
    return replace(source, tasks=planned.panel.chosen(source.tasks))


def read_source(submitted: SubmittedRun) -> tuple[sources.TaskSource, str]:
    """Return the tasks of a run and their digest; each data set is read once per process.

    A data set with a pinned address is fetched if this machine does not have it.

    Raises:
        BadInput: if this version does not know the data set, or its files are missing.
    """
    suite, dataset = submitted.run.suite, submitted.run.dataset
    if dataset in suite_of(suite).datasets:
        return _read_cached(suite, dataset)
    source = sources.from_suite(suite, dataset, submitted.folder / FILE_NAME)  # a fresh set, or an error
    return source, tasks_digest(source.tasks)


@functools.cache
def _read_cached(suite: str, dataset: str) -> tuple[sources.TaskSource, str]:
    source = sources.fetched_source(suite, dataset)
    return source, tasks_digest(source.tasks)


def error_line(error: SightbenchError) -> str:
    """Return an error and its fix on one line, as the reason why a job failed."""
    return f"{error}; fix: {error.fix}" if error.fix else str(error)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSize:
    """The data set of a run, and its number of samples."""

    tasks: str  #: digest of the data set
    samples: int
    draws_figures: bool = False  #: whether a rubric fits each of its tasks


def run_size(submitted: SubmittedRun, panel: PanelPlan | None = None) -> RunSize:
    """Return the size of a run, from its data set and protocol, or of its panel.

    Raises:
        BadInput: if this machine does not have the data set, or the panel has other tasks.
    """
    source, digest = read_source(submitted)
    if panel is not None:
        return RunSize(tasks=digest, samples=len(panel.chosen(source.tasks)))
    protocol = SUITES[submitted.run.suite].protocols[submitted.run.protocol]
    return RunSize(
        tasks=digest,
        samples=len(source.tasks) * protocol.draws,
        draws_figures=all(rubric_of(task) is not None for task in source.tasks),
    )
