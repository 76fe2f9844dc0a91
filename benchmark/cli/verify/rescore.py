"""`sightbench rescore`: judge stored completions again with a suite's new version."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import assets_option, executor_option, json_option, workers_option
from benchmark.cli.shared.results_branch import rows_or_remote

_EXAMPLE = """\b
Example:
  sightbench rescore --suite code-vision --remote origin --assets OWNER/NAME
"""


@click.command(epilog=_EXAMPLE)
@click.option("--suite", required=True, help="Suite whose version was raised.")
@click.option("--dataset", default="", help="Only rows of this data set; by default all.")
@click.option("--slug", "slugs", multiple=True, help="Only rows of this submission; may be repeated.")
@rows_or_remote
@assets_option
@executor_option
@workers_option
@click.option("--dry-run", is_flag=True, help="Only print which rows would be judged again.")
@json_option
def command(**options: object) -> None:
    """Judge stored completions again with this version of the suite.

    Judges the newest row of each submission, data set, setting, protocol, prompt and extraction rule, if an
    older version of the suite made it. Adds new rows, which replace the older ones in the tables; the older
    ones stay stored. Prints the reason if a row cannot be judged again: its completions are not stored, the
    new version has additional tasks, or this machine does not have the tasks.

    If a workflow runs this command, the new row of a `verified` row is `verified`, too; on any other machine
    it is `judged`.

    Reads the rows, the completions next to them (or with --assets in releases) and the tasks. Adds rows to
    --rows, or to the results branch of --remote. To push, it needs access over SSH as git does, or a token in
    GITHUB_TOKEN. Safe to repeat: rows that are done are skipped. Exit code 1 if a row could not be judged
    again.
    """
    load_and_run("benchmark.cli.verify.rescore_run", **options)
