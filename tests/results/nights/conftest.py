from collections.abc import Callable

import pytest

from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, Panel

from .records import decision, event, models_seen, panel

MakePanel = Callable[..., Panel]


@pytest.fixture(scope="session")
def make_night() -> MakePanel:
    return panel


@pytest.fixture(scope="session")
def make_models_seen() -> Callable[..., ModelsSeen]:
    return models_seen


@pytest.fixture(scope="session")
def make_event() -> Callable[..., NightlyEvent]:
    return event


@pytest.fixture(scope="session")
def make_decision() -> Callable[..., Decision]:
    return decision
