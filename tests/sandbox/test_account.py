"""Processes that give up root; each test uses its own, because no process can get root back."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.core.errors import SandboxFailure
from benchmark.sandbox.host import wall
from benchmark.sandbox.host.runtime import UNPRIVILEGED_ID
from tests.case_files import read_text
from tests.sampling import gate_of

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to give up")

PROGRAM = """
import json, os
import benchmark.sandbox.host.wall
from benchmark.sandbox.host.wall import give_up_root
give_up_root()
{then}
"""
STATUS = """
with open("/proc/self/status") as file:
    print(json.dumps(dict(line.split(":", 1) for line in file)))
"""
IMPORTS = """
import sys
from benchmark.sandbox.host.wall import close_off
to_us = os.dup(1)
close_off(to_us)
import encodings.utf_16, linecache, xml.dom.minidom, _decimal, numpy, sympy
import collections.abc, importlib.metadata, concurrent.futures.thread
files = [xml.dom.minidom.__file__, _decimal.__file__, numpy.__file__, sympy.__file__]
os.write(to_us, json.dumps(files).encode())
"""
AGAIN = read_text("programs/account_again.py")


def after_giving_up(then: str, *options: str, **environment: str) -> object:
    """Return what a program prints after it has given up root."""
    done = subprocess.run(
        [sys.executable, *options, "-c", PROGRAM.format(then=then)],
        capture_output=True,
        check=True,
        env=os.environ | environment,
    )
    return json.loads(done.stdout)


@pytest.mark.gate
@needs_root
def test_a_process_keeps_no_rights_of_root() -> None:
    found = after_giving_up(STATUS)
    assert isinstance(found, dict)
    status = {name: value.strip() for name, value in found.items()}
    ids = "\t".join(4 * [str(UNPRIVILEGED_ID)])  # real, effective, saved and file system id
    assert (status["Uid"], status["Gid"], status["Groups"]) == (ids, ids, "")
    assert {int(status[f"Cap{kind}"], 16) for kind in ("Inh", "Prm", "Eff", "Bnd", "Amb")} == {0}
    assert status["NoNewPrivs"] == "1"


@pytest.mark.gate
@needs_root
def test_a_process_cannot_become_root_again() -> None:
    assert after_giving_up(AGAIN) == []


@pytest.fixture
def closed_libraries(tmp_path: Path) -> Path:
    """A path to the installed libraries through a folder that only root can enter."""
    (folder,) = {path for path in sys.path if Path(path, "numpy").is_dir()}
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "libraries").symlink_to(folder)
    return home / "libraries"


@needs_root
@gate_of("sandbox")
def test_libraries_in_a_closed_home_are_imported_from_copies(closed_libraries: Path) -> None:
    root = Path(wall.__file__).parents[3]
    found = after_giving_up(IMPORTS, "-S", PYTHONPATH=f"{root}{os.pathsep}{closed_libraries}")
    assert isinstance(found, list)
    inside = ("/sightbench-lib/", os.path.realpath(sys.base_prefix))
    assert [file for file in found if not file.startswith(inside)] == []


def test_an_ordinary_user_keeps_the_account(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall.os, "geteuid", lambda: 1000)
    before = [os.getresuid(), os.getresgid(), os.getgroups(), list(sys.path), Path.cwd()]
    wall.give_up_root()
    assert [os.getresuid(), os.getresgid(), os.getgroups(), list(sys.path), Path.cwd()] == before


@pytest.mark.parametrize(
    ("drop", "message"),
    [
        (lambda: Path("/none-such").stat(), "cannot change from root to account 65534: .*No such file"),
        (lambda: None, "account 65534 can become root again on this machine"),
    ],
    ids=["cannot change the account", "can become root again"],
)
def test_a_process_that_could_become_root_again_judges_nothing(drop, message, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(wall.os, "geteuid", lambda: 0)
    monkeypatch.setattr(wall, "_drop", drop)
    monkeypatch.setattr(wall.os, "setresuid", lambda *_: None)
    monkeypatch.setattr(wall, "runtime", lambda _: None)
    with pytest.raises(SandboxFailure, match=message) as caught:
        wall.give_up_root()
    assert caught.value.fix == "run this command as an ordinary user"


#: Class that runs or reads answers → modules that may make one. They run in processes that have given up root
#: and are behind the second wall, as ``test_wall.py`` checks. Not so the probe, which runs programs of ours,
#: the main process, which starts an empty sandbox to see why workers cannot, and the benchmark of drawings,
#: for which somebody chooses the programs.
CREATORS = {
    "Judge": {"lab/bench/figures.py"},
    "LimitedJudge": {"benchmark/pipeline/judge/judge_process.py", "benchmark/pipeline/judge/worker.py"},
    "SandboxedLinter": {"benchmark/pipeline/judge/parsing.py"},
    "Zygote": {
        "benchmark/judging/checks/lint.py",
        "benchmark/judging/judge.py",
        "benchmark/pipeline/judge/worker_processes.py",
        "benchmark/sandbox/host/probe.py",
        "lab/bench/figures.py",
    },
}


@gate_of("sandbox")
def test_only_processes_behind_the_second_wall_judge() -> None:
    root = Path(wall.__file__).parents[3]
    found: dict[str, set[str]] = {name: set() for name in CREATORS}
    for file in (*(root / "benchmark").rglob("*.py"), *(root / "lab" / "bench").rglob("*.py")):
        name = file.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=created) | ast.Attribute(attr=created)) if (
                    created in found and "guest" not in name
                ):
                    found[created].add(name)
    assert found == CREATORS
