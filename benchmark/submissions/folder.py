"""Reads all submissions of a folder."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import Submission


def read_submissions(folder: Path, known: Mapping[str, SuiteNames]) -> tuple[Submission, ...]:
    """Read every submission in a subfolder of ``folder``, sorted by path; ``_examples`` are left out.

    Raises:
        BadInput: if there is no submission, or one is not valid; it lists all problems of the first such one.
    """
    paths = sorted(
        path.parent for path in folder.glob(f"*/{FILE_NAME}") if not path.parent.name.startswith("_")
    )
    if not paths:
        raise BadInput(folder, "", f"has no NAME/{FILE_NAME}", "give the folder of submissions")
    return tuple(read_submission(path, known) for path in paths)
