"""Forty made-up nights of four series, read once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.leaderboard.inputs.sources import Sources
from benchmark.results.nights import NightlyRecords, read_nightly
from tests.night_site import listed, months, write_months
from tests.nightly_months import write_records
from tests.nightly_records import happened


@pytest.fixture(scope="session")
def nights_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder ``nightly`` with panels, decisions, events and lists of models; the last night is 9 April."""
    folder = tmp_path_factory.mktemp("months") / "nightly"
    write_months(folder, months(40))
    moved = {"before": "acme-vision-0501", "after": "acme-vision-1101"}
    calm = {"model": "borealis-vl"}
    return write_records(
        folder,
        happened("alias-moved", date="2026-03-14", model="acme-vision", detail="acme-vision moved", **moved),
        happened(
            "new-version", date="2026-03-20", model="acme-vision-2", detail="acme-vision-2 is <b>new</b>"
        ),
        happened("shutdown-announced", date="2026-03-22", after="2026-12-31", detail="It ends", **calm),
        happened("vanished", date="2026-03-25", detail="the list lacks borealis-vl", **calm),
        listed("2026-03-25", "acme-vision"),
        listed("2026-04-09", provider="anthropic", reason="HTTP 503"),
    )


@pytest.fixture(scope="session")
def records(nights_folder: Path) -> NightlyRecords:
    return read_nightly(nights_folder)


@pytest.fixture
def watching(records: NightlyRecords, sources: Callable[..., Sources], make_row) -> Callable[..., Sources]:
    """A function that makes sources with the forty nights and rows of one of the models."""

    def of(**more) -> Sources:
        rows = more.pop("rows", [make_row("acme-vision", "PPPW", name="Acme Vision")])
        return sources(*rows, nightly=more.pop("nightly", records), **more)

    return of
