"""`sightbench nightly rejudge`: judge kept completions of panels again."""

import click

from benchmark.cli.nightly.options import nightly_option, out_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import assets_option, workers_option


@click.command()
@nightly_option
@out_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="Maximum number of panels to judge; call the command again for the others.",
)
@click.option("--dry-run", is_flag=True, help="Only print which panels would be judged again.")
@assets_option
@workers_option
def command(**options: object) -> None:
    """Judge kept completions again, of panels whose suite, judge, guest or tasks are not today's.

    Of each series, night and stage, judges the panel with the newest versions in the sandbox, unless one with
    today's versions is in --nightly or --out; the oldest nights first. The new panels have the old night and
    the new versions. The old ones stay; nothing is compared between old and new ones.

    Reads the panels in --nightly with the completions next to them (above 1 MB, with --assets from a
    release) and the tasks. Writes new panels and their completions to OUT/nightly/panels. Needs no network,
    except for --assets. Refuses to run where a secret is set. Safe to repeat, and to continue after an
    interruption. Lists panels whose completions or tasks are not here, with the reason. Exit code 3 if this
    machine failed to judge a panel.
    """
    load_and_run("benchmark.cli.nightly.rejudge_run", **options)
