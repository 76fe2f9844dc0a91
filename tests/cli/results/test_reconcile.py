"""Tests of `sightbench results reconcile` on a bare repository on disk."""

import datetime
from pathlib import Path

import pytest

from benchmark.leaderboard.charts.page import charts_view
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import read_sources
from benchmark.leaderboard.parts.score_chart import COST
from benchmark.results.bill import BILLS
from benchmark.results.branch import check_out, publish
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY
from benchmark.results.money import (
    Reservation,
    SettledRun,
    Settlement,
    add_next_to,
    close_months,
    read_money,
)

KEY = "OPENAI_API_KEY"
LAST = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=5)
FIRST = LAST - datetime.timedelta(days=1)


def spend(checkout: Path, day: datetime.date = LAST) -> str:
    """Add a run to the ledger that cost ten dollars on a day."""
    run = {"run": 0, "suite": "tiny", "dataset": "small", "setting": "text", "protocol": "greedy"}
    more = {"prompt": "sightbench", "request": "0" * 64, "config": "1" * 64, "cents": 2000, "keys": [KEY]}
    made = Reservation.new(part="plan-a", when=f"{day}T01:00:00Z", policy="2" * 64, runs=[run | more])
    add_record(checkout / MONEY, made)
    settled = SettledRun(request="0" * 64, cents=1000, how="counted")
    add_next_to(checkout, made, Settlement(reservation=made.id, when=f"{day}T05:00:00Z", runs=[settled]))
    return "Spend money"


@pytest.fixture
def ledger(remote: Path, tmp_path: Path) -> Path:
    """Return a remote with ten dollars in its ledger."""
    publish(str(remote), spend, folder=tmp_path / "publish")
    return remote


def bill(tmp_path: Path, dollars: str) -> Path:
    path = tmp_path / "costs.csv"
    path.write_text(f"usage_date_utc,cost_usd\n{FIRST},0\n{LAST},{dollars}\n")
    return path


@pytest.mark.gate
def test_a_bill_that_agrees_is_published_once(in_process, ledger: Path, tmp_path: Path) -> None:
    listed = in_process("results", "list", "--money", "--remote", ledger, code=0).stdout
    assert f"{KEY}: not reconciled" in listed
    ask = ("results", "reconcile", bill(tmp_path, "10.02"), "--key", KEY, "--remote", ledger)
    done = in_process(*ask, code=0)
    assert f"{KEY}: reconciled from {FIRST} up to {LAST}\n" in done.stdout
    assert in_process(*ask, code=0).stdout == done.stdout
    listed = in_process("results", "list", "--money", "--remote", ledger, code=0).stdout
    assert f"{KEY}: reconciled from {FIRST} up to {LAST}" in listed
    assert "3 commits" in in_process("results", "check", "--remote", ledger, code=0).stdout
    check_out(str(ledger), folder=tmp_path / "branch")
    (record,) = (tmp_path / "branch" / BILLS / KEY).iterdir()
    assert record.name == f"{FIRST}.{LAST}.json"
    record.write_text(record.read_text().replace('"billed_cents": 1002', '"billed_cents": -1'))
    (tmp_path / "branch" / "results").mkdir()
    again = in_process("results", "list", "--money", "--rows", tmp_path / "branch" / "results", code=2)
    assert "billed_cents" in again.stderr


@pytest.mark.gate
def test_the_entries_of_a_closed_month_are_compared_too(in_process, remote: Path, tmp_path: Path) -> None:
    day = LAST - datetime.timedelta(days=70)

    def close(checkout: Path) -> str:
        assert spend(checkout, day)
        assert close_months(checkout, read_money(checkout), datetime.datetime.now(datetime.UTC))
        return "Spend money and close the month"

    publish(str(remote), close, folder=tmp_path / "publish")
    path = tmp_path / "costs.csv"
    path.write_text(f"usage_date_utc,cost_usd\n{day},10\n")
    in_process("results", "reconcile", path, "--key", KEY, "--remote", remote, code=0)
    path.write_text(f"usage_date_utc,cost_usd\n{day},20\n")
    in_process("results", "reconcile", path, "--key", KEY, "--remote", remote, code=1)


@pytest.mark.gate
def test_the_check_of_the_branch_finds_a_forged_span(in_process, ledger: Path, tmp_path: Path) -> None:
    ask = ("results", "reconcile", bill(tmp_path, "10"), "--key", KEY, "--remote", ledger)
    in_process(*ask, code=0)

    def forge(checkout: Path) -> str:
        (record,) = (checkout / BILLS / KEY).iterdir()
        record.with_name(f"2020-01-01.{LAST}.json").write_bytes(record.read_bytes())
        return "Forge"

    publish(str(ledger), forge, folder=tmp_path / "forge")
    assert (
        f"bills/{KEY}/2020-01-01.{LAST}.json"
        in in_process("results", "check", "--remote", ledger, code=1).stdout
    )


@pytest.mark.gate
def test_a_bill_that_differs_writes_nothing(in_process, ledger: Path, tmp_path: Path) -> None:
    ask = ("results", "reconcile", bill(tmp_path, "12"), "--key", KEY, "--remote", ledger)
    done = in_process(*ask, code=1)
    assert f"the bill for {KEY} differs from the ledger: {LAST}, all" in done.stderr
    assert "12.00" in done.stdout
    assert "not reconciled" in in_process("results", "list", "--money", "--remote", ledger, code=0).stdout


@pytest.mark.gate
def test_an_unknown_key_is_refused_and_not_shown(in_process, ledger: Path, tmp_path: Path) -> None:
    secret = "sk-abcdefgh12345678"  # noqa: S105 - made up
    ask = ("results", "reconcile", bill(tmp_path, "10"), "--key", secret, "--remote", ledger)
    done = in_process(*ask, code=2)
    assert f"--key: is not the name of a secret that the ledger has\n  fix: name one of {KEY}" in done.stderr
    assert secret not in done.stdout + done.stderr


def test_a_bad_file_has_exit_code_2(in_process, ledger: Path, tmp_path: Path) -> None:
    ask = ("results", "reconcile", bill(tmp_path, "ten"), "--key", KEY, "--remote", ledger)
    assert "costs.csv: line 3: cost_usd: 'ten' is not an amount" in in_process(*ask, code=2).stderr
    assert in_process("results", "reconcile", tmp_path / "none.csv", *ask[3:], code=2).stderr


@pytest.mark.gate
def test_the_page_of_costs_says_up_to_which_day(in_process, tmp_path: Path) -> None:
    rows = tmp_path / "results"
    rows.mkdir()
    spend(tmp_path)
    where = SiteConfig(rows=rows)
    assert "is not reconciled with" in charts_view(read_sources(where), COST).bills
    in_process("results", "reconcile", bill(tmp_path, "10"), "--key", KEY, "--rows", rows, code=0)
    said = charts_view(read_sources(where), COST).bills
    assert f"{KEY} from {FIRST.day} " in said
    assert f" up to {LAST.day} " in said
