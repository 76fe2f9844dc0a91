"""`sightbench ci generate`, `score`, `rubric` and `record`: the jobs of an evaluation."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchmark.analysis.wording import plural
from benchmark.chain.github.ci_run import CiRun, write_outputs
from benchmark.chain.pull_request.markdown import escape_markdown
from benchmark.cli.ci.options import (
    artifacts_option,
    digest_option,
    job_option,
    out_option,
    plan_option,
    policy_option,
    submissions_option,
)
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import FOLDER, PATH, preset_option, preset_path, workers_option
from benchmark.cli.shared.results_branch import remote_branch
from benchmark.cli.shared.say import say, say_note
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results.layout import DRY_BRANCH, NIGHTLY, ROWS, RUBRIC_MARK, is_row_name

if TYPE_CHECKING:
    from benchmark.chain.jobs.artifact import JobOutcome
    from benchmark.results.status import RunName

# 128 and the number of SIGINT, as shells report it.
_INTERRUPTED = 130


sealed_option = click.option("--sealed", help="Output of `seal`: refuse completions that changed since.")


@click.command("generate")
@job_option
@plan_option
@digest_option
@submissions_option
@policy_option
@out_option
@click.option("--minutes", type=click.FloatRange(min=0), help="Start no more calls after this many minutes.")
def generate(
    *,
    job: str,
    plan_file: Path,
    digest: str | None,
    submissions: Path,
    policy: Path,
    out: Path,
    minutes: float | None,
) -> None:
    """Ask a model for the completions of one run, within the policy's budget."""
    from benchmark.chain.jobs.generating import HOURS, generate_job
    from benchmark.chain.plan.due_runs import find_run
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.chain.plan.policy import read_policy
    from benchmark.chain.plan.runners import budget_of
    from benchmark.cli.generate.progress import ProgressDisplay

    ci = CiRun.from_environment(os.environ)
    ci.check_first()
    plan = read_plan(plan_file, digest)
    matrix_job, planned = job_of(plan, plan_file, job, "generate")
    submitted = find_run(submissions, planned.name, planned)
    rules = read_policy(policy)
    generated = generate_job(
        submitted,
        matrix_job,
        out,
        # Nobody continues a panel, so it is drawn in the first of the hours, in the time of all.
        seconds=None if minutes is None else 60 * minutes * (HOURS if planned.panel else 1),
        budget=budget_of(submitted, planned, rules),
        listener=lambda plan: ProgressDisplay(plan).listener,
        panel=planned.panel,
        prices=rules.prices_for(submitted.run),
        collects_own=not ci.id,
    )
    _end(planned.name, generated)


@click.command("seal")
@plan_option
@digest_option
@artifacts_option
def seal(*, plan_file: Path, digest: str | None, artifacts: Path) -> None:
    """Write the digests of all completions, before the first answer runs."""
    from benchmark.chain.jobs.rechecking import sealed_output
    from benchmark.chain.plan.job import read_plan

    output = sealed_output(read_plan(plan_file, digest), artifacts)
    # An output and not a file: no other job can change it, even if an answer escapes there.
    write_outputs(os.environ, {"sealed": output})
    say(output)


@click.command("score")
@click.option("--job", "job", help="Id of the job in the plan.")
@click.option(
    "--again",
    is_flag=True,
    help="After all jobs: judge samples again, for `record --rechecked`.",
)
@click.option("--minutes", type=click.FloatRange(min=0), help="With --again: judge no more after this time.")
@sealed_option
@plan_option
@digest_option
@submissions_option
@click.option("--completions", type=FOLDER, help="Folder of artifacts.")
@click.option("--out", type=FOLDER, help="Folder for the files of this job only.")
@workers_option
def score(
    *,
    job: str | None,
    again: bool,
    minutes: float | None,
    sealed: str | None,
    plan_file: Path,
    digest: str | None,
    submissions: Path,
    completions: Path | None,
    out: Path | None,
    workers: int | None,
) -> None:
    """Judge one shard of the completions of a run in the sandbox, or samples of all runs a second time."""
    from benchmark.chain.jobs.merging import RecordJob
    from benchmark.chain.jobs.rechecking import read_sealed, recheck_runs, rechecked_output
    from benchmark.chain.jobs.scoring import JudgingPlace, score_job
    from benchmark.chain.plan.due_runs import find_run
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.pipeline.judge.local_pool import LocalPool

    plan = read_plan(plan_file, digest)
    # With the environment, because a job that runs answers is refused where a variable holds a secret.
    place = JudgingPlace(executor=LocalPool(workers), environment=os.environ, stage=progress)
    if again:
        if job is not None or out is not None or completions is None:
            raise BadInput("--again", "", "needs --completions, and no --job or --out", "give only that")
        work = RecordJob(
            plan=plan,
            artifacts=completions,
            submissions=submissions,
            ci=CiRun.from_environment(os.environ),
            sealed=None if sealed is None else read_sealed(sealed),
        )
        found = recheck_runs(work, place, None if minutes is None else 60 * minutes, say)
        write_outputs(os.environ, {"rechecked": rechecked_output(found)})
        return
    if job is None or out is None:
        raise BadInput("--job" if job is None else "--out", "", "is missing", "give it, or --again")
    matrix_job, planned = job_of(plan, plan_file, job, "score")
    submitted = find_run(submissions, planned.name, planned)
    manifest = score_job(plan, submitted, planned, matrix_job, out, artifacts=completions, place=place)
    record = manifest.judged
    if record is None:
        say(f"{planned.name}: {manifest.state}: {manifest.reason or ''}")
    else:
        say(
            f"{planned.name}: {record.samples} sample(s) judged in {record.seconds:.1f} s,"
            f" and {record.gold} reference and {record.blank} blank answers"
        )


@click.command("rubric")
@job_option
@plan_option
@digest_option
@submissions_option
@policy_option
@click.option(
    "--completions",
    type=FOLDER,
    help="Folder of artifacts, with those of the run's generate and score jobs.",
)
@click.option("--minutes", type=click.FloatRange(min=0), help="Start no more calls after this many minutes.")
@out_option
def rubric(
    *,
    job: str,
    plan_file: Path,
    digest: str | None,
    submissions: Path,
    policy: Path,
    completions: Path | None,
    minutes: float | None,
    out: Path,
) -> None:
    """Let the policy's model score the answers of a run by rubrics, as text only."""
    from benchmark.chain.jobs.rubric import rubric_job
    from benchmark.chain.plan.due_runs import find_run
    from benchmark.chain.plan.job import job_of, read_plan
    from benchmark.chain.plan.policy import read_policy
    from benchmark.cli.generate.progress import ProgressDisplay

    CiRun.from_environment(os.environ).check_first()
    plan = read_plan(plan_file, digest)
    matrix_job, planned = job_of(plan, plan_file, job, "rubric")
    rules = read_policy(policy).rubric
    if rules is None:
        raise BadInput(policy, "rubric", "names no model that scores answers", "plan again")
    submitted = find_run(submissions, planned.name, planned)
    ended = rubric_job(
        plan,
        submitted,
        planned,
        matrix_job,
        out,
        artifacts=completions,
        policy=rules,
        seconds=None if minutes is None else 60 * minutes,
        listen=ProgressDisplay,
    )
    _end(planned.name, ended)


def _end(name: RunName, ended: JobOutcome) -> None:
    """Print how a job that asks a model ended, and fail if it did not finish."""
    say(f"{name}: {ended.manifest.state}" + (f": {ended.manifest.reason}" if ended.manifest.reason else ""))
    if ended.interrupted:
        raise click.exceptions.Exit(_INTERRUPTED)
    if ended.error is not None:
        raise ended.error


@click.command("record")
@plan_option
@digest_option
@artifacts_option
@submissions_option
@policy_option
@click.option(
    "--out", type=FOLDER, help="Only write the rows to this folder, for GitHub to sign; nothing is pushed."
)
@click.option("--remote", help="Repository with the results branch: a folder or an address.")
@preset_option("--branch", default="results", help="Name of the results branch.")
@preset_option(
    "--deadline", type=float, default=600.0, help="Stop trying a rejected push again after this many seconds."
)
@preset_path("--checkout", default="build/results", help="Folder for a partial checkout of the branch.")
@click.option(
    "--repository", default="", help="Repository, OWNER/NAME, whose releases store files above 1 MB."
)
@click.option(
    "--bundles",
    type=PATH,
    help="File with the signatures of the rows, one Sigstore bundle per line: the output `bundle-path` of"
    " actions/attest.",
)
@click.option("--trusted-root", type=PATH, help="File with another root of trust in Sigstore's format.")
@click.option("--generated", default="success", help="How the jobs that generate ended, in GitHub's words.")
@click.option("--graded", default="success", help="How the jobs in which a model scores answers ended.")
@click.option("--rechecked", help="Output of `score --again`; needed where rows are signed.")
@sealed_option
def record(
    *,
    plan_file: Path,
    digest: str | None,
    artifacts: Path,
    submissions: Path,
    policy: Path,
    out: Path | None,
    remote: str | None,
    branch: str,
    deadline: float,
    checkout: Path,
    repository: str,
    bundles: Path | None,
    trusted_root: Path | None,
    generated: str,
    graded: str,
    rechecked: str | None,
    sealed: str | None,
) -> None:
    """Make rows from the files that the jobs of a plan wrote; push them, or write them to be signed."""
    from benchmark.chain.github.assets import RowAssets
    from benchmark.chain.github.repository import Repository
    from benchmark.chain.github.rest import RestApi
    from benchmark.chain.jobs.dry_run import check_dry_run, is_dry
    from benchmark.chain.jobs.merging import RecordJob
    from benchmark.chain.jobs.owning import ask_owners
    from benchmark.chain.jobs.rechecking import only_rechecked, read_rechecked, read_sealed
    from benchmark.chain.jobs.recording import (
        attach_bundles,
        paths_to_check_out,
        raise_all,
        read_bundles,
        recorded_files,
        results_of,
        signs_rows,
        upload_large_files,
        write_rows,
    )
    from benchmark.chain.jobs.rubric import add_rubric_files
    from benchmark.chain.jobs.settling import EndedJobs, add_settled
    from benchmark.chain.plan.job import read_plan
    from benchmark.chain.plan.policy import Policy, read_policy
    from benchmark.results.attestation import TRUSTED_ROOT, AttestationChecker
    from benchmark.results.branch import check_out, publish
    from benchmark.results.money import money_paths

    if (out is None) == (remote is None):
        raise BadInput("--out", "", "either it or --remote is needed, not both", "give one of the two")
    ci, plan = CiRun.from_environment(os.environ).on_main(), read_plan(plan_file, digest)
    rules = read_policy(policy)
    dry, signed = is_dry(plan), signs_rows(rules.signer, ci)
    # Whatever --branch says: the row of a dry run must never be among real ones.
    branch = DRY_BRANCH if dry else branch
    job = RecordJob(
        plan=plan,
        artifacts=artifacts,
        submissions=submissions,
        ci=ci,
        # Where rows are signed, completions without the option count as unsealed, so it cannot be left out.
        sealed=read_sealed(sealed or "") if signed or sealed is not None else None,
    )
    results = results_of(job)
    # Nothing is signed that no second machine has judged.
    if signed or rechecked is not None:
        results = only_rechecked(job, results, rechecked or "")
    if remote is None:
        paths = write_rows(results, out or Path())
        # Without a file to sign, actions/attest would fail, so the workflow skips it.
        sign = "true" if paths and signed else "false"
        write_outputs(os.environ, {"sign": sign, "paths": "\n".join(map(str, paths))})
        why = "to be signed" if signed else "not signed: the policy does not name this repository"
        say(f"{plural(len(paths), 'panel' if plan.is_night else 'row')} made, {why}")
        return
    if signed:
        checker = AttestationChecker(rules.signer, trusted_root or TRUSTED_ROOT)
        results = attach_bundles(job, results, read_bundles(bundles), checker)
    results, notes = add_rubric_files(job, results, rules.rubric)
    with contextlib.ExitStack() as stack:
        upload = None
        name, source = repository or ci.repository, None
        if name:
            source = Repository(name, stack.enter_context(RestApi.from_environment()))
            upload = RowAssets(source, branch).keep
        ownership = ask_owners(job, source, rules if source else Policy())
        # Before the push: a row on the branch never names a file that is nowhere.
        results = upload_large_files(job, results, upload)
    ended: EndedJobs = {"generate": generated, "rubric": graded}
    reserved = [] if plan.reservation is None else [plan.reservation]

    def write(folder: Path) -> str | None:
        # Everything is decided anew from each checkout: another writer may have pushed in between.
        message = ownership.add_to_branch(results, folder)
        settled = add_settled(plan, folder, artifacts, ended, ci)
        return "\n\n".join(filter(None, (message, settled))) or None

    published = publish(
        remote,
        write,
        folder=checkout,
        branch=branch,
        token=os.environ.get("GITHUB_TOKEN", ""),
        needed=(*paths_to_check_out(results), *ownership.needed_paths, *money_paths(reserved)),
        deadline_seconds=deadline,
        report=say_note,
    )
    night_files = sum(path.startswith(f"{NIGHTLY}/") for path in published.added)
    new_files = [path for path in published.added if path.startswith(f"{ROWS}/")]
    added = sum(is_row_name(Path(path).name) for path in new_files)
    scored = sum(path.endswith(".json") and RUBRIC_MARK in path for path in new_files)
    results = ownership.without_refused_rows(results, checkout)
    # A job that was killed after its push finds its rows there; the site still has to be built.
    changed = published.added or recorded_files(results, checkout)
    # The site is built again only if it would show something new, which no dry run does. For all panels of a
    # night, care.yml builds it once, with what was decided from them.
    write_outputs(os.environ, {"added": "true" if changed and not dry and not plan.is_night else "false"})
    for new in results.rows:
        say(f"row: {new.name}: {new.row.id}")
    for record in results.nightly:
        say(f"{record.record.noun}: {record.record.path(Path()).as_posix()}")
    _note(notes)
    for status in results.statuses:
        say(f"{status.state}: {status.run}: {status.stage}: {status.reason}")
    tries = f" in {published.attempts} attempts" if published.attempts > 1 else ""
    say(f"{added} row(s) added to {branch}{tries}" if published.added else f"nothing new for {branch}")
    if scored:
        say(f"{scored} file(s) of scores by a model added to {branch}")
    if night_files:
        say(f"{night_files} file(s) of the night added to {branch}")
    if dry:
        looked = read_rechecked(rechecked or "")
        # From the remote, because what counts is what arrived there.
        with remote_branch(remote, branch) as target:
            check_out(target.address, folder=target.folder, branch=branch, token=target.token)
            lines, holds = check_dry_run(job, results, looked, target.folder, os.environ)
        _note(lines)
        if not holds:
            raise OurFailure("the dry run did not verify everything", "see the lines above")
    # At the end: a run that failed must not keep the rows of the others from the branch.
    raise_all(results.errors)


def _note(notes: Sequence[str]) -> None:
    """Print lines, and add them to the summary of the step."""
    for note in notes:
        say(note)
    if notes and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
        # The summary is for people; without it the step has done its work.
        with contextlib.suppress(OSError), Path(summary).open("a", encoding="utf-8") as file:
            file.write("".join(f"- {escape_markdown(note)}\n" for note in notes))
