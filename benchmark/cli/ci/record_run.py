"""The work of `sightbench ci record`."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from benchmark.chain.github.assets import RowAssets
from benchmark.chain.github.ci_run import CiRun
from benchmark.chain.github.releases import Releases
from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs.adding import paths_to_check_out, recorded_panel_files, recorded_row_files
from benchmark.chain.jobs.outputs import write_outputs
from benchmark.chain.jobs.owning import ask_owners
from benchmark.chain.jobs.recording import RecordJob, raise_all, results_of
from benchmark.chain.jobs.rubric_files import add_rubric_files
from benchmark.chain.jobs.signing import attach_bundles, read_bundles, signs_rows
from benchmark.chain.jobs.uploading import upload_large_files
from benchmark.chain.plan.job import read_plan
from benchmark.chain.plan.policy import Policy, read_policy
from benchmark.chain.pull_request.markdown import escape_markdown
from benchmark.cli.shared.say import say, say_note
from benchmark.cli.shared.suite_names import known_suites
from benchmark.results.attestation import TRUSTED_ROOT, AttestationChecker
from benchmark.results.branch import publish
from benchmark.results.layout import NIGHTLY, ROWS, RUBRIC_MARK, is_row_name
from benchmark.results.nightly.named import record_path


def run(
    *,
    plan_file: Path,
    digest: str | None,
    artifacts: Path,
    submissions: Path,
    policy: Path,
    remote: str,
    branch: str,
    deadline: float,
    checkout: Path,
    repository: str,
    bundles: Path | None,
    trusted_root: Path | None,
) -> None:
    """Make rows of the artifacts, push them, set the outputs, and print what was added."""
    ci = CiRun.from_environment(os.environ)
    plan = read_plan(plan_file, digest)
    job = RecordJob(
        plan=plan,
        artifacts=artifacts,
        submissions=submissions,
        known=known_suites(),
        ci=ci,
        folder=plan_file.parent,
    )
    results = results_of(job, workers=len(os.sched_getaffinity(0)))
    rules = read_policy(policy)
    if signs_rows(rules.signer, ci):
        checker = AttestationChecker(rules.signer, trusted_root or TRUSTED_ROOT)
        results = attach_bundles(job, results, read_bundles(bundles), checker)
    results, notes = add_rubric_files(job, results, rules.rubric)
    with contextlib.ExitStack() as stack:
        upload = None
        name, source = repository or ci.repository, None
        if name:
            source = Repository(name, stack.enter_context(RestApi.from_environment()))
            upload = RowAssets(Releases(source), plan.commit or "HEAD").keep
        ownership = ask_owners(job, source, rules if source else Policy())
        results = upload_large_files(job, results, upload)
    published = publish(
        remote,
        lambda folder: ownership.add_to_branch(results, folder),
        folder=checkout,
        branch=branch,
        token=os.environ.get("GITHUB_TOKEN", ""),
        needed=(*paths_to_check_out(results), *ownership.needed_paths),
        deadline_seconds=deadline,
        report=say_note,
    )
    night_files = sum(path.startswith(f"{NIGHTLY}/") for path in published.added)
    new_files = [path for path in published.added if path.startswith(f"{ROWS}/")]
    added = sum(is_row_name(Path(path).name) for path in new_files)
    scored = sum(path.endswith(".json") and RUBRIC_MARK in path for path in new_files)
    results = ownership.without_refused_rows(results, checkout)
    rows = recorded_row_files(results, checkout)
    panels = recorded_panel_files(results, checkout)
    write_outputs(os.environ, {"added": "true" if published.added or rows or panels else "false"})
    for new in results.rows:
        say(f"row: {new.name}: {new.row.id}")
    for record in results.nightly:
        say(f"{record.record.noun}: {record_path(Path(), record.record).as_posix()}")
    _note(notes)
    for status in results.statuses:
        say(f"{status.state}: {status.run}: {status.stage}: {status.reason}")
    tries = f" in {published.attempts} attempts" if published.attempts > 1 else ""
    say(f"{added} row(s) added to {branch}{tries}" if published.added else f"nothing new for {branch}")
    if scored:
        say(f"{scored} file(s) of scores by a model added to {branch}")
    if night_files:
        say(f"{night_files} file(s) of the night added to {branch}")
    raise_all(results.errors)


def _note(notes: Sequence[str]) -> None:
    """Print which rows have no scores by a model, and add it to the summary of the step."""
    for note in notes:
        say(note)
    if notes and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
        with contextlib.suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
            file.write("".join(f"- {escape_markdown(note)}\n" for note in notes))
