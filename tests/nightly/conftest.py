"""A branch of results, a fake GitHub, and the command that publishes a night."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fake_github import FakeGitHub

from benchmark.results.branch import begin
from benchmark.results.layout import NIGHTLY
from benchmark.results.nights import NamedRecord
from tests.conftest import Sightbench

from .night_records import panels, write

POLICY = """\
schema: sightbench/policy/1
maintainers: [jane]
budgets: {run_usd: 10, month_usd: 100, nightly_usd: 5}
watch:
  - {provider: openai, models: acme-*, suites: [code-vision], budget_usd: 2}
"""

#: The submission whose series has the alarm of `panels`.
SUBMISSION = """\
schema: sightbench/submission/1
slug: acme-1
name: acme-1
owners: [octocat]
runs:
  - suite: code-vision
    dataset: open
    setting: flowchart
    protocol: cool-1
    model: {provider: openai, model: acme-1}
"""


def submit(folder: Path) -> None:
    """Write the submission into a folder of submissions."""
    (folder / "acme-1").mkdir()
    (folder / "acme-1" / "submission.yaml").write_text(SUBMISSION, encoding="utf-8")


@dataclass
class PublishedNights:
    """A bare repository with the branch, and a repository on GitHub."""

    folder: Path
    remote: Path
    hub: FakeGitHub
    sightbench: Sightbench
    runs: int = 0

    def publish(
        self, *records: NamedRecord, more: tuple[str, ...] = ()
    ) -> "subprocess.CompletedProcess[str]":
        """Write records into a new folder and publish it."""
        self.runs += 1
        found = write(self.folder / f"found-{self.runs}", *records)
        return self.publish_folder(found, more=more)

    def publish_folder(self, found: Path, more: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        """Publish the records of a folder."""
        return self.sightbench("ci", "night-publish", "--found", found, "--remote", self.remote, *more)

    def files(self, kind: str = "") -> list[str]:
        """The files of nights on the branch."""
        tree = ("ls-tree", "-r", "--name-only", "results", f"nightly/{kind}")
        command = ["git", "-C", str(self.remote), *tree]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    def close(self, login: str, **more: Any) -> None:
        """Close the only open issue on GitHub, as somebody would."""
        (issue,) = (one for one in self.hub.issues if one["state"] == "open")
        self.hub.close(issue, login, **more)


@pytest.fixture(scope="session")
def begun_branch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare repository with the panels of an alarm on the branch ``results``."""
    folder = tmp_path_factory.mktemp("begun")
    bare = folder / "remote.git"
    subprocess.run(["git", "init", "--quiet", "--bare", "--initial-branch=main", str(bare)], check=True)
    files = {one.path(Path(NIGHTLY)).as_posix(): one.to_bytes() for one in panels()}
    assert begin(str(bare), {"README.md": b"Rows.\n", **files}, folder=folder / "begin")
    return bare


@pytest.fixture
def remote(tmp_path: Path, begun_branch: Path) -> Path:
    """A copy of the repository, for one test."""
    return Path(shutil.copytree(begun_branch, tmp_path / "remote.git"))


@pytest.fixture
def nights(
    tmp_path: Path,
    remote: Path,
    hub: FakeGitHub,
    in_process: Sightbench,
    monkeypatch: pytest.MonkeyPatch,
) -> PublishedNights:
    """A branch with the panels of an alarm, and the command in a folder with a policy."""
    hub.use(monkeypatch, GITHUB_OUTPUT=str(tmp_path / "outputs"))
    hub.play("care.yml", "publish")
    (tmp_path / "policy.yml").write_text(POLICY, encoding="utf-8")
    (tmp_path / "submissions").mkdir()
    return PublishedNights(tmp_path, remote, hub, in_process)
