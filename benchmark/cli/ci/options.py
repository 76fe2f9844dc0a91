"""Options that several `sightbench ci` commands share."""

from pathlib import Path

import click

from benchmark.cli.shared.options import FOLDER, PATH

plan_option = click.option(
    "--plan", "plan_file", type=PATH, required=True, help="Plan file, written by `plan`."
)
digest_option = click.option("--digest", help="SHA-256 of the plan that `accept` wrote, its output `digest`.")
job_option = click.option("--job", "job", required=True, help="Id of the job in the plan.")
submissions_option = click.option(
    "--submissions",
    type=FOLDER,
    default=Path("submissions"),
    show_default=True,
    help="Folder of merged submissions.",
)
artifacts_option = click.option(
    "--artifacts",
    type=FOLDER,
    required=True,
    help="Folder of artifacts, with one folder per job, named by job id.",
)
policy_option = click.option(
    "--policy",
    type=PATH,
    default=Path("policy.yml"),
    show_default=True,
    help="Policy of the base branch: budgets, allowed models and runners.",
)
rows_option = click.option(
    "--rows", type=FOLDER, required=True, help="Folder `results` in a checkout of the results branch."
)
out_option = click.option("--out", type=FOLDER, required=True, help="Folder for the files of this job only.")

repository_option = click.option(
    "--repository", default="", metavar="OWNER/NAME", help="By default the one in GITHUB_REPOSITORY."
)
nightly_option = click.option(
    "--nightly", type=FOLDER, required=True, help="Folder `nightly` in a checkout of the results branch."
)
night_out_option = click.option(
    "--out", type=FOLDER, required=True, help="Folder for the new files, below OUT/nightly."
)
plan_out_option = click.option(
    "--out", type=PATH, default=Path("build/ci/plan.json"), show_default=True, help="Plan file to write."
)
date_option = click.option("--date", metavar="DATE", default="", help="The day, such as 2026-01-31.")
