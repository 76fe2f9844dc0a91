"""Tests of the runner program's folder, processes, account and script."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub
from fake_runners import install_stand_in
from lent_machine import LABEL

from benchmark.chain.runner.hook import expected_variables, hook_script
from benchmark.chain.runner.program import RunnerProgram
from benchmark.chain.runner.queue import QueuedRun
from benchmark.core.errors import BadInput

from ...processes import no_orphans

EXPECTED = {"GITHUB_RUN_ID": "7", "GITHUB_REF": "refs/heads/main"}
#: A runner program that gets the planned job: it calls the owner's script and then runs a step.
PLANNED = """#!/bin/sh
export GITHUB_RUN_ID=7 GITHUB_REF=refs/heads/main
sh -e "$ACTIONS_RUNNER_HOOK_JOB_STARTED" || exit 1
{step}
"""


@pytest.fixture
def opened() -> Iterator[Path]:
    """A folder that other accounts may enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def run(folder: Path, step: str, **options: object) -> str:
    program = install_stand_in(folder / "runner", PLANNED.format(step=step))
    (folder / "work").mkdir(exist_ok=True)
    (folder / "work").chmod(0o755)
    with no_orphans():
        done = RunnerProgram(folder=program, work=folder / "work", **options).run("c2VjcmV0", EXPECTED)  # type: ignore[arg-type]
    assert list((folder / "work").iterdir()) == []
    assert done.ending == "done", done
    return done.last_line


def test_processes_that_outlive_the_job_are_killed(tmp_path: Path) -> None:
    """The job starts processes in other sessions, and makes a folder without rights."""
    run(
        tmp_path,
        "setsid sh -c 'setsid sleep 60 & sleep 60' & nohup sleep 60 & mkdir -m 0 $HOME/closed; exit 0",
    )


def test_a_job_cannot_change_the_program_of_the_next_one(tmp_path: Path) -> None:
    run(tmp_path, "echo 'exit 9' > run.sh; echo 'exit 0' > $ACTIONS_RUNNER_HOOK_JOB_STARTED || true")
    assert "GITHUB_RUN_ID" in (tmp_path / "runner" / "run.sh").read_text()


def test_a_job_sees_no_token_and_no_variables_that_were_not_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GITHUB_TOKEN", "GH_TOKEN", "SIGHTBENCH_KEY_ACME", "AWS_PROFILE"):
        monkeypatch.setenv(name, "s3cret")
    line = run(tmp_path, "env | tr '\\n' ' '", passed={"HF_HOME": "/weights"})
    assert "s3cret" not in line
    assert "HF_HOME=/weights" in line


@pytest.mark.parametrize(
    "variables",
    [
        {},
        {"GITHUB_RUN_ID": "7"},
        {"GITHUB_RUN_ID": "8", "GITHUB_REF": "refs/heads/main"},
        {"GITHUB_RUN_ID": "7", "GITHUB_REF": "refs/pull/7/merge"},
        {"GITHUB_RUN_ID": "7 -o 1", "GITHUB_REF": "refs/heads/main"},
    ],
)
def test_the_script_kills_the_program_of_any_other_job(variables: dict[str, str], tmp_path: Path) -> None:
    script, mark = tmp_path / "it's.sh", tmp_path / "mark"
    admitted, refused = tmp_path / "admitted", tmp_path / "refused"
    script.write_text(hook_script(EXPECTED, admitted=admitted, refused=refused), encoding="utf-8")
    program = f'sh -e "{script}"; touch "{mark}"'
    environment = {"PATH": os.environ["PATH"], **variables}
    done = subprocess.run(
        ["sh", "-c", program], env=environment, start_new_session=True, timeout=30, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert (refused.exists(), admitted.exists(), mark.exists()) == (True, False, False)


def test_the_script_compares_everything_that_github_says_about_a_run() -> None:
    run = QueuedRun(id=7, event="push", head_branch="main", head_sha="a" * 40)
    assert expected_variables(run, "octo/bench", "main") == {
        "GITHUB_REPOSITORY": "octo/bench",
        "GITHUB_RUN_ID": "7",
        "GITHUB_WORKFLOW_REF": "octo/bench/.github/workflows/evaluate.yml@refs/heads/main",
        "GITHUB_REF": "refs/heads/main",
        "GITHUB_SHA": "a" * 40,
        "GITHUB_EVENT_NAME": "push",
    }


def test_the_script_admits_the_planned_job(tmp_path: Path) -> None:
    script, admitted = tmp_path / "s.sh", tmp_path / "admitted"
    script.write_text(
        hook_script(EXPECTED, admitted=admitted, refused=tmp_path / "refused"), encoding="utf-8"
    )
    done = subprocess.run(["sh", "-e", str(script)], env={**os.environ, **EXPECTED}, check=False)
    assert (done.returncode, admitted.exists()) == (0, True)


def test_a_folder_without_the_program_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"has no program run\.sh") as caught:
        RunnerProgram(folder=tmp_path)
    assert "github.com/actions/runner" in caught.value.fix


def test_a_program_for_another_machine_is_reported_in_one_line(tmp_path: Path) -> None:
    program = install_stand_in(tmp_path / "runner", "#!/no/such/shell\n")
    with pytest.raises(BadInput, match="cannot be started"):
        RunnerProgram(folder=program, work=tmp_path).run("c2VjcmV0", EXPECTED)
    assert list(tmp_path.iterdir()) == [program]


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can start programs as others")


@as_root
def test_a_job_runs_as_the_account_without_rights(opened: Path) -> None:
    """The job can neither read this process's token nor change the script that admits jobs."""
    step = (
        'cat /proc/$PARENT/environ > /dev/null 2>&1 && echo "reads the token"; '
        '(: > $ACTIONS_RUNNER_HOOK_JOB_STARTED) 2> /dev/null && echo "changes the script"; '
        'touch "$HOME/x" "$TMPDIR/x" ./x && id -un'
    )
    assert run(opened, step, account="nobody", passed={"PARENT": str(os.getpid())}) == "nobody"


@as_root
@pytest.mark.parametrize(("account", "problem"), [("root", "can read the token"), ("no-such", "no account")])
def test_root_and_unknown_accounts_are_refused(account: str, problem: str, tmp_path: Path) -> None:
    program = install_stand_in(tmp_path / "runner")
    with pytest.raises(BadInput, match=problem):
        RunnerProgram(folder=program, account=account)


@as_root
def test_ctrl_c_ends_the_job_and_removes_runner_folder_and_processes(hub: FakeGitHub, opened: Path) -> None:
    hub.tokens[TOKEN] = frozenset({"admin"})
    hub.contributor_approval["approval_policy"] = "all_external_contributors"
    hub.lent.add_run(LABEL)
    began = opened / "began"
    began.touch()
    began.chmod(0o666)
    install_stand_in(opened / "runner", f"#!/bin/sh\necho x > {began}\nsetsid sleep 60 &\nsleep 60\n")
    (opened / "work").mkdir()
    (opened / "work").chmod(0o755)
    policy = opened / "policy.yml"
    policy.write_text("schema: sightbench/policy/1\ngpus: [{name: l4, models: []}]\n", encoding="utf-8")
    command = ["ci", "runner", "--gpu", "l4", "--policy", policy, "--runner", opened / "runner"]
    command += ["--work", opened / "work", "--user", "nobody"]
    with no_orphans():
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmark", *map(str, command)],
            env={**os.environ, **hub.environment},
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        deadline = time.monotonic() + 60
        while not began.read_text() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(hub.runners) == 1, process.poll()
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == 130, stderr
    assert stderr.splitlines()[-1] == "interrupted"
    assert "Traceback" not in stderr
    assert TOKEN not in stderr
    assert hub.runners == []
    assert list((opened / "work").iterdir()) == []


def test_the_configuration_is_not_in_the_list_of_processes(tmp_path: Path) -> None:
    """The configuration is a secret: whoever has it can take the job."""
    step = "tr '\\0' ' ' < /proc/$$/cmdline; echo"
    line = run(tmp_path, step)
    assert "run.sh" in line
    assert "c2VjcmV0" not in line
