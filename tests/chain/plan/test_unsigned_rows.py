"""Rows without a signature are found, and those that can still be renewed are judged again."""

import datetime
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmark.chain.plan.unsigned_rows import (
    JUDGED_LIMIT,
    UnsignedRow,
    first_signed,
    rows_to_judge,
    unsigned_rows,
)
from benchmark.core.errors import BadInput
from benchmark.results.ledger import write_row
from benchmark.results.row import Row

MakeRow = Callable[..., Row]
HERE = "https://github.com/octo/bench"
LINKS = {"CI run": f"{HERE}/actions/runs/42"}
NOW = datetime.datetime(2026, 3, 31, 12, tzinfo=datetime.UTC)


def sign(path: Path) -> None:
    path.with_suffix(".sigstore.json").write_text("{}", encoding="utf-8")


def test_only_rows_without_a_signature_are_found(make_row: MakeRow, tmp_path: Path) -> None:
    rows = [make_row(f"slug-{number}", started=f"2026-03-0{number}T00:00:00Z") for number in range(1, 4)]
    paths = [write_row(tmp_path, row) for row in rows]
    assert first_signed(tmp_path) is None
    sign(paths[1])
    sign(paths[2])
    (found,) = unsigned_rows(tmp_path)
    assert found.row == rows[0]
    assert tmp_path / found.name == paths[0]
    assert first_signed(tmp_path) == "2026-03-02T00:00:00Z"


def test_a_link_in_the_place_of_a_signature_is_not_a_lost_one(make_row: MakeRow, tmp_path: Path) -> None:
    path = write_row(tmp_path, make_row("acme"))
    path.with_suffix(".sigstore.json").symlink_to("nowhere")
    assert unsigned_rows(tmp_path) == ()


def test_reported_and_withdrawn_rows_need_no_signature(make_row: MakeRow, tmp_path: Path) -> None:
    write_row(tmp_path, make_row("paper", trust="reported"))
    gone = make_row("acme")
    write_row(tmp_path, gone)
    assert len(unsigned_rows(tmp_path)) == 1
    fields = {"schema": "sightbench/retraction/1", "row": gone.id, "suite": gone.result.suite}
    fields |= {"dataset": gone.result.dataset, "slug": "acme", "reason": "x", "by": "jane"}
    (tmp_path / "retractions").mkdir()
    (tmp_path / "retractions" / f"{gone.id}.json").write_text(
        json.dumps({**fields, "date": "2026-03-01T00:00:00Z"}), encoding="utf-8"
    )
    assert unsigned_rows(tmp_path) == ()


def test_an_unreadable_row_is_an_error(make_row: MakeRow, tmp_path: Path) -> None:
    write_row(tmp_path, make_row("acme")).write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput):
        unsigned_rows(tmp_path)


@pytest.mark.parametrize(
    ("started", "links", "due"),
    [
        ("2026-03-30T00:00:00Z", LINKS, True),
        ("2026-03-01T12:00:00Z", LINKS, True),
        ("2026-03-01T11:59:59Z", LINKS, False),
        ("2026-03-30T00:00:00Z", {}, False),
        ("2026-03-30T00:00:00Z", {"CI run": "https://github.com/other/bench/actions/runs/42"}, False),
        ("2026-03-30T00:00:00Z", {"CI run": f"{HERE}/actions/runs/42/x"}, False),
        ("2026-03-30T00:00:00Z", {"CI run": f"{HERE}/actions/runs/\u0664"}, False),
        ("2026-03-30T00:00:00Z", {"CI run": f"{HERE}/actions/runs/\u00b2"}, False),
    ],
)
def test_a_row_is_judged_again_while_its_run_can_be_repeated(
    started: str, links: dict[str, str], due: bool, make_row: MakeRow
) -> None:
    row = UnsignedRow(make_row("acme", started=started, links=links))
    assert rows_to_judge([row], HERE, NOW) == ((row,) if due else ())


def test_of_many_rows_some_are_drawn(make_row: MakeRow) -> None:
    """No row comes first each time, so that rows that fail each time do not hold up the others."""
    rows = [
        UnsignedRow(make_row(f"slug-{number}", started="2026-03-30T00:00:00Z", links=LINKS))
        for number in range(JUDGED_LIMIT + 5)
    ]
    drawn = [frozenset(row.row.id for row in rows_to_judge(rows, HERE, NOW)) for _ in range(20)]
    assert {len(ids) for ids in drawn} == {JUDGED_LIMIT}
    assert len(set(drawn)) > 1
