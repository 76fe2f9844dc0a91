"""`sightbench ci judge-again`: judge rows without a signature again."""

import click

from benchmark.cli.ci.options import out_option, policy_option, rows_option
from benchmark.cli.shared.lazy import load_and_run
from benchmark.cli.shared.options import workers_option


@click.command("judge-again")
@rows_option
@policy_option
@click.option(
    "--repository", default="", help="The repository, OWNER/NAME; by default the one in GITHUB_REPOSITORY."
)
@out_option
@workers_option
def command(**options: object) -> None:
    """Judge the kept completions of rows without a signature again, and compare the ids.

    Only rows of the last 30 days that name a workflow run of the repository: GitHub does not repeat older
    runs, so their signature cannot be renewed. Does nothing if the policy does not name the repository.

    Reads the rows and the completions next to them; downloads completions above 1 MB from releases, without
    a token. Writes judged.json to --out, for `sightbench ci renew`. Refuses to run where a secret is set.
    Safe to repeat.
    """
    load_and_run("benchmark.cli.ci.judge_again_run", **options)
