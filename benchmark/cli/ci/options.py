"""Options that several `sightbench ci` commands share."""

import click

from benchmark.cli.shared.options import FOLDER, PATH, preset_path

plan_option = click.option(
    "--plan", "plan_file", type=PATH, required=True, help="Plan file, written by `plan`."
)
digest_option = click.option("--digest", help="SHA-256 of the plan that `accept` wrote, its output `digest`.")
job_option = click.option("--job", "job", required=True, help="Id of the job in the plan.")
submissions_option = preset_path("--submissions", default="submissions", help="Folder of merged submissions.")
artifacts_option = click.option(
    "--artifacts",
    type=FOLDER,
    required=True,
    help="Folder of artifacts, with one folder per job, named by job id.",
)
policy_option = preset_path(
    "--policy",
    default="policy.yml",
    help="Policy of the base branch: budgets, allowed models and runners.",
    type=PATH,
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
plan_out_option = preset_path("--out", default="build/ci/plan.json", help="Plan file to write.", type=PATH)
date_option = click.option("--date", metavar="DATE", default="", help="The day, such as 2026-01-31.")
