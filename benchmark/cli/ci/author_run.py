"""The work of `sightbench ci author`."""

import os
import re

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.cli.shared.say import say
from benchmark.core.errors import BadInput, quote_value

#: A branch of the merge queue. The name of the base branch may contain slashes.
_QUEUE = re.compile(r"refs/heads/gh-readonly-queue/[A-Za-z0-9._/-]+/pr-([1-9][0-9]{0,9})-[0-9a-f]{40}")


def run(*, merge_ref: str, repository: str) -> None:
    """Print the author of the pull request in the queue, and set the outputs."""
    queued = _QUEUE.fullmatch(merge_ref)
    if queued is None:
        problem = f"{quote_value(merge_ref)} is not a branch of the merge queue"
        raise BadInput("--merge-ref", "", problem, "give github.event.merge_group.head_ref")
    name = repository or CiRun.from_environment(os.environ).repository
    with RestApi.from_environment() as rest:
        author = GitHub(Repository(name, rest)).pull(int(queued[1])).user
    if author is None:
        problem = f"the account that opened pull request {queued[1]} was deleted"
        raise BadInput("--merge-ref", "", problem, "open the pull request again from another account")
    write_outputs(os.environ, {"login": author.login, "id": str(author.id)})
    say(author.login)
