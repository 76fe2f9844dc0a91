"""Reads a submission, checks all rules, and reports all problems together."""

import json
import re
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.secret import KEY
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.files.predictions import check_filled, prediction_record, read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import field_path
from benchmark.submissions.rules import BrokenRule, broken_rules, points_outside
from benchmark.submissions.schema import Submission

FILE_NAME = "submission.yaml"
_OTHER_NAME = re.compile(r"submissions?\.(?:ya?ml|json)", re.IGNORECASE)
SIZE_LIMIT = 128 * 1024  #: maximum bytes of a submission file
_OTHER_LIMIT = 8 << 20  #: maximum bytes of another file in its folder
_FOLDERS_SHOWN = 40  #: maximum folders that a message names
_LINE_END = "\n"


class OwnedSubmission(NamedTuple):
    """The name and owners of a submission; neither if its ``submission.yaml`` cannot be read."""

    name: str = ""
    owners: tuple[str, ...] = ()  #: if there are none, only maintainers may change it


class ExaminedSubmission(NamedTuple):
    """A submission that could be read, and its problems."""

    submission: Submission
    wrong: list[BadInput]  #: problems wherever it is used
    refused: list[BadInput]  #: rules that only CI applies, such as those of policy.yml
    warnings: list[str]  #: what may be a mistake


def read_submission(path: Path, known: Mapping[str, Suite], *, whole: bool = True) -> Submission:
    """Read and check a submission, like :func:`examine_submission`.

    Raises:
        BadInput: if anything is wrong; the error lists all problems of the submission.
    """
    found = examine_submission(path, known, whole=whole)
    if found.wrong:
        raise ManyBadInputs(found.wrong)
    return found.submission


def examine_submission(
    path: Path,
    known: Mapping[str, Suite],
    *,
    whole: bool = True,
    ci_rules: Callable[[Submission], Iterable[BrokenRule]] = lambda _: (),
) -> ExaminedSubmission:
    """Read a submission, and collect its problems.

    Args:
        path: the submission's folder, or the ``submission.yaml`` in it.
        known: names that runs may use, by suite.
        whole: whether to check prediction files and all other files of the folder as well.
        ci_rules: yields the rules of CI that the submission breaks.

    Raises:
        BadInput: if ``submission.yaml`` cannot be read, or does not match its schema.
    """
    file = submission_file(path)
    folder = file.absolute().parent
    if points_outside(file, folder):
        raise BadInput(file, "", "is a link to a file outside its folder", "copy the file into the folder")
    # Before the file is parsed: an error of the parser could quote the line with the key.
    for leaked in _find_key(file, SIZE_LIMIT):
        raise leaked
    document = read_yaml(file, SIZE_LIMIT, Submission)
    submission = document.record(Submission, file)
    wrong, refused = (
        [
            BadInput(file, f"line {document.line_of(loc)}: {field_path(loc)}", problem, fix)
            # A run with several efforts breaks most rules once for each.
            for loc, problem, fix in dict.fromkeys(rules)
        ]
        for rules in (broken_rules(submission, folder, known), ci_rules(submission))
    )
    warnings = list[str]()
    if whole and not wrong:
        answers = {file.parent / run.prediction_file: 0 for run in submission.runs if run.prediction_file}
        wrong += [*_prediction_problems(answers, warnings), *_keys_in_other_files(file, answers)]
    return ExaminedSubmission(submission, wrong, refused, warnings)


def submission_file(path: Path) -> Path:
    """Return the path of a folder's ``submission.yaml``, or the given file; BadInput if it does not exist."""
    if not str(path).isprintable():
        raise BadInput(
            quote_value(str(path)), "", "has control or invisible characters in its name", "rename it"
        )
    file = path / FILE_NAME if path.is_dir() else path
    if not path.exists() and not path.is_symlink():
        inside = Path("submissions", path)
        fix = f"name {inside}" if inside.is_dir() else "name a folder in submissions/ of your clone"
        raise BadInput(path, "", "no such file or folder", fix)
    if path.is_dir() and not file.exists() and not file.is_symlink():
        below = sorted(file for depth in ("*", "*/*") for file in path.glob(f"{depth}/{FILE_NAME}"))
        if shown := [shlex.quote(str(file.parent)) for file in below if str(file).isprintable()]:
            fix = f"give their names: {' '.join(shown[:_FOLDERS_SHOWN])}"
            raise BadInput(path, "", f"has no {FILE_NAME}, but folders below it have", fix)
        other = next(
            (entry.name for entry in sorted(path.iterdir()) if _OTHER_NAME.fullmatch(entry.name)), ""
        )
        if other:
            raise BadInput(path, "", f"has {other} instead of {FILE_NAME}", f"rename it to {FILE_NAME}")
        fix = "write it, or make a new folder with `sightbench submit new`; to withdraw a submission, delete"
        fix += " its whole folder"
        raise BadInput(file, "", "is missing", fix)
    if file.name != FILE_NAME:
        fix = f"give a folder below submissions/, or its {FILE_NAME}"
        raise BadInput(path, "", f"is not a {FILE_NAME}", fix)
    return file


def read_submissions(folder: Path, known: Mapping[str, Suite]) -> tuple[Submission, ...]:
    """Read every submission in a subfolder of ``folder``, sorted by path; ``_examples`` are left out.

    Raises:
        BadInput: if there is no submission, or one is not valid; it lists all problems of the first.
    """
    files = sorted(folder.glob(f"[!_]*/{FILE_NAME}"))
    if not files:
        raise BadInput(folder, "", f"has no NAME/{FILE_NAME}", "give the folder of submissions")
    return tuple(read_submission(file, known) for file in files)


def read_owned(file: Path) -> OwnedSubmission:
    """Read name and owners from a ``submission.yaml``, whatever else is wrong with it."""
    try:
        value = read_yaml(file, SIZE_LIMIT).value
    except BadInput:
        return OwnedSubmission()
    fields = value if isinstance(value, dict) else {}
    name, owners = fields.get("name"), fields.get("owners")
    logins = owners if isinstance(owners, list) else []
    # Lower-casing can turn a non-ASCII letter into an ASCII one: the Kelvin sign becomes k.
    known = tuple(login for login in logins if isinstance(login, str) and login.isascii())
    return OwnedSubmission(name if isinstance(name, str) else "", known)


def owned_submissions(folder: Path) -> dict[str, OwnedSubmission]:
    """Return name and owners of each submission in a folder of submissions, by slug."""
    files = folder.glob(f"[!_]*/{FILE_NAME}")
    # A link may lead to anything outside of the clone.
    return {file.parent.name: read_owned(file) for file in sorted(files) if not file.is_symlink()}


def _find_key(file: Path, limit: int) -> Iterator[BadInput]:
    """Yield an error if the file contains an API key, even in a comment; the key is not shown."""
    text = read_bytes(file, limit).decode("latin-1")  # accepts any bytes; keys are ASCII
    if match := KEY.search(text):
        yield _key_error(file, f"line {text[: match.start()].count(_LINE_END) + 1}")


def _key_error(file: Path, place: str) -> BadInput:
    fix = "revoke the key now, remove it, and name an environment variable in api_key_env"
    return BadInput(file, place, "contains what looks like an API key (not shown here)", fix)


def _prediction_problems(files: Iterable[Path], warnings: list[str]) -> Iterator[BadInput]:
    """Yield the problems of prediction files; add to ``warnings`` those with many empty answers."""
    for file in files:
        try:
            completions = read_predictions(file)
            warnings += filter(None, [check_filled(file, completions)])
        except BadInput as error:
            yield error
            continue
        for completion in completions:  # only the fields around the text: a model may write any text
            if KEY.search(json.dumps({**prediction_record(completion), "completion": ""}, default=str)):
                yield _key_error(file, f"task {quote_value(completion.task_id)}, draw {completion.draw}")
                break


def _keys_in_other_files(file: Path, answers: Collection[Path]) -> Iterator[BadInput]:
    """Yield errors for API keys in the folder's other files, such as the manifest of a run."""
    for path in sorted(file.parent.rglob("*")):
        if path == file or path in answers or path.is_symlink() or not path.is_file():
            continue
        try:
            yield from _find_key(path, _OTHER_LIMIT) if path.stat().st_size else ()
        except BadInput as error:
            yield error
