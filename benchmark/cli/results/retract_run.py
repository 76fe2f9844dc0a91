"""The work of `sightbench results retract`."""

import re
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmark.cli.shared.results_branch import remote_branch
from benchmark.cli.shared.say import say_note
from benchmark.core.errors import BadInput, quote_value
from benchmark.results import layout
from benchmark.results.branch import publish
from benchmark.results.ledger import read_row_in_place, row_files
from benchmark.results.retraction import Retraction, retraction_of, write_retraction
from benchmark.results.row import Row

_PREFIX = re.compile(r"[0-9a-f]{8,64}")


def run(*, row: str, rows: Path, remote: str | None, branch: str, reason: str, by: str, link: str) -> None:
    """Add a retraction to a folder of rows or to the branch."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    words = {"reason": reason, "by": by, "link": link, "date": now}
    if remote is None:
        path = _retract(rows, row, words)
        click.echo("already withdrawn" if path is None else f"wrote {click.format_filename(path)}")
        return

    def write(checkout: Path) -> str | None:
        path = _retract(checkout / layout.ROWS, row, words)
        return None if path is None else f"Withdraw row {path.stem[:12]}\n\n{reason}\n\nBy {by}. {link}"

    with remote_branch(remote, branch) as target:
        published = publish(
            target.address,
            write,
            folder=target.folder,
            branch=branch,
            token=target.token,
            report=say_note,
        )
    click.echo(
        "already withdrawn"
        if published.commit is None
        else f"pushed {published.added[0]} as {published.commit[:12]}"
    )


def _retract(rows: Path, name: str, words: dict[str, str]) -> Path | None:
    return write_retraction(rows, _retraction(_find_row(rows, name), words))


def _retraction(row: Row, words: dict[str, str]) -> Retraction:
    return retraction_of(
        row, reason=words["reason"], date=words["date"], by=words["by"], link=words["link"], named="options"
    )


def _find_row(rows: Path, name: str) -> Row:
    """Return the only row whose id begins with ``name``."""
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
    return read_row_in_place(rows, found[0])
