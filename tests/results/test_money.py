"""The sums of closed months: fast to read, and nothing that was spent or is open can hide behind one."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.analysis.ledger_report import money_table
from benchmark.chain.plan.reservations import add_reservations
from benchmark.core.errors import BadInput, OurFailure
from benchmark.results import branch_record
from benchmark.results.attestation import AttestationChecker
from benchmark.results.branch import fetch_history, publish
from benchmark.results.branch_record import add_record
from benchmark.results.layout import MONEY, SETTLED, SUM
from benchmark.results.money import (
    Money,
    MoneyEntry,
    Reservation,
    Settlement,
    add_next_to,
    close_months,
    is_over,
    read_money,
)
from benchmark.results.soundness import check_branch
from tests.conftest import GitIn

NOW = datetime.datetime(2026, 3, 10, 12, tzinfo=datetime.UTC)
RUN = {"suite": "tiny", "dataset": "small", "setting": "text", "protocol": "greedy", "prompt": "sightbench"}


def reservation(when: str = "2026-01-05T00:00:00Z", number: int = 0, kind: str = "plan") -> Reservation:
    more = {"run": 0, "request": f"{number:064x}", "config": "1" * 64, "cents": 100, "rubric_cents": 7}
    night = when[:10] if kind == "night" else None
    runs = [{**RUN, **more}]
    return Reservation.new(part=f"{kind}-s{number}", when=when, policy="2" * 64, runs=runs, night=night)


def settle(checkout: Path, found: Reservation, when: str = "2026-01-06T00:00:00Z", cents: int = 60) -> None:
    runs = [{"request": found.runs[0].request, "cents": cents, "rubric_cents": 3, "how": "counted"}]
    settlement = Settlement.model_validate({"reservation": found.id, "when": when, "runs": runs})
    assert add_next_to(checkout, found, settlement)


def fill(checkout: Path, months: list[str], entries: int = 3) -> None:
    """Add settled entries to months, of plans, nights and scores by a model."""
    for month in months:
        for number in range(entries):
            kind = ("plan", "night", "rubric")[number % 3]
            found = reservation(f"{month}-{number % 28 + 1:02}T00:00:00Z", number, kind)
            add_record(checkout / MONEY, found)
            settle(checkout, found, f"{month}-28T23:00:00Z")


def close(checkout: Path, now: datetime.datetime = NOW) -> list[str]:
    return close_months(checkout, read_money(checkout), now)


def facts(money: Money) -> object:
    """Return all that plans and people read of the ledger."""
    nights = dict(money.tried), dict(money.rubric_tries)
    return dict(money.months), money.open, money.under_way, nights, money_table(money, (), ())


def months_before(count: int) -> list[str]:
    return [f"{2025 - number // 12}-{12 - number % 12:02}" for number in range(count)]


def test_closing_months_changes_no_figure_and_happens_once(tmp_path: Path) -> None:
    fill(tmp_path, ["2025-12", "2026-01", "2026-02", "2026-03"], 7)
    add_record(tmp_path / MONEY, reservation("2026-02-07T00:00:00Z", 99, "night"))
    before = facts(read_money(tmp_path))
    assert close(tmp_path) == ["closed: 2025-12: 4.41 US dollars", "closed: 2026-01: 4.41 US dollars"]
    money = read_money(tmp_path)
    assert facts(money) == before
    assert {entry.month for entry in money.entries} == {"2026-02", "2026-03"}
    assert read_money(tmp_path, whole=True).sums == ()
    assert facts(read_money(tmp_path, whole=True)) == before
    assert close(tmp_path, NOW + datetime.timedelta(days=9)) == [], "never a second time"


@pytest.mark.parametrize(("month", "first"), [("2025-12", "2026-02-01"), ("2026-01", "2026-03-04")])
def test_a_month_closes_31_days_after_its_end(month: str, first: str) -> None:
    day = datetime.datetime.fromisoformat(f"{first}T00:00:00Z")
    assert is_over(month, day)
    assert not is_over(month, day - datetime.timedelta(seconds=1))


def test_a_month_with_an_open_reservation_stays_open(tmp_path: Path) -> None:
    fill(tmp_path, ["2025-12"])
    found = reservation("2025-12-31T23:59:59Z", 50)
    add_record(tmp_path / MONEY, found)
    assert close(tmp_path) == []
    settle(tmp_path, found, "2026-03-10T12:00:01Z")
    assert close(tmp_path) == [], "its clock was faster: the sum would be older than the settlement"
    assert close(tmp_path, NOW + datetime.timedelta(hours=6)) == ["closed: 2025-12: 2.52 US dollars"]
    assert read_money(tmp_path).spent_usd("2025-12") == 2.4, "it counts where it was reserved"


@pytest.mark.parametrize("months", [1, 10, 100])
def test_of_a_closed_month_one_file_is_read(tmp_path: Path, monkeypatch, months: int) -> None:
    fill(tmp_path, [*months_before(months), "2026-03"])
    read: list[Path] = []
    original = branch_record.read_bytes
    monkeypatch.setattr(branch_record, "read_bytes", lambda *given: read.append(given[0]) or original(*given))
    read_money(tmp_path)
    assert len(read) == 2 * 3 * (months + 1)
    close(tmp_path)
    read.clear()
    read_money(tmp_path)
    assert len(read) == months + 2 * 3
    assert [path.name for path in read].count(SUM) == months


def test_the_ledger_is_added_up_once_however_often_it_is_asked(tmp_path: Path, monkeypatch) -> None:
    fill(tmp_path, ["2026-02", "2026-03"], 30)
    money, added = read_money(tmp_path), []
    cents = MoneyEntry.cents.fget
    monkeypatch.setattr(MoneyEntry, "cents", property(lambda entry: added.append(1) or cents(entry)))
    for _ in range(200):
        assert (money.spent_usd("2026-03"), money.rubric_usd("2026-02")) == (18.0, 0.9)
        assert (money.under_way, money.tried["s1 " + f"{1:064x}"]) == (frozenset(), "2026-03-02")
    assert len(added) == 60


# What a sum must not hide, by accident or on purpose


def _premature(checkout: Path) -> None:
    add_record(checkout / MONEY, reservation("2026-01-09T00:00:00Z", 77))


def _late(checkout: Path) -> None:
    found = reservation("2026-01-09T00:00:00Z", 77)
    add_record(checkout / MONEY, found)
    settle(checkout, found, "2026-04-02T00:00:00Z")


def test_a_reservation_that_a_sum_does_not_count_is_still_under_way(tmp_path: Path) -> None:
    """Otherwise its money would be planned again."""
    fill(tmp_path, ["2026-01"])
    close(tmp_path)
    _premature(tmp_path)
    money = read_money(tmp_path)
    assert money.under_way == {"plan-s77"}
    assert money.spent_usd("2026-01") == 1.8 + 1.0
    settle(tmp_path, money.open[0].reservation, "2026-04-02T00:00:00Z", cents=90)
    money = read_money(tmp_path)
    assert (money.open, money.spent_usd("2026-01"), money.spent_usd("2026-04")) == ((), 1.8, 0.9)
    fill(tmp_path, ["2026-04"], entries=1)
    before = facts(read_money(tmp_path))
    assert close(tmp_path, datetime.datetime(2026, 8, 1, tzinfo=datetime.UTC))
    assert facts(read_money(tmp_path)) == before, "it does not count in the sum of April as well"


def test_nothing_is_reserved_in_a_closed_month(tmp_path: Path) -> None:
    """A machine whose clock is wrong, or an old clone that somebody pushes from."""
    fill(tmp_path, ["2026-01"])
    close(tmp_path)
    with pytest.raises(OurFailure, match="the ledger has closed the month of 2026-01-05"):
        add_reservations(tmp_path, [reservation(number=5)])
    assert len(read_money(tmp_path, whole=True).entries) == 3


def _edit(**changes: object) -> Callable[[Path], None]:
    def edit(checkout: Path) -> None:
        path = checkout / MONEY / "2026-01" / SUM
        path.write_text(json.dumps({**json.loads(path.read_bytes()), **changes}), encoding="utf-8")

    return edit


def _remove_entry(checkout: Path) -> None:
    path = next(path for path in (checkout / MONEY / "2026-01").iterdir() if path.name.endswith(SETTLED))
    path.unlink()
    path.with_name(path.name.replace(SETTLED, ".json")).unlink()


def _truncate(checkout: Path) -> None:
    path = checkout / MONEY / "2026-01" / SUM
    path.write_bytes(path.read_bytes()[:-20])


def _other_month(checkout: Path) -> None:
    (checkout / MONEY / "2026-02").mkdir()
    (checkout / MONEY / "2026-01" / SUM).rename(checkout / MONEY / "2026-02" / SUM)


@pytest.mark.gate
@pytest.mark.parametrize(
    ("change", "problem", "unreadable"),
    [
        (_edit(cents=1), "cents: is not that of the files next to it", False),
        (_edit(rubric_tries={}), "rubric_tries: is not that of the files", False),
        (_edit(tried={}), "tried: is not that of the files", False),
        (_edit(when="2026-03-03T23:59:59Z"), "when: is less than 31 days after the end of the month", True),
        (_edit(cents=-5), "cents: must be at least 0", True),
        (_edit(more=1), "more: unknown field", True),
        (_edit(month="2026-13"), "month: ", True),
        (_remove_entry, "entries: is not that of the files next to it", False),
        (_truncate, "not valid JSON: unterminated string", True),
        (_other_month, "the file's path does not match its content", True),
        (_late, "entries: lacks 1 that were settled after the month was closed", False),
        (_premature, "entries: lacks 1", False),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_sum_that_is_wrong_is_found(
    remote: Path, tmp_path: Path, checker: AttestationChecker, *, change, problem, unreadable
) -> None:
    def write(checkout: Path) -> str:
        fill(checkout, ["2026-01"])
        close(checkout)
        change(checkout)
        return "Add"

    publish(str(remote), write, folder=tmp_path / "one")
    git = fetch_history(str(remote), folder=tmp_path / "history")
    found = check_branch(git, "results", (), "", checker).findings
    assert [problem in str(finding) for finding in found] == [True], found
    if unreadable:
        with pytest.raises(BadInput):
            read_money(tmp_path / "one")


@pytest.mark.gate
def test_a_removed_sum_is_found_and_hides_nothing(remote, tmp_path, git_in: GitIn, checker) -> None:
    def write(checkout: Path) -> str:
        fill(checkout, ["2026-01"])
        close(checkout)
        return "Add"

    publish(str(remote), write, folder=tmp_path / "one")
    git_in(tmp_path, "clone", "--quiet", "--branch", "results", str(remote), "clone")
    before = facts(read_money(tmp_path / "clone"))
    git_in(tmp_path / "clone", "rm", "--quiet", f"{MONEY}/2026-01/{SUM}")
    git_in(tmp_path / "clone", "commit", "--quiet", "-m", "Remove")
    git_in(tmp_path / "clone", "push", "--quiet", "origin", "HEAD:results")
    assert facts(read_money(tmp_path / "clone")) == before
    git = fetch_history(str(remote), folder=tmp_path / "history")
    (finding,) = check_branch(git, "results", (), "", checker).findings
    assert finding.problem == f"deletes {MONEY}/2026-01/{SUM}"


@pytest.mark.gate
def test_two_writers_at_once_write_one_sum(remote: Path, tmp_path: Path, git_in: GitIn, checker) -> None:
    """The second one starts from the state with the sum of the first, and has nothing to add."""
    publish(str(remote), lambda checkout: fill(checkout, ["2026-01"]) or "Add", folder=tmp_path / "fill")
    raced: list[int] = []

    def closing(checkout: Path) -> str | None:
        lines = close(checkout, NOW + datetime.timedelta(minutes=len(raced)))
        if not raced:
            raced.append(1)
            publish(str(remote), closing, folder=tmp_path / "other")
        return "\n".join(lines) or None

    done = publish(str(remote), closing, folder=tmp_path / "one")
    assert (done.commit, done.attempts) == (None, 2)
    assert git_in(remote, "rev-list", "--count", "results") == "3\n"
    git = fetch_history(str(remote), folder=tmp_path / "history")
    assert check_branch(git, "results", (), "", checker).findings == []


@pytest.mark.gate
def test_a_plan_checks_out_the_sum_of_a_closed_month_and_not_its_entries(
    remote: Path, tmp_path: Path
) -> None:
    def write(checkout: Path) -> str:
        fill(checkout, ["2025-11", "2026-01", "2026-03"], 5)
        close(checkout)
        return "Add"

    publish(str(remote), write, folder=tmp_path / "one")
    whole = facts(read_money(tmp_path / "one", whole=True))

    def names(folder: Path) -> list[int]:
        return [len(list(each.iterdir())) for each in sorted((folder / MONEY).iterdir())]

    two = publish(str(remote), lambda _: None, folder=tmp_path / "two").checkout
    assert names(two) == [1, 1, 10]
    assert facts(read_money(two)) == whole
    # Whoever adds a reservation to a closed month: it is checked out and counted until it is settled.
    publish(str(remote), lambda folder: _premature(folder) or "Add", folder=tmp_path / "three")
    four = publish(str(remote), lambda _: None, folder=tmp_path / "four").checkout
    assert names(four) == [1, 12, 10]
    assert read_money(four).under_way == {"plan-s77"}
