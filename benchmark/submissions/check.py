"""Reading a submission with all its rules. Every problem of one submission is reported at once."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from pydantic import ValidationError

from benchmark.core.errors import BadInput, ManyBadInputs, shown
from benchmark.core.sample import Completion
from benchmark.core.secret import KEY
from benchmark.files.bounded import read_bytes
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import Loc, field_path, problems
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.rules import broken_rules, leaves
from benchmark.submissions.schema import Submission

FILE_NAME = "submission.yaml"
SIZE_LIMIT = 128 * 1024  #: bytes of a submission file
_OTHER_LIMIT = 8 << 20  #: bytes of another file in its folder
_LINE_END = "\n"


def read_submission(path: Path, known: Mapping[str, SuiteNames], *, whole: bool = True) -> Submission:
    """The submission in a folder, or in its ``submission.yaml``; its prediction files are read too.

    Args:
        path: the folder or the file.
        known: what runs may name, by suite.
        whole: look into the other files of the folder as well.

    Raises:
        BadInput: with every problem of the submission.
    """
    if not str(path).isprintable():
        raise BadInput(shown(str(path)), "", "has control or invisible characters in its name", "rename it")
    file = path / FILE_NAME if path.is_dir() else path
    if not path.exists() and not path.is_symlink():
        raise BadInput(path, "", "no such file or folder", "check the path")
    if file.name != FILE_NAME:
        raise BadInput(path, "", f"is not a {FILE_NAME}", "name a folder of submissions/, or the file in it")
    folder = file.absolute().parent
    if leaves(file, folder):
        raise BadInput(file, "", "is a link that leads out of its folder", "put the file itself there")
    if leaked := _literal_key(file, SIZE_LIMIT):
        raise leaked
    document = read_yaml(file, SIZE_LIMIT)

    def line_of(loc: Loc) -> str:
        return f"line {document.line_of(loc)}"

    try:
        submission = Submission.model_validate(document.value)
    except ValidationError as error:
        raise ManyBadInputs([*problems(Submission, error, file, line_of)]) from None
    found = [
        BadInput(file, f"{line_of(loc)}: {field_path(loc)}", problem, fix)
        for loc, problem, fix in broken_rules(submission, folder, known)
    ]
    if whole and not found:
        found = [*_unsound_predictions(submission, file.parent), *_keys_elsewhere(submission, file)]
    if found:
        raise ManyBadInputs(found)
    return submission


def _literal_key(file: Path, limit: int) -> BadInput | None:
    """A secret in a file, in a comment too; it is never shown."""
    text = read_bytes(file, limit).decode("latin-1")  # whatever it is; keys are ASCII
    match = KEY.search(text)
    return None if match is None else _leak(file, f"line {text.count(_LINE_END, 0, match.start()) + 1}")


def _leak(file: Path, place: str) -> BadInput:
    fix = "revoke it now, remove it, and name an environment variable in api_key_env"
    return BadInput(file, place, "holds what looks like an API key (not shown here)", fix)


def _unsound_predictions(submission: Submission, folder: Path) -> Iterator[BadInput]:
    for path in _prediction_files(submission):
        try:
            completions = read_predictions(folder / path)
        except BadInput as error:
            yield error
            continue
        for one in completions:  # the model's own text may hold anything; what was recorded of a call may not
            if KEY.search(json.dumps([*map(str, _recorded(one)), *one.parameters.items()], default=str)):
                yield _leak(folder / path, f"task {shown(one.task_id)}, draw {one.draw}")
                break


def _recorded(one: Completion) -> Iterator[object]:
    return (value for field in fields(one) if field.name != "text" and (value := getattr(one, field.name)))


def _keys_elsewhere(submission: Submission, file: Path) -> Iterator[BadInput]:
    """Keys in what else lies in the folder, such as the manifest of a run."""
    known = {file, *(file.parent / path for path in _prediction_files(submission))}
    for path in sorted(file.parent.rglob("*")):
        if path in known or path.is_symlink() or not path.is_file() or not path.stat().st_size:
            continue
        try:
            leaked = _literal_key(path, _OTHER_LIMIT)
        except BadInput as error:
            yield error
        else:
            yield from [leaked] if leaked else []


def _prediction_files(submission: Submission) -> list[str]:
    return list(dict.fromkeys(run.predictions for run in submission.runs if run.predictions is not None))
