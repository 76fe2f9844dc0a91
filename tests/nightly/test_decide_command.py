"""`sightbench ci night-decide` on folders with the files of nights."""

import shutil
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest

from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import Reservation, SettledRun, Settlement, add_next_to
from benchmark.results.nights import Decision, read_records
from tests.conftest import Sightbench
from tests.nightly_months import Script, day_after, drawn, write_records

ONE = Script()
NAME = "acme-1: code-vision/open, flowchart, cool-1, sightbench"
NIGHTS = drawn(np.full(12, 0.9), 6, seed=1)


@pytest.fixture
def nightly(in_process: Sightbench, tmp_path: Path) -> Sightbench:
    """A function that calls the command with `branch/nightly` and `out`."""
    (tmp_path / "branch").mkdir()

    def call(*options: str, day: int = 5, code: int = 0) -> CompletedProcess[str]:
        where = ("--nightly", "branch/nightly", "--out", "out", "--date", str(day_after(day)))
        done = in_process("ci", "night-decide", *where, *options)
        assert done.returncode == code, done.stderr
        return done

    return call


@pytest.fixture
def branch(tmp_path: Path) -> Path:
    return tmp_path / "branch" / "nightly"


def decisions(folder: Path) -> tuple[Decision, ...]:
    return read_records(folder, Decision)


def test_each_series_gets_a_line_a_sentence_and_its_files(nightly, branch, tmp_path) -> None:
    write_records(branch, *ONE.panels(NIGHTS))
    text = nightly().stdout
    assert "visible drop" in text.splitlines()[0]
    assert "warming-up" in text
    assert (
        "if every task loses the same share of its chance; unknown while a baseline grows\n"
        "tasks needed: to see a drop of 5 points\n" in text
    )
    assert f"{NAME}, 2026-03-06: 6 of 18 nights of the baseline\n" in text
    assert text.endswith("6 new decisions, 0 new events\n")
    found = decisions(tmp_path / "out" / "nightly")
    assert [made.date for made in found] == [str(day_after(day)) for day in range(6)]


def test_repeating_the_command_adds_nothing(nightly: Sightbench, branch: Path, tmp_path: Path) -> None:
    write_records(branch, *ONE.panels(NIGHTS))
    nightly()
    assert nightly().stdout.endswith("0 new decisions, 0 new events\n")
    assert len(decisions(tmp_path / "out" / "nightly")) == 6
    shutil.copytree(tmp_path / "out" / "nightly", branch, dirs_exist_ok=True)  # as publishing does
    shutil.rmtree(tmp_path / "out")
    assert nightly().stdout.endswith("0 new decisions, 0 new events\n")
    assert not (tmp_path / "out").exists()


def test_a_truncated_decision_stops_the_next_one(nightly: Sightbench, branch: Path, tmp_path: Path) -> None:
    """If it counted as absent, its day would be decided a second time."""
    write_records(branch, *ONE.panels(NIGHTS))
    nightly()
    path = sorted((tmp_path / "out").rglob("*.json"))[3]
    path.write_bytes(b"")
    assert path.name in nightly(code=2).stderr


def test_panels_of_the_future_are_named(nightly: Sightbench, branch: Path) -> None:
    write_records(branch, *ONE.panels(NIGHTS), ONE.panel("2091-01-01", NIGHTS[0]))
    text = nightly(day=3).stdout
    assert f"note: {NAME}: ignored until then: 2026-03-05, 2026-03-06, 2091-01-01, after 2026-03-04" in text
    assert text.endswith("4 new decisions, 0 new events\n")


def test_the_first_night_has_no_folder_and_a_wrong_folder_is_an_error(nightly, tmp_path) -> None:
    assert nightly().stdout == "no panels until 2026-03-06\n0 new decisions, 0 new events\n"
    wrong = nightly("--nightly", "branch/nigthly", code=2)
    assert "branch/nigthly: is not a folder" in wrong.stderr
    (tmp_path / "branch").rmdir()
    assert "is not a folder" in nightly(code=2).stderr


def test_a_night_is_decided_after_its_panels_are_recorded(nightly, branch, tmp_path) -> None:
    """A day is decided once: a panel that came later would be left out of the series of its model."""
    write_records(branch, *ONE.panels(NIGHTS))
    name = {"suite": "code-vision", "dataset": "open", "setting": "flowchart", "protocol": "cool-1"}
    run = {**name, "prompt": "sightbench", "run": 0, "request": "a" * 64, "config": "b" * 64}
    night = str(day_after(4))
    reservation = Reservation.new(
        part="night-acme-1", night=night, when=f"{night}T05:30:00Z", policy="c" * 64, runs=[run]
    )
    add_record(branch.parent / MONEY, reservation)
    assert f"acme-1: waits from {night} on, because panels of that night are under way" in nightly().stdout
    found = decisions(tmp_path / "out" / "nightly")
    assert [made.date for made in found] == [str(day_after(day)) for day in range(4)]
    settled = SettledRun(request="a" * 64, cents=0, how="nothing asked")
    settlement = Settlement(reservation=reservation.id, when=f"{night}T09:00:00Z", runs=[settled])
    add_next_to(branch.parent, reservation, settlement)
    assert nightly().stdout.endswith("2 new decisions, 0 new events\n")
