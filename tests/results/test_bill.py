"""Vendors' exports are read day by day, and compared with what the ledger says at least and at most."""

import datetime
import json
import random
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.results.bill import (
    Bill,
    ComparedDays,
    Reconciliation,
    compare_bill,
    read_bill,
    reconciled_spans,
)
from benchmark.results.money import Money, MoneyEntry, Reservation, ReservedRun, SettledRun, Settlement
from tests.bills import BILLS, COSTS, TODAY

KEY = "OPENAI_API_KEY"
DAY = datetime.timedelta(days=1)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "costs"
    path.write_text(text, encoding="utf-8")
    return path


def days(bill: Bill) -> dict[str, Decimal]:
    return {str(day): usd for day, usd in bill.items()}


@pytest.mark.parametrize("name", BILLS)
def test_each_form_gives_the_costs_of_each_day(tmp_path: Path, name: str) -> None:
    assert days(read_bill(write(tmp_path, BILLS[name]), TODAY)) == {
        day: Decimal(usd) for day, usd in COSTS.items()
    }


def test_a_file_with_a_mark_of_byte_order_is_read(tmp_path: Path) -> None:
    assert len(read_bill(write(tmp_path, "\ufeff" + BILLS["openai.csv"]), TODAY)) == len(COSTS)


def test_days_that_ended_less_than_two_days_ago_are_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, BILLS["anthropic.csv"])
    assert str(max(read_bill(path, datetime.date(2026, 11, 27)))) == "2026-11-24"
    assert str(max(read_bill(path, datetime.date(2026, 11, 26)))) == "2026-11-23"
    with pytest.raises(BadInput, match="has no whole UTC day that ended at least two days ago"):
        read_bill(path, datetime.date(2026, 11, 22))


def test_parts_of_days_at_both_ends_are_left_out(tmp_path: Path) -> None:
    header = "start_time,end_time,amount_value,amount_currency\n"
    rows = [
        "2026-11-20T14:00:00Z,2026-11-21T00:00:00Z,9,usd",
        "2026-11-21T00:00:00Z,2026-11-22T00:00:00Z,1,usd",
        "2026-11-22T00:00:00Z,2026-11-22T06:00:00Z,9,usd",
    ]
    assert days(read_bill(write(tmp_path, header + "\n".join(rows)), TODAY)) == {"2026-11-21": Decimal(1)}


def test_a_credit_is_taken_from_the_costs_of_its_day(tmp_path: Path) -> None:
    rows = "usage_date_utc,cost_usd\n2026-11-20,9\n2026-11-20,-2.5\n"
    assert days(read_bill(write(tmp_path, rows), TODAY)) == {"2026-11-20": Decimal("6.5")}


OPENAI = json.loads(BILLS["openai.json"])
START, END = OPENAI["data"][0]["start_time"], OPENAI["data"][0]["end_time"]


def openai(**result: object) -> str:
    results = [{"amount": {"value": 1, "currency": "usd"} | result}]
    return json.dumps({"data": [{"start_time": START, "end_time": END, "results": results}]})


def table(line: str) -> str:
    return f"usage_date_utc,cost_usd\n{line}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (openai(currency="eur"), "data[0].results[0]: amount.currency: 'eur' is not USD, and no currency"),
        (openai(currency=None), "amount.currency: None is not USD"),
        (openai(value=-1), "has a credit on"),
        (openai(value=-2e9), "amount.value: -2000000000.0 is not an amount of at most 1,000,000,000"),
        (openai(value=True), "amount.value: True is not an amount"),
        (openai(value=None), "amount.value: None is not an amount"),
        (openai(value="NaN"), "amount.value: 'NaN' is not an amount"),
        (openai(value="sNaN"), "amount.value: 'sNaN' is not an amount"),
        (openai(value="1e999999999"), "amount.value: '1e999999999' is not an amount"),
        (
            json.dumps({"data": [{"start_time": START, "results": []}]}),
            "data[0]: end_time: None is not a time",
        ),
        (json.dumps({"data": [{"results": []}]}), "data[0]: has no start_time or starting_at or date"),
        (json.dumps({"data": [{"date": "2026-11-20"}]}), "data[0]: usage: None is not an amount"),
        (json.dumps({"data": [1]}), "data[0]: is not a day with a list of results"),
        (
            json.dumps({"data": [{"date": "2026-11-20", "results": {}}]}),
            "is not a day with a list of results",
        ),
        (json.dumps({"error": "no"}), "data: is not a list of days"),
        ("[]", "data: is not a list of days"),
        ('{"data": []}', "has no whole UTC day"),
        ('{"data": [', "not valid JSON"),
        (table("2026-11-31,1"), "line 2: usage_date_utc: '2026-11-31' is not a time from 2020 on"),
        (table("2019-11-30,1"), "usage_date_utc: '2019-11-30' is not a time from 2020 on"),
        (table("99999999999999999999,1"), "is not a time from 2020 on"),
        (table('2026-11-20,"1,5"'), "line 2: cost_usd: '1,5' is not an amount"),
        (table("2026-11-20,$1"), "line 2: cost_usd: '$1' is not an amount"),
        (table("2026-11-20,"), "line 2: cost_usd: '' is not an amount"),
        (table("2026-11-20,1,2"), "line 2: has 3 cells"),
        ("usage_date_utc,model\n2026-11-20,x", "line 2: cost_usd: None is not an amount"),
        ("model,usage_output_tokens\nx,1", "line 1: has no start_time or usage_date_utc or Date"),
        (
            "start_time,end_time,amount_value,amount_currency\n2026-11-20,2026-11-27,7,usd",
            "line 2: end_time: 2026-11-20T00:00Z to 2026-11-27T00:00Z is not within one UTC day",
        ),
        (
            "start_time,end_time,amount_value\n2026-11-20T00:00:00+02:00,2026-11-21T00:00:00+02:00,7",
            "2026-11-19T22:00Z to 2026-11-20T22:00Z is not within one UTC day",
        ),
        (
            "start_time,end_time,amount_value,amount_currency\n2026-11-20,2026-11-21,,usd",
            "line 2: amount_value: '' is not an amount",
        ),
        ("usage_date_utc,cost_usd\n", "has no row below the header"),
    ],
)
def test_a_bad_file_is_refused_with_the_place_the_value_and_a_fix(
    tmp_path: Path, text: str, says: str
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_bill(path, TODAY)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    assert caught.value.fix


def entry(
    cents: int,
    begin: str = "2026-11-20",
    end: str | None = "2026-11-20",
    *,
    how: str = "counted",
    keys: tuple[str, ...] = (KEY,),
    rubric: int = 0,
) -> MoneyEntry:
    run = {"run": 0, "suite": "tiny", "dataset": "small", "setting": "text", "protocol": "greedy"}
    more = {"prompt": "sightbench", "request": "0" * 64, "config": "1" * 64, "keys": list(keys)}
    reserved = ReservedRun.model_validate(run | more | {"cents": 2 * cents, "rubric_cents": 2 * rubric})
    made = Reservation.new(part="plan-a", when=f"{begin}T01:00:00Z", policy="2" * 64, runs=[reserved])
    if end is None:
        return MoneyEntry(made)
    settled = SettledRun.model_validate(
        {"request": "0" * 64, "cents": cents, "rubric_cents": rubric, "how": how}
    )
    return MoneyEntry(made, Settlement(reservation=made.id, when=f"{end}T23:00:00Z", runs=[settled]))


def bill(**usd: float) -> Bill:
    return {datetime.date(2026, 11, int(day[1:])): Decimal(str(amount)) for day, amount in usd.items()}


def whole(found: tuple[ComparedDays, ...]) -> tuple[float, float, bool]:
    return float(found[-1].least), float(found[-1].most), any(days.differs for days in found)


@pytest.mark.parametrize(
    ("entries", "billed", "expected"),
    [
        ([entry(1000)], bill(d20=10), (9.99, 10, False)),
        ([entry(1000)], bill(d20=10.6), (9.99, 10, False)),  # less than one dollar
        ([entry(10_000)], bill(d20=104), (99.99, 100, False)),  # less than 5 %
        ([entry(10_000)], bill(d20=105.01), (99.99, 100, True)),
        ([entry(10_000)], bill(d20=94), (99.99, 100, True)),
        ([entry(1000)], bill(d20=0), (9.99, 10, True)),
        ([], bill(d20=1.01), (0, 0, True)),
        ([], bill(d20=1), (0, 0, False)),
        # Nobody knows the day, and each is possible.
        ([entry(1000, "2026-11-20", "2026-11-21")], bill(d20=0, d21=10), (9.99, 10, False)),
        ([entry(1000, "2026-11-20", "2026-11-21")], bill(d20=10, d21=0), (9.99, 10, False)),
        ([entry(1000, "2026-11-20", "2026-11-21")], bill(d20=10, d21=10), (9.99, 10, True)),
        ([entry(1000, "2026-11-20", "2026-11-21")], bill(d20=0, d21=0), (9.99, 10, True)),
        ([entry(1000, "2026-11-19", "2026-11-20")], bill(d20=0), (0, 10, False)),
        # What is not settled, unknown, of both keys or of an older version may be anything up to its amount.
        ([entry(1000, end=None)], bill(d20=0), (0, 20, False)),
        ([entry(1000, how="unknown")], bill(d20=0), (0, 10, False)),
        ([entry(1000, how="no cost")], bill(d20=12), (0, 10, True)),
        ([entry(1000, keys=(KEY, "GEMINI_API_KEY"))], bill(d20=0), (0, 10, False)),
        ([entry(1000, keys=())], bill(d20=0), (0, 10, False)),
        ([entry(1000, keys=("GEMINI_API_KEY",))], bill(d20=0), (0, 0, False)),
        # A day that is too dear is not balanced by one that is too cheap.
        (
            [entry(1000), entry(1000, "2026-11-21", "2026-11-21")],
            bill(d20=18, d21=2),
            (19.98, 20, True),
        ),
    ],
)
def test_a_bill_differs_by_more_than_5_percent_and_a_dollar(
    entries: list[MoneyEntry], billed: Bill, expected: tuple[float, float, bool]
) -> None:
    assert whole(compare_bill(billed, Money(tuple(entries)), KEY, scoring=False)) == pytest.approx(expected)


def test_the_key_of_scoring_has_what_scoring_costs() -> None:
    ledger = Money((entry(1000, keys=(KEY,), rubric=500),))
    assert whole(compare_bill(bill(d20=5), ledger, "RUBRIC_API_KEY", scoring=True)) == (4.99, 5, False)


def test_true_bills_of_random_ledgers_agree_and_leaks_are_seen() -> None:
    rng = random.Random(63)  # noqa: S311 - seeded on purpose
    begin = datetime.date(2026, 11, 1)
    for _ in range(60):
        paid: dict[datetime.date, Decimal] = {begin + n * DAY: Decimal() for n in range(20)}
        entries = []
        for _ in range(rng.randrange(1, 30)):
            first = begin + rng.randrange(-2, 21) * DAY
            last = first + rng.choice([0, 0, 1]) * DAY
            usd = Decimal(rng.randrange(0, 90_000)) / 10_000
            day = rng.choice([first, last])
            if day in paid:
                paid[day] += usd
            cents = -int(-usd * 100 // 1)
            how = rng.choice(["counted", "counted", "unknown"])
            entries.append(entry(cents, str(first), None if rng.random() < 0.1 else str(last), how=how))
        ledger = Money(tuple(entries))
        assert not any(days.differs for days in compare_bill(paid, ledger, KEY, scoring=False))
        leaked = rng.choice(list(paid))
        most = next(
            days.most for days in compare_bill(paid, ledger, KEY, scoring=False) if days.days == str(leaked)
        )
        dearer = paid | {leaked: most * Decimal("1.05") + Decimal("1.01")}
        assert any(days.differs for days in compare_bill(dearer, ledger, KEY, scoring=False))


def record(key: str, first: str, last: str) -> Reconciliation:
    return Reconciliation(
        key=key, first=first, last=last, billed_cents=1, counted_cents=1, when="2026-11-28T00:00:00Z"
    )


def test_a_gap_between_reconciled_days_begins_anew() -> None:
    found: Mapping[str, tuple[str, str]] = reconciled_spans(
        [
            record("B", "2026-11-01", "2026-11-10"),
            record("A", "2026-10-01", "2026-10-31"),
            record("A", "2026-11-01", "2026-11-10"),
            record("A", "2026-11-05", "2026-11-08"),
            record("B", "2026-11-12", "2026-11-20"),
        ]
    )
    assert found == {"A": ("2026-10-01", "2026-11-10"), "B": ("2026-11-12", "2026-11-20")}
