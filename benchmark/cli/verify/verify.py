"""`sightbench verify`: check published rows, and judge them again, offline."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import (
    FOLDER,
    PATH,
    assets_option,
    attestation_options,
    executor_option,
    json_option,
    workers_option,
)
from benchmark.cli.shared.results_branch import branch_option

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
def command(**options: object) -> None:
    """Check ROW, or all rows of a folder or of the results branch, against their files.

    ROW may also be the panel of a night, or the folder `nightly` with panels: id, completions and signature
    are checked, and with --judge the statuses and the models that answered. With --remote, the panels of
    the branch are checked after the rows.

    Checks for every row that its id and path match its content; that its completions, verdicts, descriptions
    (in settings with two stages) and tasks have the recorded digests; that its verdicts have the recorded
    statuses; and that the signature next to it was made for this file by the workflow `evaluate` of the
    repository in --policy or --repository, at the commit that the row names. A row without a signature is
    reported as unattested, which is not an error. With --judge, judges the completions again and compares
    every status and score; if the row records parsing success, also lints the answers again.

    Scores that a model gave to a row's answers (`sightbench rubric`) are read again from the replies next
    to them, and compared.

    A row by reference names files that others publish instead of keeping answers. They are read from
    --answers, or fetched from their addresses; only files with the recorded SHA-256 count.

    Reads the row, the files next to it, the policy and the tasks of its data set; writes nothing, but keeps
    fetched files in the folder of data sets. Needs no network and no keys, except for --remote, --assets,
    rows by reference without --answers and --executor; checks signatures with the extra `attestations`.
    Safe to repeat. Exit code 1 if anything differs.
    """
    load_and_run("benchmark.cli.verify.verify_run", **options)
