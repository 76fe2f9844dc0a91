from collections.abc import Iterator

import pytest
from fake_github import FakeGitHub


@pytest.fixture
def hub() -> Iterator[FakeGitHub]:
    """A GitHub on loopback with an empty repository, octo/bench."""
    with FakeGitHub() as running:
        yield running
