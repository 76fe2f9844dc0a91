"""The work of `sightbench ci record`."""

import contextlib
import os
from pathlib import Path

import click

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.releases import Releases
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.jobs.recording import (
    RecordJob,
    add_records,
    paths_to_check_out,
    raise_all,
    recorded_row_files,
    results_of,
    upload_large_files,
)
from benchmark.chain.jobs.signing import attach_bundles, read_bundles, signs
from benchmark.chain.plan.job import read_plan
from benchmark.chain.plan.policy import read_policy
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import printable_text
from benchmark.results.attestation import TRUSTED_ROOT, AttestationChecker
from benchmark.results.branch import publish
from benchmark.results.layout import BUNDLE_ENDING, ROWS


def run(
    *,
    plan_file: Path,
    artifacts: Path,
    submissions: Path,
    remote: str,
    branch: str,
    deadline: float,
    checkout: Path,
    repository: str,
    policy: Path,
    bundles: Path | None,
    trusted_root: Path | None,
) -> None:
    """Make rows of the artifacts, push them, set the outputs, and print what was added."""
    ci = CiRun.from_environment(os.environ)
    plan = read_plan(plan_file)
    job = RecordJob(plan=plan, artifacts=artifacts, submissions=submissions, known=known_suites(), ci=ci)
    results = results_of(job, workers=len(os.sched_getaffinity(0)))
    signer = read_policy(policy).signer
    if signs(signer, ci):
        checker = AttestationChecker(signer, trusted_root or TRUSTED_ROOT)
        results = attach_bundles(job, results, read_bundles(bundles), checker)
    with contextlib.ExitStack() as stack:
        upload = None
        name = repository or ci.repository
        if name and any(new.large for new in results.rows):
            rest = stack.enter_context(RestApi.from_environment())
            upload = RowAssets(Releases(Repository(name, rest)), plan.commit or "HEAD").keep
        results = upload_large_files(job, results, upload)
    published = publish(
        remote,
        lambda folder: add_records(results, folder),
        folder=checkout,
        branch=branch,
        token=os.environ.get("GITHUB_TOKEN", ""),
        needed=paths_to_check_out(results),
        deadline_seconds=deadline,
        report=lambda note: click.echo(note, err=True),
    )
    new_files = [path for path in published.added if path.startswith(f"{ROWS}/")]
    added = sum(path.endswith(".json") and not path.endswith(BUNDLE_ENDING) for path in new_files)
    rows = recorded_row_files(results, checkout)
    write_outputs(os.environ, {"added": "true" if published.added or rows else "false"})
    for new in results.rows:
        click.echo(f"row: {new.name}: {new.row.id}")
    for status in results.statuses:
        click.echo(f"{status.state}: {status.run}: {status.stage}: {printable_text(status.reason)}")
    tries = f" in {published.attempts} attempts" if published.attempts > 1 else ""
    click.echo(f"{added} row(s) added to {branch}{tries}" if published.added else f"nothing new for {branch}")
    raise_all(results.errors)
