"""The work of `sightbench ci renew`."""

import datetime
import os
from pathlib import Path

from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.repository import GitHub, Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.github.workflow_runs import WorkflowRuns
from benchmark.chain.jobs.recording import raise_all
from benchmark.chain.plan.policy import read_policy
from benchmark.chain.plan.renewal_issue import LABEL, update_issue
from benchmark.chain.plan.renewing import Origin, renew
from benchmark.chain.plan.unsigned_rows import first_signed, read_judged, unsigned_rows
from benchmark.cli.shared.say import say

_MEANINGS = {
    "started": "its signature is being renewed",
    "waiting": "its signature is not renewed yet",
    "lost": "its signature cannot be renewed",
    "never": "it was never signed",
}


def run(*, rows: Path, policy: Path, judged: Path, repository: str, dry_run: bool) -> None:
    """Renew what can be renewed, and open, update or close the issue about the rest."""
    ci = CiRun.from_environment(os.environ)
    name, signer = repository or ci.repository, read_policy(policy).signer
    if signer is None or signer.repository != name:
        say("rows are not signed: the policy does not name this repository")
        return
    found, results = unsigned_rows(rows), read_judged(judged)
    now = datetime.datetime.now(datetime.UTC)
    origin = Origin(address=f"{ci.server}/{name}", began=first_signed(rows) if found else None, now=now)
    with RestApi.from_environment() as rest:
        at = Repository(name, rest)
        github = GitHub(at)
        done, failures = renew(
            found, results, origin=origin, runs=WorkflowRuns(at), github=github, dry=dry_run
        )
        changed = ""
        if not failures:  # otherwise it is not known which rows are lost
            changed = update_issue(done, github, signer=signer, dry=dry_run)
    for renewal in done:
        say(f"{renewal.unsigned.name}: {_MEANINGS[renewal.state]}: {renewal.reason}")
    if changed:
        say(f"issue {LABEL} {'would be ' if dry_run else ''}{changed}")
    if not done:
        say("every row has its signature")
    raise_all(failures)
