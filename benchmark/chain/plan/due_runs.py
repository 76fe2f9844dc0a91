"""Find the runs of merged submissions that have no row yet.

A digest identifies what a run requests, and rows and statuses record that digest. So a run becomes due again
if its prediction file is replaced or its model config requests something else, and in no other case.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.slug import is_slug
from benchmark.generation.record.manifest import manifest_path
from benchmark.results.status import RowHead, RunName, RunStatus
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.schema import ModelConfig, Submission, SubmissionRun
from benchmark.suites.run_names import known_suites

#: Fields of a model config that do not affect the answers.
_NOT_DECIDING = {"api_key_env", "limits", "price", "max_cost"}


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
    def place(self) -> str:
        """The position of the run in its file, for messages."""
        return f"runs[{self.index}]"


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
            broken += error.problems
    return SubmissionFolder(runs=tuple(runs), broken=tuple(broken))


def runs_without_row(runs: Iterable[SubmittedRun], heads: Iterable[RowHead]) -> tuple[SubmittedRun, ...]:
    """Return the runs whose current request has no row.

    A row that does not record its request counts for its run, unless another row of the run records one.
    """
    answered: dict[RunName, set[str | None]] = {}
    for head in heads:
        answered.setdefault(head.run, set()).add(head.request)
    found = ((run, answered.get(run.name, set())) for run in runs)
    return tuple(run for run, requests in found if run.request not in requests and requests != {None})


def failure_count(run: SubmittedRun, statuses: Iterable[RunStatus]) -> int:
    """Return how often the run failed in its current form; editing the run resets the count."""
    return sum(
        status.state == "failed" and (status.request, status.config) == (run.request, run.config)
        for status in statuses
        if status.run == run.name
    )


def runs_of(folder: Path, submission: Submission) -> tuple[SubmittedRun, ...]:
    """Return the runs of a submission with their digests, in the order of the file.

    Raises:
        BadInput: if a file of a run cannot be read.
    """
    digests: dict[Path, str] = {}  # runs may share a file
    runs = []
    for index, run in enumerate(submission.runs):
        files = {}
        for path in _answering_files(folder, run):
            if path not in digests:
                digests[path] = _digest(path)
            files[path.relative_to(folder).as_posix()] = digests[path]
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
