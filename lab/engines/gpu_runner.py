"""Lend this machine's GPU to planned jobs: one just-in-time runner of GitHub per job; none waits for jobs.

A runner takes any queued job whose labels it has, and a fork's pull request can name any label. So a runner
is registered only for a queued job of run.yml on ``main``, with the label that the plan made for it, and
only while no other job could take it. GitHub still chooses the job: a hook, which the runner calls before the
first step, kills the runner if its job is not of the planned run. Ctrl-C or SIGTERM ends the job. Afterwards
the runner, its processes and its folder are removed in any case.
"""

import argparse
import ctypes
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmark.chain.doctor.hosted import RepositoryFacts, Runner, contributor_approval
from benchmark.chain.github.repository import Repository, TrackedRun
from benchmark.chain.github.rest import ApiRequest, RestApi
from benchmark.chain.github.workflow_runs import RunJob, WorkflowRuns
from benchmark.chain.plan.runners import gpu_of_label
from benchmark.core.errors import OurFailure, SightbenchError

EVERY, IDLE, JOB, GRACE = 60, 300, 23400, 30  #: seconds between checks, for a job to begin, to end, to stop
INHERITED = ("path", "lang", "ssl_cert_file", "ssl_cert_dir", "http_proxy", "https_proxy", "no_proxy")
STOPS = (signal.SIGINT, signal.SIGTERM)
RUNS_LIMIT = 200  #: maximum unfinished runs per state whose jobs are read; GitHub lists at most 1,000
#: States of a workflow run that may have a job without a runner.
UNFINISHED = ("queued", "in_progress", "waiting", "pending", "requested")
#: Steps with `if: always()` run even if a hook fails, so this one kills the runner and its process group.
HOOK = """\
job="$GITHUB_REPOSITORY $GITHUB_RUN_ID $GITHUB_WORKFLOW_REF $GITHUB_REF $GITHUB_SHA $GITHUB_EVENT_NAME"
if [ "$job" = {planned} ]; then touch {home}/admitted; exit; fi
touch {home}/refused || :
kill -KILL "$PPID" 0; while :; do sleep 60; done
"""


def waiting_jobs(repository: Repository) -> tuple[tuple[TrackedRun, RunJob], ...]:
    """Return all jobs of the repository that have no runner yet, each with its workflow run.

    Raises:
        OurFailure: if too many runs are unfinished, because GitHub may not list all of them.
    """
    found = []
    for status in UNFINISHED:
        path, query = repository.path("actions", "runs"), {"status": status}
        runs = repository.rest.pages(TrackedRun, path, query, within="workflow_runs")
        for number, run in enumerate(runs):
            if number == RUNS_LIMIT:
                problem = f"more than {RUNS_LIMIT} workflow runs are {status}, too many to check"
                raise OurFailure(problem, "cancel those that are not needed, in Actions")
            jobs = WorkflowRuns(repository).jobs(run.id) or ()
            found += [(run, job) for job in jobs if job.status != "completed" and not job.runner_name]
    return tuple(found)


def takers(labels: set[str], waiting: tuple[tuple[TrackedRun, RunJob], ...]) -> list[int]:
    """Return the ids of the jobs that GitHub could give to a runner with these labels."""
    held = {label.lower() for label in labels}
    return [job.id for _, job in waiting if job.labels and {label.lower() for label in job.labels} <= held]


def serve_next(rest: RestApi, options: argparse.Namespace) -> None:
    """Run the first planned job that waits for this machine and whose runner no other job could take."""
    facts = rest.get(RepositoryFacts, f"/repos/{options.repository}")
    repository = Repository(facts.full_name, rest)
    approval = contributor_approval(repository)
    if approval.state != "ok" and not facts.private:  # only collaborators open pull requests in private ones
        raise OurFailure(f"{approval.name}: {approval.said}", approval.fix)
    runs = WorkflowRuns(repository)
    for run, job in (waiting := waiting_jobs(repository)):
        planned = runs.is_ours(run, "run.yml") and job.status == "queued" and len(job.labels) == 1
        if planned and gpu_of_label(job.labels[0]) in options.gpu:
            if takers({*job.labels}, waiting) == [job.id]:
                serve(repository, run, job, options)
                return
            print(f"job {job.id} waits: another job has its label; cancel that job in Actions", flush=True)


def serve(repository: Repository, run: TrackedRun, job: RunJob, options: argparse.Namespace) -> None:
    """Run a job on a runner of its own, and print how it ended."""
    rest, runners = repository.rest, repository.path("actions", "runners")
    with tempfile.TemporaryDirectory(prefix="gpu-runner-") as folder:
        name = Path(folder).name
        try:
            body = {"name": name, "runner_group_id": 1, "labels": job.labels}
            made = rest.write(dict[str, Any], "POST", f"{runners}/generate-jitconfig", body)
            labels = {*job.labels, *(label["name"] for label in made["runner"]["labels"])}
            ended = "gets no runner: it is over, or another job could take its runner"
            if takers(labels, waiting_jobs(repository)) == [job.id]:
                refs = f"{repository.name}/.github/workflows/run.yml@refs/heads/main refs/heads/main"
                planned = f"{repository.name} {run.id} {refs} {run.head_sha} {run.event}"
                ended = run_program(Path(folder), made["encoded_jit_config"], planned, options)
            print(f"job {job.id} {ended}", flush=True)
        finally:
            signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)  # until all is removed
            children = Path(f"/proc/self/task/{os.getpid()}/children")
            while found := children.read_text().split():
                for child in map(int, found):
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
            for runner in rest.pages(Runner, runners, {"name": name}, within="runners"):
                if runner.name == name and not runner.busy:  # after a job, GitHub removes it itself
                    rest.send(ApiRequest(method="DELETE", address=f"{runners}/{runner.id}"))


def run_program(place: Path, config: str, planned: str, options: argparse.Namespace) -> str:
    """Run GitHub's program in a new folder, without rights, until its job ends; return how it ended."""
    user, home, hook = options.user, place / "home", place / "job-started.sh"
    shutil.copytree(options.runner, home / "runner", symlinks=True)
    hook.write_text(HOOK.format(home=home, planned=shlex.quote(planned)), encoding="utf-8")
    subprocess.run(["chown", "-R", f"{user.pw_name}:", home], check=True)
    for path, mode in ((place, 0o755), (hook, 0o644)):  # the account may read the hook, but not replace it
        path.chmod(mode)
    environment = {name: value for name, value in os.environ.items() if name.lower() in INHERITED}
    environment |= dict(pair.split("=", 1) for pair in options.env)
    environment |= {"HOME": str(home), "TMPDIR": str(home), "ACTIONS_RUNNER_HOOK_JOB_STARTED": str(hook)}
    environment["ACTIONS_RUNNER_INPUT_JITCONFIG"] = config  # an argument could be read by other accounts
    account: dict[str, Any] = {"user": user.pw_uid, "group": user.pw_gid, "umask": 0o077}
    account["extra_groups"] = os.getgrouplist(user.pw_name, user.pw_gid)  # such as video, for the GPU
    program, refused = [home / "runner" / "run.sh"], home / "refused"
    process = subprocess.Popen(program, cwd=home, env=environment, start_new_session=True, **account)
    ends, has_job = time.monotonic() + IDLE, False
    try:
        while process.poll() is None and not refused.exists() and time.monotonic() < ends:
            time.sleep(0.1)
            if not has_job and (home / "admitted").exists():
                ends, has_job = time.monotonic() + JOB, True
    finally:
        if process.poll() is None and not refused.exists():
            os.killpg(process.pid, signal.SIGINT)  # the runner tells GitHub that the job has ended
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
    if refused.exists():
        return "waits: its runner was given another job, which was killed before its first step"
    return "has ended" if has_job else "was not given to its runner; is this runner the newest version?"


def main() -> None:
    """Serve jobs until interrupted."""
    parser = argparse.ArgumentParser(description="Lend this machine's GPU to planned jobs.")
    parser.add_argument("repository", help="OWNER/NAME")
    parser.add_argument("--gpu", action="append", required=True, help="kind of GPU in policy.yml")
    parser.add_argument("--runner", required=True, help="folder with GitHub's unpacked runner")
    parser.add_argument("--user", type=pwd.getpwnam, required=True, help="account without rights")
    parser.add_argument("--env", action="append", default=[], metavar="NAME=VALUE", help="variable for jobs")
    options = parser.parse_args()
    if os.geteuid() != 0 or options.user.pw_uid == 0:
        parser.error("start this as root, and name an account without rights")
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: be the parent of orphans
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with RestApi.from_environment() as rest, suppress(KeyboardInterrupt):
        while True:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
            try:
                serve_next(rest, options)
            except SightbenchError as error:
                print(error.render(), flush=True)
            time.sleep(EVERY)


if __name__ == "__main__":
    main()
