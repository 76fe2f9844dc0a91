"""Reading a submission with all its rules. Every problem of one submission is reported at once."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import ValidationError

from benchmark.core.errors import BadInput, ManyBadInputs, shown
from benchmark.files.bounded import read_bytes
from benchmark.files.predictions import read_predictions
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.wording import Loc, field_path, problems
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.rules import broken_rules, leaves
from benchmark.submissions.schema import Submission

FILE_NAME = "submission.yaml"
SIZE_LIMIT = 128 * 1024  #: bytes of a submission file

_KEY = re.compile(
    rb"\b(?:sk-(?=[\w-]*\d)[\w-]{16,}|AIza[\w-]{30,}|gh[opsu]_\w{30,}|github_pat_\w{30,}|hf_\w{30,}|AKIA[A-Z0-9]{16})"
)


def read_submission(path: Path, known: Mapping[str, SuiteNames]) -> Submission:
    """The submission in a folder, or in its ``submission.yaml``; its prediction files are read too.

    Args:
        path: the folder or the file.
        known: what runs may name, by suite.

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
    if leaked := _literal_key(file):
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
    found = found or list(_unsound_predictions(submission, file.parent))
    if found:
        raise ManyBadInputs(found)
    return submission


def _literal_key(file: Path) -> BadInput | None:
    """A secret in the file, in a comment too; it is never shown."""
    data = read_bytes(file, SIZE_LIMIT)
    match = _KEY.search(data)
    if match is None:
        return None
    line = data.count(b"\n", 0, match.start()) + 1
    fix = "revoke it now, remove it, and name an environment variable in api_key_env"
    return BadInput(file, f"line {line}", "holds what looks like an API key (not shown here)", fix)


def _unsound_predictions(submission: Submission, folder: Path) -> Iterator[BadInput]:
    for path in dict.fromkeys(run.predictions for run in submission.runs if run.predictions is not None):
        try:
            read_predictions(folder / path)
        except BadInput as error:
            yield error
