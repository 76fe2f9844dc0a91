"""`sightbench results retract`: withdraw a row."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.results_branch import remote_branch, rows_or_remote
from benchmark.core.errors import BadInput, quote_value
from benchmark.results import layout

if TYPE_CHECKING:
    from benchmark.results.row import Row

_EXAMPLE = """\b
Example:
  sightbench results retract 3f2a9c01d4e5 --remote origin --by jane \\
    --reason "The answers were made by another model." --link https://github.com/O/R/issues/12
"""
_PREFIX = re.compile(r"[0-9a-f]{8,64}")


@click.command(epilog=_EXAMPLE)
@click.argument("row", metavar="ROW")
@rows_or_remote
@click.option("--reason", required=True, help="Reason for readers: one or two sentences on one line.")
@click.option(
    "--by", required=True, envvar="GITHUB_ACTOR", show_envvar=True, help="Who decided to withdraw the row."
)
@click.option("--link", default="", help="https address of the discussion.")
def command(
    *, row: str, rows: Path, remote: str | None, branch: str, reason: str, by: str, link: str
) -> None:
    """Withdraw the row whose id begins with ROW, permanently.

    The row stays stored, and the leaderboard of an earlier day still shows it. The submission's previous row
    for the same run counts again, unless it is withdrawn, too.

    Adds one file, retractions/ID.json, to --rows, or to the results branch of --remote. To push, it needs
    access over SSH as git does, or a token in GITHUB_TOKEN. Safe to repeat: the first retraction stays.
    """
    from benchmark.results.branch_record import present_moment

    words = {"reason": reason, "by": by, "link": link, "date": present_moment()}
    if remote is None:
        path = _retract(rows, row, words)
        click.echo("already withdrawn" if path is None else f"wrote {click.format_filename(path)}")
        return

    def write(checkout: Path) -> str | None:
        # In each new checkout, because another writer may have withdrawn the row in between.
        path = _retract(checkout / layout.ROWS, row, words)
        return None if path is None else f"Withdraw row {path.stem[:12]}\n\n{reason}\n\nBy {by}. {link}"

    with remote_branch(remote, branch) as target:
        published = target.publish(write)
    click.echo(
        "already withdrawn"
        if published.commit is None
        else f"pushed {published.added[0]} as {published.commit[:12]}"
    )


def _retract(rows: Path, name: str, words: dict[str, str]) -> Path | None:
    """Write the retraction of a row and return its path; None if it was already withdrawn."""
    from benchmark.results.branch_record import add_record
    from benchmark.results.ledger import retraction_of

    retraction = retraction_of(_find_row(rows, name), named="options", **words)
    known = retraction.path(rows).exists()
    path = add_record(rows, retraction)
    return None if known else path


def _find_row(rows: Path, name: str) -> Row:
    """Return the only row whose id begins with ``name``."""
    from benchmark.results.branch_record import read_record
    from benchmark.results.ledger import row_files
    from benchmark.results.row import Row

    if not _PREFIX.fullmatch(name):
        raise BadInput(
            "ROW",
            "",
            f"{quote_value(name)} is not the id of a row",
            "give at least the first 8 characters of the id",
        )
    found = [path for path in row_files(rows) if path.stem.startswith(name)]
    if len(found) != 1:
        fix = "give more characters of the id" if found else "list the ids with `sightbench results list`"
        raise BadInput("ROW", "", f"{len(found) or 'no'} rows of {rows} begin with {name}", fix)
    return read_record(Row, found[0], rows)
