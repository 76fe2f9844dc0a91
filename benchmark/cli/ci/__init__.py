"""`sightbench ci`: what the steps of the workflows call, each a module loaded when it is asked for."""

import click

from benchmark.cli.shared.lazy import CommandList, LazyGroup

#: Command → (module with an attribute ``command``, line in ``sightbench ci --help``).
COMMANDS: CommandList = {
    "check": ("benchmark.cli.results.check", "Check that nobody changed the branch of results."),
    "generate": ("benchmark.cli.ci.generate", "Ask a model for the completions of one run of a plan."),
    "plan": ("benchmark.cli.ci.plan", "Find the runs without row, and cut them into jobs."),
    "reconcile": ("benchmark.cli.ci.reconcile", "Start again what nobody works on."),
    "record": ("benchmark.cli.ci.record", "Make rows of what the jobs left, and push them."),
    "report": ("benchmark.cli.ci.report", "Post what the check of a pull request found, as one comment."),
    "rubric": ("benchmark.cli.ci.rubric", "Let a model judge answers against a rubric."),
    "runner": ("benchmark.cli.ci.runner", "Register a self-hosted runner for one job."),
    "score": ("benchmark.cli.ci.score", "Judge one shard of a run in the sandbox."),
    "validate": ("benchmark.cli.ci.validate", "Check a pull request and judge its prediction files."),
}


@click.group(cls=LazyGroup, listed=COMMANDS)
def command() -> None:
    """The stages of continuous integration: each step of a workflow is one of these commands.

    They run on any machine, so that what a workflow did can be done again by hand.
    """
