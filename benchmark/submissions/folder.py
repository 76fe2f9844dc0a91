"""All submissions of a folder."""

from collections.abc import Mapping
from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.names import SuiteNames
from benchmark.submissions.schema import Submission


def read_submissions(folder: Path, known: Mapping[str, SuiteNames]) -> tuple[Submission, ...]:
    """Every submission that has a folder of its own below ``folder``, by slug; examples are left out.

    Raises:
        BadInput: with every problem of the first one that is wrong, and when there is none.
    """
    paths = sorted(
        path.parent for path in folder.glob(f"*/{FILE_NAME}") if not path.parent.name.startswith("_")
    )
    if not paths:
        raise BadInput(folder, "", f"holds no NAME/{FILE_NAME}", "name the folder of submissions")
    return tuple(read_submission(path, known) for path in paths)
