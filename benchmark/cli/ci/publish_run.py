"""The work of `sightbench ci publish`."""

import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.plan.publishing import PublishedSite, publish
from benchmark.cli.shared.say import say
from benchmark.results.git import Git


def run(*, rows: Path, repository: str, workflow: str, ref: str, dry_run: bool) -> None:
    """Compare the published site with the rows, and start the workflow if the site is older."""
    newest = Git(rows.parent).text("rev-parse", "HEAD")
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        at = Repository(name, rest)
        done = publish(
            PublishedSite(at), GitHub(at), results=newest, workflow=workflow, branch=ref, dry=dry_run
        )
    if not done.behind:
        say("the site shows every row and page")
    elif done.started:
        say(f"{workflow} {'would be ' if dry_run else ''}started: {done.behind}")
    else:
        say(f"{workflow} is already in progress: {done.behind}")
