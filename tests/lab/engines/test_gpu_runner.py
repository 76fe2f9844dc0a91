"""Tests of a machine that is lent: it serves planned jobs, and nothing that a stranger queues.

The fake GitHub gives a runner the first queued job whose labels it has, as GitHub may; the runner program is
a stand-in that runs steps with ``always()`` even if the hook refuses the job, as GitHub's does.
"""

import json
import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fake_github import TOKEN, FakeGitHub, Fault
from fake_runners import STAND_IN, install_stand_in

from benchmark.chain.plan.runners import new_label
from lab.engines import gpu_runner
from tests.case_files import read_text
from tests.sampling import gate_of

from ...processes import no_orphans

pytestmark = gate_of("engines")

ROOT = Path(__file__).resolve().parents[3]
LABEL = new_label("l4")
#: A pull request of a fork whose head branch is called like ours.
FORK: dict[str, Any] = {
    "event": "pull_request",
    "head_repository": {"full_name": "mallory/bench"},
    "ref": "refs/pull/7/merge",
}
OTHER = ".github/workflows/x.yml"
#: Runs the script for one round. Tests need no root, so all but a few start the program as this account.
DRIVER = read_text("programs/one_round_of_runners.py")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start programs as others")


class Machine:
    """A lent machine."""

    def __init__(self, hub: FakeGitHub, folder: Path) -> None:
        self.hub, self.folder = hub, folder
        self.work, self.mark = folder / "work", folder / "mark"
        self.work.mkdir()
        self.work.chmod(0o755)
        self.runner = install_stand_in(folder / "runner")
        self.values: dict[str, float] = {}
        self.environment: dict[str, str] = {}

    def start(self, *options: str, user: str = "", as_root: bool = False) -> subprocess.Popen[str]:
        """Start one round of the script."""
        account = user or ("nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
        settings = json.dumps({"values": self.values, "as_root": as_root})
        command = [sys.executable, "-c", DRIVER, settings, "octo/bench", "--gpu", "l4", "--user", account]
        return subprocess.Popen(
            [*command, "--runner", str(self.runner), *options],
            cwd=ROOT,
            env={**os.environ, **self.hub.environment, "TMPDIR": str(self.work), **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def serve(self, *options: str, user: str = "", as_root: bool = False, code: int = 0) -> str:
        """Run one round; return what was printed. Nothing is left of it on this machine."""
        with no_orphans():
            process = self.start(*options, user=user, as_root=as_root)
            printed, _ = process.communicate(timeout=90)
        assert process.returncode == code, printed
        assert list(self.work.iterdir()) == []
        assert TOKEN not in printed
        return printed

    def marks(self, text: str, *, always: bool = False) -> dict[str, Any]:
        """Return a step that writes a text to a file of this test."""
        return {"run": f"echo {text} >> {self.mark}", "always": always}

    @property
    def marked(self) -> list[str]:
        """The texts that steps wrote."""
        return self.mark.read_text(encoding="utf-8").split() if self.mark.exists() else []


@pytest.fixture
def hub() -> Iterator[FakeGitHub]:
    with FakeGitHub() as running:
        running.tokens[TOKEN] = frozenset({"admin"})
        running.contributor_approval["approval_policy"] = "all_external_contributors"
        yield running


@pytest.fixture
def machine(hub: FakeGitHub) -> Iterator[Machine]:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)  # other accounts may enter it
        yield Machine(hub, Path(name))


def test_a_planned_job_gets_a_runner_of_its_own_and_nothing_is_left(hub, machine) -> None:
    first = hub.lent.add_run(LABEL, steps=[machine.marks("first"), {"run": 'touch "$HOME/left" ../left'}])
    label = new_label("l4")
    second = hub.lent.add_run(label, steps=[machine.marks("second"), {"run": '[ ! -e "$HOME/left" ]'}])
    assert "has ended" in machine.serve()
    machine.serve()
    assert machine.marked == ["first", "second"]
    assert [hub.lent.job(run)["status"] for run in (first, second)] == ["completed"] * 2
    assert [request["labels"] for request in hub.lent.registered] == [[LABEL], [label]]
    assert len({request["name"] for request in hub.lent.registered}) == 2
    assert hub.runners == []


def test_a_job_that_the_plan_did_not_queue_or_without_a_label_made_for_it_gets_no_runner(
    hub: FakeGitHub, machine: Machine
) -> None:
    foreign: list[dict[str, Any]] = [
        FORK,
        {**FORK, "head_branch": "topic"},
        {**FORK, "event": "pull_request_target"},
        {"event": "pull_request", "head_branch": "topic"},
        {"head_branch": "topic", "ref": "refs/heads/topic"},
        {"workflow": ".github/workflows/evaluate2.yml"},
        {"workflow": OTHER, **FORK},
        {"head_repository": None},
        {"head_repository": {"full_name": "mallory/bench"}},
        {"event": "workflow_run"},
        {"event": "issue_comment"},
        {"head_branch": None},
    ]
    labels = [
        ["self-hosted"],
        ["self-hosted", "l4"],
        ["l4"],
        [new_label("l4"), "self-hosted"],
        [new_label("h200")],
        ["sightbench-l4-1234"],
        [],
    ]
    steps = [machine.marks("pwned", always=True)]
    for fields in foreign:
        hub.lent.add_run(new_label("l4"), steps=steps, **fields)
    for given in labels:
        hub.lent.add_run(*given, steps=steps)
    machine.serve()
    assert (hub.lent.registered, machine.marked) == ([], [])


@pytest.mark.parametrize("status", ["queued", "in_progress", "waiting", "pending", "requested"])
def test_a_runner_is_not_registered_while_another_job_names_its_label(status, hub, machine) -> None:
    """The label is public once the job is queued, so a pull request can name it, too."""
    hostile = {"steps": [machine.marks("pwned", always=True)], "workflow": OTHER, **FORK}
    planned = hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    rival = hub.lent.add_run(LABEL.upper(), status=status, **hostile)
    assert f"job {hub.lent.job(planned)['id']} waits: another job has its label" in machine.serve()
    assert (hub.lent.registered, machine.marked) == ([], [])
    hub.lent.job(rival)["status"] = "completed"
    machine.serve()
    assert machine.marked == ["planned"]


def test_another_job_of_the_planned_run_with_the_label_is_a_rival(hub: FakeGitHub, machine: Machine) -> None:
    job = hub.lent.job(hub.lent.add_run(LABEL))
    hub.lent.queue.append({**job, "id": 1})
    assert machine.serve().count("another job has its label") == 2
    assert hub.lent.registered == []


def test_a_label_that_github_adds_counts(hub: FakeGitHub, machine: Machine) -> None:
    """If GitHub gave every runner `self-hosted`, any queued job with it could take the runner."""
    hub.lent.added_labels.append("self-hosted")
    hub.lent.add_run("Self-Hosted", steps=[machine.marks("pwned")], workflow=OTHER, **FORK)
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    assert "could take its runner" in machine.serve()
    assert (machine.marked, hub.runners, len(hub.lent.removed)) == ([], [], 1)


@pytest.mark.parametrize(
    "fields", [{**FORK, "workflow": OTHER}, {}], ids=["of a fork", "of another run"]
)  # a test of the hook has each of the differences
def test_a_job_that_overtakes_the_planned_one_is_killed_before_its_first_step(fields, hub, machine) -> None:
    """GitHub binds a runner to labels, not to a job: this one is queued when the runner already listens."""
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    steps = [machine.marks("pwned"), machine.marks("pwned", always=True)]

    def overtake() -> None:
        hub.lent.before_start = lambda: None
        hub.lent.add_run(LABEL, steps=steps, **fields)
        hub.lent.queue.insert(0, hub.lent.queue.pop())

    hub.lent.before_start = overtake
    assert "was given another job, which was killed before its first step" in machine.serve()
    assert [runner["busy"] for runner in hub.runners] == [True], "GitHub notices later that it is gone"
    assert machine.marked == []
    machine.serve()
    assert machine.marked == ["planned"], "the planned job is served afterwards"


def after_registration(hub: FakeGitHub, change: Callable[[], object]) -> None:
    """Change something when a runner has been registered, before the reply is sent."""
    register = hub.lent._register

    def registered(request: Any) -> Any:
        reply = register(request)
        change()
        return reply

    hub.lent._register = registered  # type: ignore[method-assign]


@pytest.mark.parametrize("change", [{"runner_name": "another machine"}, {"status": "completed"}])
def test_a_job_that_is_over_meanwhile_gets_no_runner(change, hub, machine) -> None:
    job = hub.lent.job(hub.lent.add_run(LABEL, steps=[machine.marks("again")]))
    after_registration(hub, lambda: job.update(change))
    assert "gets no runner: it is over" in machine.serve()
    assert (hub.runners, len(hub.lent.removed), machine.marked) == ([], 1, [])


def test_a_runner_program_that_takes_no_job_is_reported(hub: FakeGitHub, machine: Machine) -> None:
    install_stand_in(machine.runner, "#!/bin/sh\necho '::error::too old'\nexit 3\n")
    hub.lent.add_run(LABEL)
    printed = machine.serve()
    assert "::error::too old" in printed
    assert "was not given to its runner; is this runner the newest version?" in printed
    assert (hub.runners, len(hub.lent.removed)) == ([], 1)


def test_a_runner_without_a_job_is_interrupted(hub: FakeGitHub, machine: Machine) -> None:
    """GitHub may be slow to give the runner a job; the job is tried again later."""
    program = f"#!/bin/sh\ntrap 'echo told > {machine.mark}; exit' INT\nwhile :; do sleep 0.1; done\n"
    install_stand_in(machine.runner, program)
    hub.lent.add_run(LABEL)
    machine.values["IDLE"] = 0.3
    assert "was not given to its runner" in machine.serve()
    assert (hub.runners, machine.marked) == ([], ["told"])


def test_the_served_workflow_is_the_one_with_the_planned_labels() -> None:
    text = (ROOT / ".github" / "workflows" / "run.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    places = {job.get("runs-on") for job in workflow["jobs"].values()} - {"ubuntu-24.04", None}
    assert places == {"${{ matrix.runs_on }}"}
    assert set(workflow[True]) <= {"push", "schedule", "workflow_dispatch"}, "YAML reads `on` as true"


@pytest.mark.parametrize("kind", ["Organization", "User"])
def test_a_public_repository_must_hold_back_workflows_of_strangers(kind, hub, machine) -> None:
    hub.facts["owner"]["type"] = kind
    hub.contributor_approval["approval_policy"] = "first_time_contributors"
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    printed = machine.serve()
    assert "workflows of some outside contributors run without approval" in printed
    assert "require approval for all external contributors" in printed
    assert hub.lent.registered == []
    hub.facts["private"] = True  # only collaborators can open a pull request
    machine.serve()
    assert machine.marked == ["planned"]


def test_a_refused_request_is_reported_and_nothing_is_served(hub: FakeGitHub, machine: Machine) -> None:
    hub.tokens[TOKEN] = frozenset()
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    assert "this token cannot see it" in machine.serve()
    hub.facts["private"] = True
    assert "HTTP 403" in machine.serve()
    assert (hub.lent.registered, machine.marked) == ([], [])


def test_a_runner_whose_registration_was_not_confirmed_is_removed(hub: FakeGitHub, machine: Machine) -> None:
    hub.faults.append(Fault("POST", "/generate-jitconfig$", 0, times=1, done=True))
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    hub.runners.append({"id": 1, "name": "another", "status": "online", "labels": []})
    machine.serve()
    assert [runner["name"] for runner in hub.runners] == ["another"]
    assert (len(hub.lent.registered), len(hub.lent.removed), machine.marked) == (1, 1, [])


def test_processes_that_outlive_the_job_are_killed(hub: FakeGitHub, machine: Machine) -> None:
    """The job starts processes in other sessions."""
    step = "setsid sh -c 'setsid sleep 60 & sleep 60' & nohup sleep 60 & exit 0"
    hub.lent.add_run(LABEL, steps=[{"run": step}])
    began = time.monotonic()
    assert "has ended" in machine.serve()
    assert time.monotonic() - began < 30


def test_a_job_cannot_change_the_program_of_the_next_one(hub: FakeGitHub, machine: Machine) -> None:
    hub.lent.add_run(LABEL, steps=[{"run": 'echo "exit 9" > "$HOME/runner/run.sh"'}])
    assert "has ended" in machine.serve()
    assert (machine.runner / "run.sh").read_text(encoding="utf-8") == STAND_IN


def test_a_job_sees_no_token_and_no_variables_that_were_not_named(hub: FakeGitHub, machine: Machine) -> None:
    secrets = dict.fromkeys(("GH_TOKEN", "SIGHTBENCH_KEY_ACME", "AWS_PROFILE"), "s3cret")
    machine.environment = secrets
    hub.lent.add_run(LABEL, steps=[{"run": f"env > {machine.mark}"}])
    machine.serve("--env", "HF_HOME=/weights")
    seen = machine.mark.read_text(encoding="utf-8")
    assert "HF_HOME=/weights" in seen
    assert not {"s3cret", TOKEN, "GITHUB_TOKEN"} & set(seen.replace("=", "\n").split("\n"))


def test_the_configuration_is_not_in_the_list_of_processes(hub: FakeGitHub, machine: Machine) -> None:
    """The configuration is a secret: whoever has it can take the job."""
    install_stand_in(machine.runner, f"#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline > {machine.mark}\n")
    hub.lent.add_run(LABEL)
    machine.serve()
    assert len(machine.marked) == 2, machine.marked
    assert machine.marked[1].endswith("run.sh")


VARIABLES = {
    "GITHUB_REPOSITORY": "octo/bench",
    "GITHUB_RUN_ID": "7",
    "GITHUB_WORKFLOW_REF": "octo/bench/.github/workflows/run.yml@refs/heads/main",
    "GITHUB_REF": "refs/heads/main",
    "GITHUB_SHA": "a" * 40,
    "GITHUB_EVENT_NAME": "push",
}


@pytest.mark.parametrize(
    "changed", [{}, *({name: "x"} for name in VARIABLES), {"GITHUB_RUN_ID": "7 -o 1"}, None]
)
def test_the_hook_kills_the_program_of_any_other_job(changed: dict[str, str] | None, tmp_path: Path) -> None:
    home, mark = tmp_path / "home", tmp_path / "mark"
    home.mkdir()
    hook = tmp_path / "hook.sh"
    planned = f"'{' '.join(VARIABLES.values())}'"
    hook.write_text(gpu_runner.HOOK.format(home=home, planned=planned), encoding="utf-8")
    variables = {} if changed is None else {**VARIABLES, **changed}
    done = subprocess.run(
        ["sh", "-c", f"sh -e '{hook}' && touch '{mark}'"],
        env={"PATH": os.environ["PATH"], **variables},
        start_new_session=True,
        timeout=30,
        check=False,
    )
    found = (done.returncode, (home / "refused").exists(), (home / "admitted").exists(), mark.exists())
    assert found == ((0, False, True, True) if changed == {} else (-signal.SIGKILL, True, False, False))


@as_root
def test_a_job_runs_as_the_account_without_rights(hub: FakeGitHub, machine: Machine) -> None:
    """The job can neither read this process's token nor change the hook that admits jobs."""
    machine.mark.touch()
    machine.mark.chmod(0o666)
    program = f"""#!/bin/sh
cat /proc/$PPID/environ > /dev/null 2>&1 && echo reads-the-token >> {machine.mark}
(: > $ACTIONS_RUNNER_HOOK_JOB_STARTED) 2> /dev/null && echo changes-the-hook >> {machine.mark}
touch "$HOME/x" "$TMPDIR/x" "$HOME/runner/x" && id -un >> {machine.mark}
"""
    install_stand_in(machine.runner, program)
    hub.lent.add_run(LABEL)
    machine.serve(as_root=True)
    assert machine.marked == ["nobody"]


@as_root
def test_root_is_refused_as_the_account_of_jobs(hub: FakeGitHub, machine: Machine) -> None:
    assert "name an account without rights" in machine.serve(user="root", as_root=True, code=2)
    assert hub.requests == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_machine_ends_its_job_and_leaves_no_runner(number, hub, machine) -> None:
    steps = [{"run": f"setsid sleep 60 & echo began >> {machine.mark}; sleep 60"}, machine.marks("next")]
    run = hub.lent.add_run(LABEL, steps=steps)
    with no_orphans():
        process = machine.start()
        deadline = time.monotonic() + 60
        while not machine.marked and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(hub.runners) == 1, process.poll()
        process.send_signal(number)
        printed, _ = process.communicate(timeout=60)
    assert process.returncode == 0, printed
    assert "Traceback" not in printed
    assert (hub.runners, machine.marked) == ([], ["began"])
    assert hub.lent.job(run)["status"] == "completed", "GitHub learns that the job has ended"
    assert list(machine.work.iterdir()) == []


def test_a_machine_that_is_interrupted_while_it_registers_leaves_no_runner(hub, machine) -> None:
    started: list[subprocess.Popen[str]] = []
    after_registration(hub, lambda: (started[0].send_signal(signal.SIGINT), time.sleep(0.5)))
    hub.lent.add_run(LABEL, steps=[machine.marks("planned")])
    with no_orphans():
        started.append(machine.start())
        printed, _ = started[0].communicate(timeout=60)
    assert started[0].returncode == 0, printed
    assert (hub.runners, len(hub.lent.removed), machine.marked) == ([], 1, [])
    assert list(machine.work.iterdir()) == []
