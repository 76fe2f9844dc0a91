"""The folder of earlier nights, which several steps read."""

from pathlib import Path

from benchmark.core.errors import BadInput


def check_nightly_folder(folder: Path) -> None:
    """Check that the folder of a checkout exists; before the first night, only the checkout does.

    Raises:
        BadInput: if neither exists, because then the option is probably wrong.
    """
    if not folder.is_dir() and (folder.exists() or not folder.parent.is_dir()):
        raise BadInput(folder, "", "is not a folder", "name the folder nightly of a checkout of the branch")
