"""The sandbox's runtime: its libraries, its calibration, its rehearsal and what refuses namespaces."""

import json
import os
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.guest import rehearsal
from benchmark.sandbox.host import probe, runtime
from benchmark.sandbox.host.probe import PIECES, REFERENCE_SECONDS, Calibration
from benchmark.sandbox.host.runtime import namespace_advice
from tests.case_files import read_cases, read_text
from tests.sampling import gate_of

ROOT = Path(__file__).parents[2]
#: Judges an answer that imports pandas, in a process that finds its libraries like any other.
PROGRAM = read_text("programs/judge_with_pandas.py")


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A folder in front of the path where pandas needs dateutil, which needs a module of a single file."""
    folder = tmp_path / "libraries"
    for package, source in (("pandas", "from dateutil import VALUE"), ("dateutil", "from six import VALUE")):
        (folder / package).mkdir(parents=True)
        (folder / package / "__init__.py").write_text(source, encoding="utf-8")
    (tmp_path / "judge.py").write_text(PROGRAM, encoding="utf-8")
    return folder


def judged(environment: Path, how: str, value: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, environment.parent / "judge.py", how, str(value)],
        env=os.environ | {"PYTHONPATH": f"{environment}{os.pathsep}{ROOT}"},
        capture_output=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


#: Root judges from copies of the libraries, and without them.
USERS = ["root", "user"] if os.geteuid() == 0 else ["user"]


@pytest.mark.gate
@pytest.mark.skipif(Path(sys.prefix).parent.name != ".nox", reason="only environments of nox are compiled")
def test_the_libraries_of_the_sandbox_are_compiled_wherever_the_environment_lies() -> None:
    """Otherwise each sandbox compiles them again: one with sympy takes several times as long to start."""
    for folder in runtime.installed_libraries().values():
        modules = [path for path in folder.rglob("*.py") if "tests" not in path.relative_to(folder).parts]
        assert [path for path in modules if not Path(cache_from_source(path)).exists()] == []


@pytest.mark.gate
@pytest.mark.parametrize("user", USERS)
def test_each_environment_judges_with_its_own_libraries_and_their_modules_of_one_file(
    environment: Path, user: str
) -> None:
    """The second environment differs from the first only in a file, and neither has a RECORD of pip."""
    for value in (3, 4):
        (environment / "six.py").write_text(f"VALUE = {value}\n", encoding="utf-8")
        assert judged(environment, user, value) == ["Verdict", "passed", ""]


@pytest.mark.gate
def test_an_answer_whose_library_cannot_be_loaded_is_missing_and_not_wrong(environment: Path) -> None:
    """The reference imports nothing, so it can be judged."""
    kind, status, reason = judged(environment, "pool", 3)
    assert (kind, status) == ("MissingSample", "")
    assert reason.startswith("the sandbox could not be started: ")
    assert reason.endswith("ModuleNotFoundError: No module named 'six'")


_MOST_MEASUREMENTS = 12


@pytest.mark.parametrize(
    ("times_the_reference", "time_factor"), [(0.4, 1.0), (1.0, 1.0), (1.254, 1.25), (2.5, 2.5), (30.0, 3.0)]
)
def test_the_time_factor_grows_with_the_machine_s_time_from_1_to_3(times_the_reference, time_factor) -> None:
    assert Calibration(times_the_reference * REFERENCE_SECONDS).time_factor == time_factor


@gate_of("sandbox")
def test_calibration_is_repeatable_and_cheap() -> None:
    """The three fastest measurements agree; others may be disturbed by load, which slows a shared core."""
    seconds = [probe.quick_probe()[1].seconds for _ in range(3)]
    while sorted(seconds)[2] >= 1.3 * min(seconds) and len(seconds) < _MOST_MEASUREMENTS:
        seconds.append(probe.quick_probe()[1].seconds)
    fastest = sorted(seconds)[:3]
    assert max(fastest) < 1.3 * min(fastest)
    assert PIECES * max(fastest) < 0.1 * 3
    assert PIECES * REFERENCE_SECONDS < 0.1 / 3


@pytest.mark.gate
def test_the_sandbox_prevents_everything_that_the_probe_tries() -> None:
    findings, _ = probe.probe()
    assert len(findings) == 22 + 30
    assert [finding.what for finding in findings if not finding.kept_out] == []


def test_a_failed_probe_stops_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    open_door = probe.ProbeFinding("reach a network", kept_out=False)
    probe.guest_versions.cache_clear()
    probe.calibration.cache_clear()
    monkeypatch.setattr(probe, "quick_probe", lambda: ((open_door,), Calibration(0.001)))
    with pytest.raises(SandboxFailure, match="could reach a network"):
        probe.guest_versions()


def test_every_request_of_the_rehearsal_gets_its_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [])
    loaded, *called = rehearsal.rehearse()
    assert loaded == {"id": "0123456789abcdef", "ok": None}
    assert [reply["ok"] for reply in called[:2]] == [[3, "12ab", 2]] * 2
    assert len(called) >= 40
    assert all("error" not in reply for reply in called)


def test_the_rehearsal_leaves_no_module_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [])
    modules = {name: module for name, module in sys.modules.items() if name == "answer"}
    rehearsal.rehearse()
    assert {name: module for name, module in sys.modules.items() if name == "answer"} == modules


_NO_SUPPORT = (
    "bwrap: Creating new namespace failed, likely because the kernel does not support user namespaces."
    "  bwrap must be installed setuid on such systems."
)


@pytest.mark.parametrize("case", read_cases("replies/namespaces.yaml"), ids=lambda case: case["advice"])
def test_the_advice_names_the_setting_that_refuses_namespaces(case: dict[str, Any], tmp_path: Path) -> None:
    for name, text in {"proc/self/ns/user": "", **case["files"]}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert case["advice"] in namespace_advice(case["message"], tmp_path)


def test_a_kernel_without_user_namespaces_gets_its_own_advice(tmp_path: Path) -> None:
    assert "CONFIG_USER_NS" in namespace_advice(_NO_SUPPORT, tmp_path)


@pytest.mark.parametrize("message", ["", "bwrap: execvp /usr/bin/python: No such file or directory"])
def test_another_error_gets_no_advice_about_namespaces(message: str) -> None:
    assert namespace_advice(message) == ""


_START = """
import subprocess
from benchmark.sandbox.host.runtime import namespace_advice
command = ["bwrap", "--unshare-all", "--unshare-user", "--ro-bind", "/", "/", "true"]
done = subprocess.run(command, capture_output=True, text=True)
print(namespace_advice(done.stderr))
"""


def test_the_advice_fits_a_real_refusal() -> None:
    """The limit is set in a user namespace, where it concerns nobody else."""
    refuse = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", refuse, "sh", sys.executable, "-c", _START]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    assert "sysctl -w user.max_user_namespaces" in done.stdout, done.stderr
