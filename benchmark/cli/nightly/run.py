"""`sightbench nightly run`: draw the panels of a plan on this machine."""

from pathlib import Path

import click

from benchmark.cli.ci.options import plan_option, policy_option, submissions_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import FOLDER, workers_option


@click.command()
@plan_option
@submissions_option
@policy_option
@click.option(
    "--out",
    type=FOLDER,
    default=Path("build/nightly/panels"),
    show_default=True,
    help="Folder of the night: artifacts of the jobs in `jobs`, panels in `nightly`.",
)
@workers_option
def command(**options: object) -> None:
    """Draw the panels of a night on this machine: ask the models, judge the answers, write the panels.

    Does what `sightbench ci generate`, `score` and `rows` do for one job each. All questions come first; then
    the keys of these models are removed from the environment, and the answers are judged in the sandbox.
    Panels and outages are written to `nightly` in --out, with the layout of the results branch.

    Reads the plan of `sightbench nightly plan`, the submissions and the policy. Needs the network and the
    keys of the models. Each panel spends at most what the plan reserves for it.

    Safe to repeat, also after Ctrl-C: completions that are there are not asked for again, and panels that are
    there are kept. If a panel fails, the others are still made, and the exit code is 2 or 3.
    """
    load_and_run("benchmark.cli.nightly.run_run", **options)
