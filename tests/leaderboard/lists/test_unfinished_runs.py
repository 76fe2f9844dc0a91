"""Runs without a row are listed with the reason and the next step."""

import pytest

from benchmark.leaderboard.lists.status import unfinished_runs
from benchmark.results.row import Row
from benchmark.results.status import ATTEMPTS, RunStatus

RUN = {
    "slug": "acme-1",
    "suite": "code-vision",
    "dataset": "rebuilt",
    "setting": "flowchart",
    "protocol": "cool-1",
    "prompt": "upstream",
}


def status(state: str = "failed", day: int = 1, **more: object) -> RunStatus:
    fields = {"request": "a" * 64, "config": "b" * 64, "stage": "generate", "reason": "rate limit"}
    return RunStatus.model_validate(
        {**RUN, **fields, "state": state, "when": f"2026-03-0{day}T00:00:00Z", **more}
    )


def with_request(row: Row, request: str | None) -> Row:
    return row.model_copy(update={"run": row.run.model_copy(update={"request": request})})


def test_a_failure_has_its_reason_and_the_next_attempt() -> None:
    (run,) = unfinished_runs([status(links={"CI run": "https://example.org/1", "bad": "javascript:x"})], [])
    assert (run.slug, run.state, run.reason) == ("acme-1", "Generation failed", "rate limit")
    words = "picture shown · one try, temperature 0.2, at most 1,024 tokens · the authors' prompt"
    assert run.table == f"Code-Vision, rebuilt · {words} (flowchart · cool-1 · upstream)"
    assert run.next == "will be retried (attempt 2 of 3)"
    assert (run.day, run.links) == ("1 Mar 2026", (("CI run", "https://example.org/1"),))


def test_the_newest_status_of_a_run_counts() -> None:
    (run,) = unfinished_runs([status("waiting", 1), status(day=2), status("refused", 3, stage="plan")], [])
    assert (run.state, run.next) == ("Planning was refused", "the submission must be edited")
    (run,) = unfinished_runs([status(day=1), status("waiting", 2)], [])
    assert (run.state, run.next) == ("Generation is waiting", "continues automatically")


def test_a_run_that_failed_too_often_is_not_retried() -> None:
    (run,) = unfinished_runs([status(day=day + 1) for day in range(ATTEMPTS)], [])
    assert run.next == "will not be retried: it failed 3 times"
    edited = [*(status(day=day + 1) for day in range(ATTEMPTS)), status(day=9, config="c" * 64)]
    assert unfinished_runs(edited, [])[0].next == "will be retried (attempt 2 of 3)"


@pytest.mark.parametrize(
    ("started", "request_", "is_shown"),
    [
        ("2026-02-01T00:00:00Z", "a" * 64, False),
        ("2026-02-01T00:00:00Z", None, True),
        ("2026-04-01T00:00:00Z", None, False),
    ],
)
def test_a_row_removes_a_run_from_the_list(
    started: str, request_: str | None, is_shown: bool, make_row
) -> None:
    row = with_request(make_row("acme-1", started=started), request_)
    assert bool(unfinished_runs([status()], [row])) is is_shown
    other = with_request(make_row("acme-2", started=started), request_)
    assert unfinished_runs([status()], [other])
