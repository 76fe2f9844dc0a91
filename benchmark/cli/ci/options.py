"""Options that several `sightbench ci` commands share, and what they read in the same way."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER, PATH

plan_option = click.option(
    "--plan", "plan_file", type=PATH, required=True, help="What `sightbench ci plan` wrote."
)
job_option = click.option("--job", "job", required=True, help="Id of a job of the plan.")
submissions_option = click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of merged submissions.",
)
policy_option = click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="What the base branch lends to submissions.",
)
gpus_option = click.option(
    "--gpus",
    help="Names of the kinds of GPU runner that take jobs now, with spaces between; runs for others wait."
    "  [all of the policy]",
)
rows_option = click.option(
    "--rows", type=FOLDER, required=True, help="Folder `results` of a checkout of the branch of results."
)
statuses_option = click.option("--statuses", type=FOLDER, help="Folder of statuses  [`status` beside --rows]")
out_option = click.option(
    "--out", type=FOLDER, required=True, help="The job's folder: becomes its artifact; one job a folder."
)
