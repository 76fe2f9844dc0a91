"""`sightbench ci`: the steps of the workflows."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, its line in ``sightbench ci --help``).
COMMANDS: CommandList = {
    "accept": ("benchmark.cli.ci.accept", "Accept the plan of a submission for evaluation."),
    "author": ("benchmark.cli.ci.author", "Find the author of a pull request in the merge queue."),
    "check": ("benchmark.cli.ci.check", "Check that nobody rewrote the results branch since the last check."),
    "generate": ("benchmark.cli.ci.generate", "Ask a model for the completions of one run of a plan."),
    "plan": ("benchmark.cli.ci.plan", "Find the runs without a row, and split them into jobs."),
    "publish": ("benchmark.cli.ci.publish", "Publish the site again if it is older than the rows."),
    "reconcile": ("benchmark.cli.ci.reconcile", "Plan again for runs without a row."),
    "record": ("benchmark.cli.ci.record", "Make rows from the files of the jobs, and push them."),
    "report": ("benchmark.cli.ci.report", "Post the report on a pull request as one comment."),
    "rows": ("benchmark.cli.ci.rows", "Make rows from the files of the jobs, for GitHub to sign."),
    "rubric": ("benchmark.cli.ci.rubric", "Let a model judge answers by a rubric."),
    "score": ("benchmark.cli.ci.score", "Judge one shard of a run in the sandbox."),
    "start": ("benchmark.cli.ci.start", "Start an evaluation for each plan of a submission."),
    "validate": ("benchmark.cli.ci.validate", "Check a pull request and judge its prediction files."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """Run one step of a workflow.

    The workflows call these commands. They run on any machine, so you can repeat by hand what a workflow did.
    """
