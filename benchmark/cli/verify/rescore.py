"""`sightbench rescore`: kept completions under a suite's new version."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import assets_option, workers_option
from benchmark.cli.shared.results_branch import rows_or_remote

_EXAMPLE = """\b
Example:
  sightbench rescore --suite code-vision --remote origin --assets OWNER/NAME
"""


@click.command(epilog=_EXAMPLE)
@click.option("--suite", required=True, help="The suite whose version was raised.")
@click.option("--dataset", default="", help="One of its data sets; all by default.")
@click.option("--slug", "slugs", multiple=True, help="This submission only; may be repeated.")
@rows_or_remote
@assets_option
@workers_option
@click.option("--dry-run", is_flag=True, help="Only say which rows would be judged again.")
def command(**options: object) -> None:
    """Judge kept completions again under the version of the suite that is here.

    Of every submission and question the newest row that an older version made, unless this version has made
    one. Adds new rows; the older ones stay on record, and the new ones take their place in the tables. What
    cannot be judged again, because its completions are not kept or tasks are new, is named and left alone.

    A row that says `verified` is followed by one that does so only when a workflow runs this; on any other
    machine the new row says `judged`.

    Reads the rows, the completions beside them (or, with --assets, in releases) and the tasks of this
    version; adds rows to --rows, or to the branch of --remote: that needs the right to push, by SSH as git
    does or with a token in GITHUB_TOKEN. Repeating it is safe: what is done is not done again. Exit code 1
    when a row was left alone.
    """
    load_and_run("benchmark.cli.verify.rescore_run", **options)
