"""`sightbench verify`: check published rows, and judge them again, offline."""

import click

from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import PATH, assets_option, workers_option
from benchmark.cli.shared.results_branch import branch_option

_EXAMPLES = """\b
Examples:
  sightbench verify results/code-vision/rebuilt/acme-vl-7b/ID.json
  sightbench verify results
  sightbench verify --remote https://github.com/OWNER/NAME --assets OWNER/NAME --judge
"""


@click.command(epilog=_EXAMPLES)
@click.argument("rows", metavar="[ROW]", type=PATH, required=False)
@click.option("--remote", metavar="REMOTE", help="Instead: all rows on the branch of this repository.")
@branch_option
@click.option(
    "--judge/--no-judge",
    default=None,
    help="Judge the completions again, in the sandbox. By default for one row, and not for many.",
)
@click.option(
    "--tasks",
    type=PATH,
    multiple=True,
    help="The row's task file, where its suite has no such data set here.",
)
@click.option("--predictions", type=PATH, help="The row's completions, where they do not stand beside it.")
@assets_option
@workers_option
def command(**options: object) -> None:
    """Check ROW, or all rows of a folder or a branch, against what they were made from.

    For every row: its id is that of what it holds, it stands in its place, its completions, verdicts,
    descriptions (in settings of two stages) and tasks have the digests that it says, and its verdicts the
    statuses. With --judge the completions are judged again and every status and score is compared; where the
    row says how many answers parse, they are linted again as well.

    Reads the row, the completions beside it and the tasks of its data set; writes nothing. Needs no network
    and no keys, but for --remote and --assets. Repeating it is safe. Exit code 1 when anything differs.
    """
    load_and_run("benchmark.cli.verify.verify_run", **options)
