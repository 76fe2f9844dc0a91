"""`sightbench verify`: check published rows, and judge them again, offline."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    assets_option,
    attestation_options,
    executor_option,
    json_option,
    workers_option,
)
from benchmark.cli.shared.results_branch import branch_option, rows_folder
from benchmark.core.errors import BadInput, Differs
from benchmark.results.layout import NIGHTLY

if TYPE_CHECKING:
    from benchmark.cli.verify.rows import Checks

_EXAMPLES = """\b
Examples:
  sightbench verify results/code-vision/rebuilt/acme-vl-7b/ID.json
  sightbench verify results
  sightbench verify nightly/panels/code-vision/open/acme-vl-7b/2026-11-20.ID.json
  sightbench verify --remote https://github.com/OWNER/NAME --assets OWNER/NAME --judge
"""


@click.command(epilog=_EXAMPLES)
@json_option
@click.argument("rows", metavar="[ROW]", type=PATH, required=False)
@click.option(
    "--remote",
    metavar="REMOTE",
    help="Check all rows on the results branch of this repository instead of ROW.",
)
@branch_option
@click.option(
    "--judge/--no-judge",
    default=None,
    help="Judge the completions again in the sandbox. Default: yes for one row, no for several.",
)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="Task file of the row, if this machine does not have its data set.",
)
@click.option("--predictions", type=PATH, help="Completions of the row, if they are not stored next to it.")
@click.option(
    "--answers",
    type=FOLDER,
    help="Folder with the files of rows by reference, such as a clone of their repository; by default they"
    " are fetched if the answers are judged.",
)
@assets_option
@attestation_options
@executor_option
@workers_option
def command(
    *,
    rows: Path | None,
    remote: str | None,
    branch: str,
    judge: bool | None,
    tasks: tuple[Path, ...],
    predictions: Path | None,
    answers: Path | None,
    assets: str,
    policy: Path,
    repository: str,
    trusted_root: Path | None,
    executor: str,
    workers: int | None,
    as_json: bool,
) -> None:
    """Check ROW, or all rows of a folder or of the results branch, against their files.

    ROW may also be the panel of a night, or the folder `nightly` with panels: id, completions and signature
    are checked, and with --judge the statuses and the models that answered. With --remote, the panels of
    the branch are checked after the rows.

    Checks for every row that its id and path match its content; that its completions, verdicts, descriptions
    (in settings with two stages) and tasks have the recorded digests; that its verdicts have the recorded
    statuses; and that the signature next to it was made for this file by the workflow `run` of the
    repository in --policy or --repository, at the commit that the row names. A row without a signature is
    reported as unattested, which is not an error. For one row, prints its scores. With --judge, judges the
    completions again and compares every status and score; if the row records parsing success, also lints the
    answers again.

    Scores that a model gave to a row's answers (`sightbench rubric`) are read again from the replies next
    to them, and compared.

    A row by reference names files that others publish instead of keeping answers. They are read from
    --answers, or fetched from their addresses; only files with the recorded SHA-256 count.

    Reads the row, the files next to it, the policy and the tasks of its data set; writes nothing, but keeps
    fetched files in the folder of data sets. Needs no network and no keys, except for --remote, --assets,
    rows by reference without --answers and --executor; checks signatures with the extra `attestations`.
    Safe to repeat. Exit code 1 if anything differs.
    """
    from benchmark.cli.shared.assets import asset_fetcher
    from benchmark.cli.shared.check_report import check_report
    from benchmark.cli.shared.options import executor_when_needed
    from benchmark.cli.shared.row_signatures import attestation_checker
    from benchmark.cli.verify.rows import Checks, verify_one_panel, verify_panels, verify_row, verify_rows
    from benchmark.results.ledger import row_files
    from benchmark.results.nights import RECORD_NAME, panel_files

    with check_report(as_json), contextlib.ExitStack() as stack:
        if (rows is None) == (remote is None):
            problem = "cannot be used with ROW" if rows else "is missing, and so is --remote"
            raise BadInput(
                "--remote" if rows else "ROW", "", problem, "name a row, a folder of rows or a repository"
            )
        one_record = rows is not None and not rows.is_dir()
        checks = Checks(
            judge=one_record if judge is None else judge,
            executor=executor_when_needed(executor, workers, stack),
            attestations=attestation_checker(policy, repository, trusted_root),
            fetch=asset_fetcher(assets, stack),
            answers=answers,
        )
        if rows is not None and one_record:
            (verify_one_panel if RECORD_NAME.fullmatch(rows.name) else verify_row)(
                rows, tasks, predictions, checks
            )
            return
        for given, name in ((tasks, "--tasks"), (predictions, "--predictions")):
            if given:
                raise BadInput(name, "", "can only be used with one row", "name the row")
        has_panels = rows is not None and any(panel_files(rows))
        if rows is not None and not has_panels and not any(row_files(rows)):
            fix = "name a folder with <suite>/<dataset>/<slug>/<id>.json, or the folder nightly with panels"
            raise BadInput(rows, "", "contains no rows", fix)
        folder = stack.enter_context(rows_folder(rows or Path(), remote, branch))
        nightly = folder.parent / NIGHTLY
        if has_panels:
            problems = _check(verify_panels, folder, checks)
        else:
            problems = _check(verify_rows, folder, checks)
            if remote is not None and any(panel_files(nightly)):
                problems += _check(verify_panels, nightly, checks)
        if problems:
            raise Differs("; ".join(problems))


def _check(run_all: Callable[[Path, Checks], None], folder: Path, checks: Checks) -> list[str]:
    """Check all rows or all panels; return what differs, so that the others are checked, too."""
    try:
        run_all(folder, checks)
    except Differs as error:
        return [str(error)]
    return []
