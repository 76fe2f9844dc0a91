import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from actions_world import ActionsWorld
from ci_world import TINY
from fake_github import TOKEN, FakeGitHub

from benchmark.chain.github.repository import Repository
from benchmark.chain.github.rest import RestApi
from benchmark.chain.jobs import scoring
from benchmark.core.suite import Suite
from benchmark.datasets import referenced_files
from benchmark.sandbox.host.probe import probe
from tests.put_suite import put_suite

from ..https_world import HttpsWorld, https_world

#: Each job has a process of its own and probes its sandbox for two seconds; here, all jobs share a process.
_probed_once = functools.cache(probe)


@pytest.fixture(scope="module")
def tiny() -> Iterator[Suite]:
    """A suite of six tasks, registered while the tests of a module run; the sandbox is probed once."""
    suite = TINY
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "probe", _probed_once)
        put_suite(patch, suite)
        yield suite


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpsWorld]:
    with https_world(tmp_path_factory.mktemp("certificate")) as running:
        yield running


@pytest.fixture
def published(certified: HttpsWorld, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HttpsWorld:
    """Addresses over HTTPS, whose files, redirects and faults a test sets."""
    certified.use(monkeypatch)
    monkeypatch.setenv("SIGHTBENCH_DATASETS", str(tmp_path / "sets"))
    monkeypatch.setattr(referenced_files, "_WAIT", 0.01)
    for store in (certified.files, certified.redirects, certified.statuses, certified.asked):
        store.clear()
    return certified


@pytest.fixture
def repository(hub: FakeGitHub) -> Iterator[Repository]:
    with RestApi(TOKEN, hub.url, seconds=0) as rest:
        yield Repository("octo/bench", rest)


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    """A repository without submissions, in which workflows are played."""
    return ActionsWorld(tmp_path, hub, monkeypatch)
