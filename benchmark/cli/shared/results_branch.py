"""What commands about the branch of results share: which repository, which branch, whose token."""

import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import click

from benchmark.cli.shared.options import FOLDER
from benchmark.results.branch import BRANCH

Command = TypeVar("Command", bound=Callable[..., object])

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TOKEN = "GITHUB_TOKEN"  # noqa: S105 - the name of a variable

remote_option = click.option(
    "--remote",
    metavar="REMOTE",
    default="origin",
    show_default=True,
    help="Repository with the branch: a folder, an address, or a remote of the clone here.",
)
branch_option = click.option("--branch", default=BRANCH, show_default=True, help="Name of the branch.")


def rows_or_remote(command: Command) -> Command:
    """Rows in a folder, or on the branch of a repository."""
    for option in (
        branch_option,
        click.option(
            "--remote",
            metavar="REMOTE",
            help="Use the branch of this repository instead: a folder, an address, or a remote of the clone.",
        ),
        click.option(
            "--rows", type=FOLDER, default=Path("results"), show_default=True, help="Folder of rows."
        ),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsRemote:
    """A repository with its branch, and a folder to work in."""

    address: str
    branch: str
    token: str
    folder: Path  #: not there yet


@contextmanager
def opened(remote: str, branch: str) -> Iterator[ResultsRemote]:
    """The repository that an option names, with a working folder that is gone afterwards.

    Raises:
        BadInput: for a name that the clone here does not know, and an address that git is not pointed at.
    """
    with tempfile.TemporaryDirectory(prefix="sightbench-") as folder:
        yield ResultsRemote(
            address=_address(remote),
            branch=branch,
            token=os.environ.get(_TOKEN, ""),
            folder=Path(folder) / "branch",
        )


@contextmanager
def rows_folder(rows: Path, remote: str | None, branch: str) -> Iterator[Path]:
    """The folder of rows that the options name: as it is, or the newest state of a branch.

    Raises:
        BadInput: when there is none.
    """
    from benchmark.core.errors import BadInput
    from benchmark.results import layout
    from benchmark.results.branch import check_out

    if remote is None:
        if not rows.is_dir():
            raise BadInput(
                rows, "", "is no folder of rows", "name one with --rows, or a repository with --remote"
            )
        yield rows
        return
    with opened(remote, branch) as there:
        check_out(there.address, folder=there.folder, branch=there.branch, token=there.token)
        yield there.folder / layout.ROWS


def _address(remote: str) -> str:
    from benchmark.core.errors import BadInput, shown
    from benchmark.results.git import Git, GitFailure, check_remote

    if not _NAME.fullmatch(remote) or Path(remote).is_dir():
        return check_remote(remote)
    try:
        return check_remote(Git(Path.cwd()).text("remote", "get-url", "--", remote))
    except GitFailure:
        problem = f"{shown(remote)} is neither a folder nor a remote of a clone here"
        raise BadInput("--remote", "", problem, "name a folder or an address") from None
