import dataclasses
import shutil
from pathlib import Path

import pytest
from ci_world import PREDICTED, evaluated, submit
from fake_github import FakeGitHub
from fake_sigstore import COMMIT, SIGNER, FakeSigstore
from record_step import NAMED, RecordStep

from benchmark.chain.jobs.merging import RecordJob
from benchmark.chain.plan.job import write_plan
from tests.conftest import Sightbench


@pytest.fixture(scope="module")
def judged(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001 - registers the suite
    """Two submissions with a plan and its artifacts."""
    folder = tmp_path_factory.mktemp("judged")
    for slug in ("acme", "zeta"):
        submit(folder / "submissions", slug, PREDICTED)
    write_plan(folder / "plan.json", evaluated(folder, commit=COMMIT).plan)
    return folder


@pytest.fixture(scope="module")
def judged_once(tiny: object, tmp_path_factory: pytest.TempPathFactory) -> RecordJob:  # noqa: ARG001 - registers the suite
    """A judged run of octocat's submission: six samples, four of them right."""
    folder = tmp_path_factory.mktemp("judged")
    submit(folder / "submissions", "acme", PREDICTED)
    return evaluated(folder, commit=COMMIT)


@pytest.fixture
def work(judged_once: RecordJob, tmp_path: Path) -> RecordJob:
    """A copy of the judged run, for one test."""
    shutil.copytree(judged_once.artifacts.parent, tmp_path, dirs_exist_ok=True)
    places = {name: tmp_path / name for name in ("artifacts", "submissions")}
    return dataclasses.replace(judged_once, **places)


@pytest.fixture
def step(hub: FakeGitHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeGitHub:
    """The environment of a workflow step in the repository that the policy names."""
    hub.repository = SIGNER.repository
    hub.play("run.yml", "record")
    hub.use(
        monkeypatch,
        GITHUB_REPOSITORY_ID=str(SIGNER.id),
        GITHUB_RUN_ID="42",
        GITHUB_SHA=COMMIT,
        GITHUB_OUTPUT=str(tmp_path / "outputs"),
    )
    return hub


@pytest.fixture
def record(
    judged: Path,
    tmp_path: Path,
    remote: Path,
    in_process: Sightbench,
    step: FakeGitHub,  # noqa: ARG001 - sets the environment
) -> RecordStep:
    shutil.copytree(judged, tmp_path, dirs_exist_ok=True)
    (tmp_path / "policy.yml").write_text(NAMED, encoding="utf-8")
    sigstore = FakeSigstore()
    sigstore.write_trusted_root(tmp_path / "root.json")
    return RecordStep(tmp_path, remote, in_process, sigstore)
