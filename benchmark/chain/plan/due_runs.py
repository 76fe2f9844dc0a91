"""Which runs of merged submissions have no row yet.

What a submission asks for is known by a digest, which rows and statuses record: a prediction file that was
replaced, or a model config that asks for something else, is due again, and so is nothing else.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, ManyBadInputs, shown
from benchmark.core.slug import is_slug
from benchmark.generation.record.manifest import manifest_path
from benchmark.results.heads import RowHead, RunName
from benchmark.results.status import RunStatus
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import ModelConfig, Submission, SubmissionRun

_CHUNK = 1 << 20
#: Of a model config: how it is asked, which decides no word of what it answers.
_NO_WORDS = {"api_key_env", "limits", "price", "max_cost"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedRun:
    """One run of a merged submission."""

    folder: Path  #: of the submission
    submission: Submission
    index: int  #: of the run, from 0
    request: str  #: digest of what decides the completions
    config: str  #: digest of all that the submission says of the run

    @property
    def run(self) -> SubmissionRun:
        """As the submission has it."""
        return self.submission.runs[self.index]

    @property
    def name(self) -> RunName:
        """As rows and statuses name it."""
        return RunName(self.submission.slug, *self.run.key)

    @property
    def place(self) -> str:
        """Where it stands in its file, for messages."""
        return f"runs[{self.index}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFolder:
    """What a folder of submissions holds."""

    asked: tuple[SubmittedRun, ...]  #: in order of slug, then of the file
    broken: tuple[BadInput, ...]  #: problems of submissions that this version cannot read


def asked_for(
    submissions: Path, known: Mapping[str, SuiteNames], only: Sequence[str] = ()
) -> SubmissionFolder:
    """Every run of every submission; the bundled examples are none.

    A submission that cannot be read holds nobody else up.

    Args:
        submissions: the folder.
        known: what runs may name, by suite.
        only: slugs; all when empty.

    Raises:
        BadInput: when the folder, or a slug that is named, is not there.
    """
    if not submissions.is_dir():
        raise BadInput(submissions, "", "is no folder of submissions", "name one with --submissions")
    if unknown := [
        slug for slug in only if not (is_slug(slug) and (submissions / slug / FILE_NAME).exists())
    ]:
        raise BadInput("--only", "", f"no submission {shown(unknown[0])}", f"a folder of {submissions}")
    everything = (path.parent.name for path in submissions.glob(f"*/{FILE_NAME}"))
    asked: list[SubmittedRun] = []
    broken: list[BadInput] = []
    for slug in sorted(set(only or everything)):
        folder = submissions / slug
        try:
            submission = read_submission(folder, known, whole=False)
            digests: dict[Path, str] = {}  # runs may share a file
            asked += [_asked(folder, submission, index, digests) for index in range(len(submission.runs))]
        except ManyBadInputs as error:
            broken += error.problems
        except BadInput as error:
            broken.append(error)
    return SubmissionFolder(asked=tuple(asked), broken=tuple(broken))


def without_row(asked: Iterable[SubmittedRun], heads: Iterable[RowHead]) -> tuple[SubmittedRun, ...]:
    """The runs for which no row answers what they ask for.

    A row that does not record what it was asked for counts for its run, unless another one of the run does.
    """
    answered: dict[RunName, set[str | None]] = {}
    for head in heads:
        answered.setdefault(head.run, set()).add(head.request)
    return tuple(one for one in asked if not _is_answered(one, answered.get(one.name, set())))


def failures(one: SubmittedRun, statuses: Iterable[RunStatus]) -> int:
    """How often the run failed as the submission has it now; an edit of the run begins anew."""
    return sum(
        status.state == "failed" and (status.request, status.config) == (one.request, one.config)
        for status in statuses
        if status.run == one.name
    )


def _is_answered(one: SubmittedRun, requests: set[str | None]) -> bool:
    return one.request in requests or requests == {None}


def _asked(folder: Path, submission: Submission, index: int, digests: dict[Path, str]) -> SubmittedRun:
    run = submission.runs[index]
    said = run.model_dump(mode="json", exclude_defaults=True)
    files = {}
    for path in _files(folder, run):
        if path not in digests:
            digests[path] = _digest(path)
        files[path.relative_to(folder).as_posix()] = digests[path]
    words = {name: _words(value) if name in ("model", "coder") else value for name, value in said.items()}
    return SubmittedRun(
        folder=folder,
        submission=submission,
        index=index,
        request=digest_lines([{"run": words, "files": files}]),
        config=digest_lines([{"run": said, "files": files}]),
    )


def _words(config: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in config.items() if name not in _NO_WORDS}


def _files(folder: Path, run: SubmissionRun) -> Iterator[Path]:
    """The files that answer, with what says how they came about."""
    if run.predictions is not None:
        yield folder / run.predictions
        if manifest_path(folder / run.predictions).is_file():
            yield manifest_path(folder / run.predictions)
    for config in (run.model, run.coder):
        if config is not None and is_replay(config):
            yield folder / config.model


def is_replay(config: ModelConfig) -> bool:
    """Whether no model is asked: a file answers."""
    return config.provider == "replay"


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise BadInput(path, "", f"cannot be read: {error.strerror}", "add the file") from None
    return digest.hexdigest()
