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
from benchmark.sandbox.host.probe import probe
from tests.put_suite import put_suite

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


@pytest.fixture
def repository(hub: FakeGitHub) -> Iterator[Repository]:
    with RestApi(TOKEN, hub.url, seconds=0) as rest:
        yield Repository("octo/bench", rest)


@pytest.fixture
def world(tmp_path: Path, hub: FakeGitHub, monkeypatch: pytest.MonkeyPatch) -> ActionsWorld:
    """A repository without submissions, in which workflows are played."""
    return ActionsWorld(tmp_path, hub, monkeypatch)
