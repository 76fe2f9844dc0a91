"""The folders that several steps read: earlier nights, and submissions."""

from pathlib import Path

from benchmark.core.errors import BadInput
from benchmark.results.layout import NIGHTLY


def check_nightly_folder(folder: Path) -> None:
    """Check that the folder of a checkout exists; before the first night, only the checkout does.

    Raises:
        BadInput: if neither exists, or the folder has another name: then the option is probably wrong, and
            "no panels" would follow from it.
    """
    first = folder.name == NIGHTLY and folder.parent.is_dir() and not folder.exists()
    if not folder.is_dir() and not first:
        raise BadInput(folder, "", "is not a folder", "name the folder nightly of a checkout of the branch")


def check_submissions(folder: Path) -> None:
    """Check that the folder of submissions exists.

    Raises:
        BadInput: if it does not, because then no model would have a submission.
    """
    if not folder.is_dir():
        raise BadInput(folder, "", "is not a folder of submissions", "name one with --submissions")
