"""`sightbench results retract`: a row that counts no more."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.results_branch import rows_or_remote

if TYPE_CHECKING:
    from benchmark.results.retraction import Retraction
    from benchmark.results.row import Row

_PREFIX = re.compile(r"[0-9a-f]{8,64}")
_EXAMPLE = """\b
Example:
  sightbench results retract 3f2a9c01d4e5 --remote origin --by jane \\
    --reason "The answers were made by another model." --link https://github.com/O/R/issues/12
"""


@click.command(epilog=_EXAMPLE)
@click.argument("row", metavar="ROW")
@rows_or_remote
@click.option("--reason", required=True, help="For readers: one or two sentences on one line.")
@click.option("--by", required=True, envvar="GITHUB_ACTOR", show_envvar=True, help="Who decided it.")
@click.option("--link", default="", help="https address of where it was discussed.")
def retract(
    *, row: str, rows: Path, remote: str | None, branch: str, reason: str, by: str, link: str
) -> None:
    """Withdraw the row whose id begins with ROW, from now on and for good.

    The row stays where it is, and a leaderboard of an earlier day still has it. An older row of the same
    submission counts again, unless it is withdrawn, too.

    Adds one file, retractions/ID.json, to --rows, or with --remote to the branch: that needs the right to
    push, by SSH as git does or with a token in GITHUB_TOKEN. Repeating it is safe: the first one stays.
    """
    from benchmark.cli.shared.results_branch import opened
    from benchmark.results import layout
    from benchmark.results.branch import publish

    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    words = {"reason": reason, "by": by, "link": link, "date": now}
    if remote is None:
        path = _retract(rows, row, words)
        click.echo("withdrawn already" if path is None else f"wrote {click.format_filename(path)}")
        return

    def write(checkout: Path) -> str | None:
        path = _retract(checkout / layout.ROWS, row, words)
        return None if path is None else f"Withdraw row {path.stem[:12]}\n\n{reason}\n\nBy {by}. {link}"

    with opened(remote, branch) as there:
        done = publish(
            there.address,
            write,
            folder=there.folder,
            branch=branch,
            token=there.token,
            report=lambda note: click.echo(note, err=True),
        )
    click.echo(
        "withdrawn already" if done.commit is None else f"pushed {done.added[0]} as {done.commit[:12]}"
    )


def _retract(rows: Path, name: str, words: dict[str, str]) -> Path | None:
    from benchmark.results.retraction import write_retraction

    return write_retraction(rows, _retraction(_row(rows, name), words))


def _retraction(row: "Row", words: dict[str, str]) -> "Retraction":
    from benchmark.results.retraction import retraction_of

    return retraction_of(
        row, reason=words["reason"], date=words["date"], by=words["by"], link=words["link"], named="options"
    )


def _row(rows: Path, name: str) -> "Row":
    """The only row whose id begins so."""
    from benchmark.core.errors import BadInput, shown
    from benchmark.results.ledger import read_row_in_place, row_files

    if not _PREFIX.fullmatch(name):
        raise BadInput("ROW", "", f"{shown(name)} is no id of a row", "give its first 8 characters or more")
    found = [path for path in row_files(rows) if path.stem.startswith(name)]
    if len(found) != 1:
        fix = "give more of its id" if found else "see sightbench results list"
        raise BadInput("ROW", "", f"{len(found) or 'no'} rows of {rows} begin with {name}", fix)
    return read_row_in_place(rows, found[0])
