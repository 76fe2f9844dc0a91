from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_github import TOKEN, FakeGitHub
from lent_machine import Machine

from benchmark.chain.github.rest import RestApi, WaitPolicy


@pytest.fixture
def machine(hub: FakeGitHub, tmp_path: Path) -> Iterator[Machine]:
    """A lent machine for a person's repository with safe settings."""
    hub.tokens[TOKEN] = frozenset({"admin"})
    hub.contributor_approval["approval_policy"] = "all_external_contributors"
    with RestApi(TOKEN, hub.url, WaitPolicy(seconds=0)) as rest:
        yield Machine(hub, rest, tmp_path)
