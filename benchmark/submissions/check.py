"""Reads a submission, checks all rules, and reports all problems together."""

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from pydantic import ValidationError

from benchmark.core.errors import BadInput, ManyBadInputs, quote_value
from benchmark.core.sample import Completion
from benchmark.core.secret import KEY
from benchmark.core.suite import Suite
from benchmark.files.bounded import read_bytes
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import Loc, field_path, problems
from benchmark.submissions.rules import BrokenRule, broken_rules, points_outside
from benchmark.submissions.schema import Submission

FILE_NAME = "submission.yaml"
SIZE_LIMIT = 128 * 1024  #: maximum bytes of a submission file
_OTHER_LIMIT = 8 << 20  #: maximum bytes of another file in its folder
_FOLDERS_SHOWN = 40  #: maximum folders that a message names
_LINE_END = "\n"


def read_submission(
    path: Path,
    known: Mapping[str, Suite],
    *,
    whole: bool = True,
    more: Callable[[Submission], Iterable[BrokenRule]] = lambda _: (),
) -> Submission:
    """Read and check a submission.

    Args:
        path: the submission's folder, or the ``submission.yaml`` in it.
        known: names that runs may use, by suite.
        whole: whether to check prediction files and all other files of the folder as well.
        more: yields what further rules it breaks.

    Raises:
        BadInput: if anything is wrong; it lists all problems of the submission.
    """
    if not str(path).isprintable():
        raise BadInput(
            quote_value(str(path)), "", "has control or invisible characters in its name", "rename it"
        )
    file = path / FILE_NAME if path.is_dir() else path
    if not path.exists() and not path.is_symlink():
        raise BadInput(path, "", "no such file or folder", "check the path")
    if path.is_dir() and not file.exists() and not file.is_symlink():
        if below := _folders_below(path):
            fix = f"give their names: {' '.join(below[:_FOLDERS_SHOWN])}"
            raise BadInput(path, "", f"has no {FILE_NAME}, but folders below it have", fix)
        fix = "create one with `sightbench submit new`, or name another folder"
        raise BadInput(path, "", f"has no {FILE_NAME}", fix)
    if file.name != FILE_NAME:
        fix = f"give a folder below submissions/, or its {FILE_NAME}"
        raise BadInput(path, "", f"is not a {FILE_NAME}", fix)
    folder = file.absolute().parent
    if points_outside(file, folder):
        raise BadInput(file, "", "is a link to a file outside its folder", "copy the file into the folder")
    if leaked := _find_key(file, SIZE_LIMIT):
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
        for loc, problem, fix in (*broken_rules(submission, folder, known), *more(submission))
    ]
    if whole and not found:
        found = [*_prediction_problems(submission, file.parent), *_keys_in_other_files(submission, file)]
    if found:
        raise ManyBadInputs(found)
    return submission


def read_submissions(folder: Path, known: Mapping[str, Suite]) -> tuple[Submission, ...]:
    """Read every submission in a subfolder of ``folder``, sorted by path; ``_examples`` are left out.

    Raises:
        BadInput: if there is no submission, or one is not valid; it lists all problems of the first such one.
    """
    files = sorted(folder.glob(f"[!_]*/{FILE_NAME}"))
    if not files:
        raise BadInput(folder, "", f"has no NAME/{FILE_NAME}", "give the folder of submissions")
    return tuple(read_submission(file, known) for file in files)


def _folders_below(folder: Path) -> list[str]:
    """Return the folders with a submission, at most two levels below, as they can be given to a command."""
    found = [*folder.glob(f"*/{FILE_NAME}"), *folder.glob(f"*/*/{FILE_NAME}")]
    return [shlex.quote(str(file.parent)) for file in sorted(found) if str(file).isprintable()]


def _find_key(file: Path, limit: int) -> BadInput | None:
    """Return an error if the file contains an API key, even in a comment; the key is not shown."""
    text = read_bytes(file, limit).decode("latin-1")  # accepts any bytes; keys are ASCII
    match = KEY.search(text)
    return None if match is None else _key_error(file, f"line {text.count(_LINE_END, 0, match.start()) + 1}")


def _key_error(file: Path, place: str) -> BadInput:
    fix = "revoke the key now, remove it, and name an environment variable in api_key_env"
    return BadInput(file, place, "contains what looks like an API key (not shown here)", fix)


def _prediction_problems(submission: Submission, folder: Path) -> Iterator[BadInput]:
    for path in _prediction_files(submission):
        try:
            completions = read_predictions(folder / path)
        except BadInput as error:
            yield error
            continue
        for completion in completions:  # only the fields around the text: a model may write any text
            values = [*map(str, _recorded_values(completion)), *completion.parameters.items()]
            if KEY.search(json.dumps(values, default=str)):
                yield _key_error(
                    folder / path, f"task {quote_value(completion.task_id)}, draw {completion.draw}"
                )
                break


def _recorded_values(completion: Completion) -> Iterator[object]:
    names = [field.name for field in fields(completion) if field.name != "text"]
    return (value for name in names if (value := getattr(completion, name)))


def _keys_in_other_files(submission: Submission, file: Path) -> Iterator[BadInput]:
    """Yield errors for API keys in other files of the folder, such as the manifest of a run."""
    known = {file, *(file.parent / path for path in _prediction_files(submission))}
    for path in sorted(file.parent.rglob("*")):
        if path in known or path.is_symlink() or not path.is_file() or not path.stat().st_size:
            continue
        try:
            leaked = _find_key(path, _OTHER_LIMIT)
        except BadInput as error:
            yield error
        else:
            yield from [leaked] if leaked else []


def _prediction_files(submission: Submission) -> list[str]:
    return list(
        dict.fromkeys(run.prediction_file for run in submission.runs if run.prediction_file is not None)
    )
