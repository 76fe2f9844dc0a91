"""Options that name the results branch or a folder of rows, and access to it."""

import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from benchmark.cli.shared.options import Command, preset_option, preset_path
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.results import layout
from benchmark.results.branch import BRANCH, PublishOutcome, Write, check_out, publish
from benchmark.results.git import Git, GitFailure, check_remote

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_TOKEN = "GITHUB_TOKEN"  # noqa: S105 - the name of a variable

remote_option = preset_option(
    "--remote",
    metavar="REMOTE",
    default="origin",
    help="Repository with the branch: a folder, an address, or a remote of the clone in this folder.",
)
branch_option = preset_option("--branch", default=BRANCH, help="Name of the results branch.")


def rows_or_remote(command: Command) -> Command:
    """Add --rows, --remote and --branch: rows in a folder, or on the results branch of a repository."""
    for option in (
        branch_option,
        click.option(
            "--remote",
            metavar="REMOTE",
            help="Use the results branch of this repository instead of --rows: a folder, an address, or a"
            " remote of the clone in this folder.",
        ),
        preset_path("--rows", default="results", help="Folder of rows."),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsRemote:
    """A repository, its results branch, and a temporary folder for a checkout."""

    address: str
    branch: str
    token: str
    folder: Path  #: for the checkout; does not exist yet

    def publish(self, write: Write, needed: Sequence[str] = ()) -> PublishOutcome:
        """Add files to the branch, while others may do the same; errors as in ``results.branch.publish``."""
        return publish(
            self.address,
            write,
            folder=self.folder,
            branch=self.branch,
            token=self.token,
            needed=needed,
            report=say_note,
        )


@contextmanager
def remote_branch(remote: str, branch: str) -> Iterator[ResultsRemote]:
    """Yield the repository that --remote names, with a temporary folder that is deleted afterwards.

    Raises:
        BadInput: for a name that is not a remote of this clone, and an address that we do not give to git.
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
    """Yield the folder of rows: --rows, or a checkout of the newest commit of the branch.

    Raises:
        BadInput: if the folder or the branch does not exist.
    """
    if remote is None:
        if not rows.is_dir():
            raise BadInput(
                rows,
                "",
                "is not a folder",
                "name a folder of rows with --rows, or a repository with --remote",
            )
        yield rows
        return
    with remote_branch(remote, branch) as target:
        check_out(target.address, folder=target.folder, branch=target.branch, token=target.token)
        yield target.folder / layout.ROWS


def _address(remote: str) -> str:
    if not _NAME.fullmatch(remote) or Path(remote).is_dir():
        return check_remote(remote)
    try:
        return check_remote(Git(Path.cwd()).text("remote", "get-url", "--", remote))
    except GitFailure:
        problem = f"{quote_value(remote)} is neither a folder nor a remote of the clone in this folder"
        raise BadInput("--remote", "", problem, "name a folder or an address") from None
