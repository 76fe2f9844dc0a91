"""`sightbench ci`: the steps of the workflows, and of a night.

They are called by `.github/workflows`, so their help has one sentence each. The pages Evaluation and Nights
say more.
"""

import click

from benchmark.cli import CommandList, LazyGroup

#: Command → (place of the command, its line in ``sightbench ci --help``).
COMMANDS: CommandList = {
    "accept": ("benchmark.cli.ci.plans:accept", "Accept a reservation for evaluation."),
    "author": ("benchmark.cli.ci.pulls:author", "Find the author of a pull request in the merge queue."),
    # Here as well, because the workflows call commands of this group only.
    "check": ("benchmark.cli.results.check:command", "Check the results branch, as `results check` does."),
    "generate": ("benchmark.cli.ci.jobs:generate", "Ask a model for the completions of one run of a plan."),
    "night-decide": (
        "benchmark.cli.ci.night:night_decide",
        "Decide if models became worse.",
    ),
    "night-discover": ("benchmark.cli.ci.night:night_discover", "Find new, renamed and vanished models."),
    "night-publish": (
        "benchmark.cli.ci.night:night_publish",
        "Push the records of a night, and update issues.",
    ),
    "plan": ("benchmark.cli.ci.plans:plan", "Plan runs without a row, or a night, and reserve the money."),
    "reconcile": (
        "benchmark.cli.ci.plans:reconcile",
        "Settle and plan again lost runs, or publish the site.",
    ),
    "record": ("benchmark.cli.ci.jobs:record", "Make rows from the files of the jobs, to sign or to push."),
    "report": ("benchmark.cli.ci.pulls:report", "Post the report on a pull request as one comment."),
    "rubric": ("benchmark.cli.ci.jobs:rubric", "Let a model judge answers by a rubric."),
    "score": ("benchmark.cli.ci.jobs:score", "Judge one shard of a run in the sandbox."),
    "seal": ("benchmark.cli.ci.jobs:seal", "Write the digests of completions before answers run."),
    "validate": ("benchmark.cli.ci.pulls:validate", "Check a pull request and judge its prediction files."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Run one step of a workflow or of a night. Every step also runs by hand, on any machine."""
