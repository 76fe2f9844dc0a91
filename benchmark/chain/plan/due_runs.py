"""Find the runs of merged submissions that have no row yet, and the run and tasks of a job.

A digest identifies what a run requests, and rows and statuses record that digest. So a run becomes due again
if its prediction file is replaced or its model config requests something else, and in no other case.
"""

import functools
import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.chain.plan.job import PanelPlan, PlannedRun
from benchmark.chain.plan.policy import Policy
from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, ManyBadInputs, SightbenchError, quote_value
from benchmark.core.names import DRY_RUN, is_slug, slugify
from benchmark.files.edge import validate_record
from benchmark.files.tasks import tasks_digest
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline import sources
from benchmark.pipeline.rubric.rubrics import rubric_of
from benchmark.results.money import ReservedRun
from benchmark.results.status import RowHead, RunName, RunStatus
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.rules import EXAMPLES
from benchmark.submissions.schema import SCHEMA_ID, ModelConfig, Submission, SubmissionRun
from benchmark.suites import SUITES, load, suite_of
from benchmark.suites.run_names import known_suites

#: Fields of a model config that do not affect the answers.
_NOT_DECIDING = {"api_key_env", "limits", "price", "max_cost"}


#: A run as it is now: name, digest of its request, and digest of all its fields.
RunForm = tuple[RunName, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedRun:
    """One run of a merged submission."""

    folder: Path  #: folder of the submission
    submission: Submission
    index: int  #: position of the run in the submission, from 0
    request: str  #: digest of everything that affects the completions
    config: str  #: digest of everything that the submission says about the run

    @property
    def run(self) -> SubmissionRun:
        """The run as it is written in the submission."""
        return self.submission.runs[self.index]

    @property
    def name(self) -> RunName:
        """The name of the run in rows and statuses."""
        return RunName(self.submission.slug, *self.run.key)

    @property
    def form(self) -> RunForm:
        """The run in its current form, which an edit changes."""
        return self.name, self.request, self.config

    @property
    def models(self) -> tuple[ModelConfig, ...]:
        """The models that the run calls: none, one, or two if another one writes programs or captions."""
        return tuple(self.run.configs.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFolder:
    """The runs and the problems of a folder of submissions."""

    runs: tuple[SubmittedRun, ...]  #: sorted by slug, then in the order of the file
    broken: tuple[BadInput, ...]  #: problems of submissions that this version cannot read


def submitted_runs(submissions: Path, only: Sequence[str] = ()) -> SubmissionFolder:
    """Return the runs of these submissions, or of all without the bundled examples.

    A submission that cannot be read does not affect the others.

    Raises:
        BadInput: if the folder, or a slug in ``only``, does not exist.
    """
    if not submissions.is_dir():
        raise BadInput(submissions, "", "is not a folder of submissions", "name one with --submissions")
    if unknown := [
        slug for slug in only if not (is_slug(slug) and (submissions / slug / FILE_NAME).exists())
    ]:
        problem = f"there is no submission {quote_value(unknown[0])}"
        raise BadInput("--only", "", problem, f"name a folder of {submissions}")
    known, everything = known_suites(), (path.parent.name for path in submissions.glob(f"*/{FILE_NAME}"))
    runs: list[SubmittedRun] = []
    broken: list[BadInput] = []
    for slug in sorted(set(only or everything)):
        folder = submissions / slug
        try:
            runs += runs_of(folder, read_submission(folder, known, whole=False))
        except BadInput as error:
            # It was valid when it was merged: a rule that came later must not stop the other submissions.
            broken += error.problems
    return SubmissionFolder(runs=tuple(runs), broken=tuple(broken))


def runs_without_row(runs: Iterable[SubmittedRun], heads: Iterable[RowHead]) -> tuple[SubmittedRun, ...]:
    """Return the runs whose current request has no row.

    A row that does not record its request counts for its run, unless another row of the run records one.
    """
    heads = tuple(heads)
    answered: dict[RunName, set[str | None]] = {}
    for head in heads:
        answered.setdefault(head.run, set()).add(head.request)
    # A request says its effort, which the names of older rows lack.
    asked = {(head.slug, head.request) for head in heads}
    return tuple(
        run for run in runs if (run.name.slug, run.request) not in asked and answered.get(run.name) != {None}
    )


def failure_counts(statuses: Iterable[RunStatus]) -> Counter[RunForm]:
    """Return how often each form of a run failed; editing the run resets the count."""
    failed = (status for status in statuses if status.state == "failed")
    return Counter((status.run, status.request, status.config) for status in failed)


def runs_of(folder: Path, submission: Submission) -> tuple[SubmittedRun, ...]:
    """Return the runs of a submission with their digests, in the order of the file."""
    digests: dict[Path, str] = {}  # runs may share a file
    runs = []
    for index, run in enumerate(submission.runs):
        files = {}
        for path in _answering_files(folder, run):
            if path not in digests:
                digests[path] = _digest(path)
            files[path.relative_to(folder).as_posix()] = digests[path]
        # Without defaults: a field that a later version adds must not make every run due again.
        fields = run.model_dump(mode="json", exclude_defaults=True)
        configs = {
            name: {field: value for field, value in fields[name].items() if field not in _NOT_DECIDING}
            for name in run.configs
        }
        runs.append(
            SubmittedRun(
                folder=folder,
                submission=submission,
                index=index,
                request=digest_lines([{"run": fields | configs, "files": files}]),
                config=digest_lines([{"run": fields, "files": files}]),
            )
        )
    return tuple(runs)


def _answering_files(folder: Path, run: SubmissionRun) -> Iterator[Path]:
    """Yield the files that hold the answers of a run, and the manifest of a prediction file."""
    if run.prediction_file is not None:
        yield folder / run.prediction_file
        if manifest_path(folder / run.prediction_file).is_file():
            yield manifest_path(folder / run.prediction_file)
    for config in run.configs.values():
        if is_replay(config):
            yield folder / config.model


def is_replay(config: ModelConfig) -> bool:
    """Whether the answers come from a file instead of a model."""
    return config.provider == "replay"


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {error.strerror}", "add the file") from None


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
            "dataset": next(iter(load(suite).datasets)),
            "setting": load(suite).asked.settings[0],
            "protocol": next(iter(load(suite).asked.protocols)),
            "model": {"provider": provider, "model": model},
        }
        for suite in dict.fromkeys(suites)
    ]
    fields = {"schema": SCHEMA_ID, "slug": slug, "name": model, "runs": runs}
    return validate_record(Submission, fields, "--found")


def check_free(submission: Submission, submissions: Path, policy: Policy) -> None:
    """Refuse the slug of a new version if a submission has it, or the policy reserves it."""
    slug = submission.slug
    # `exists` follows a link, and says no for one that leads nowhere.
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
    """Return the tasks of a run, or of its panel; BadInput if they are not those of the plan."""
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
        return _read_cached(suite, dataset, submitted.run.setting)
    source = sources.from_suite(suite, dataset, submitted.folder / FILE_NAME)  # only fresh sets exist here
    source = source.within(submitted.run.setting)
    return source, tasks_digest(source.tasks)


@functools.cache
def _read_cached(suite: str, dataset: str, setting: str) -> tuple[sources.TaskSource, str]:
    source = sources.fetched_source(suite, dataset).within(setting)
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
    """Return the size of a run, from its data set and protocol, or of its panel."""
    source, digest = read_source(submitted)
    if panel is not None:
        return RunSize(tasks=digest, samples=len(panel.chosen(source.tasks)))
    protocol = load(submitted.run.suite).asked.protocols[submitted.run.protocol]
    return RunSize(
        tasks=digest,
        samples=len(source.tasks) * protocol.draws,
        draws_figures=all(rubric_of(task) is not None for task in source.tasks),
    )
