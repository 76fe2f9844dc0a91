"""The page of runs without a result, with reasons and next steps, and without folders of the machine."""

from pathlib import Path

import pytest

from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.lists.status import status_view, unfinished_runs, without_machine_paths
from benchmark.results.status import ATTEMPTS, RunStatus
from benchmark.submissions.schema import Submission
from tests.case_files import table
from tests.changed_rows import with_run
from tests.run_statuses import run_status

RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}


def submission(slug: str, *runs: dict[str, object]) -> Submission:
    return Submission.model_validate({"slug": slug, "name": slug.title(), "runs": [*runs]})


def status(state: str = "failed", day: int = 1, **more: object) -> RunStatus:
    return run_status(state=state, when=f"2026-03-0{day}T00:00:00Z", **more)


def test_a_run_is_listed_until_it_has_a_row_or_a_status(make_row, sources) -> None:
    model = {"provider": "openai", "model": "x"}
    given = {
        "a": submission("a", {**RUN, "prompt": "upstream", "predictions": "p.jsonl"}),
        "b": submission("b", {**RUN, "model": model}),
        "c": submission("c", {**RUN, "model": model}, {**RUN, "setting": "text", "model": model}),
    }
    failed = status(slug="c", prompt="sightbench")
    found = status_view(sources(make_row("a"), submissions=given, statuses=[failed]))
    assert [run.slug for run in found.failed] == ["c"]
    drawn = "one try, temperature 0.2, at most 1,024 tokens · our prompt"
    text = f"text instead of the picture · {drawn} (text · cool-1 · sightbench)"
    assert [*found.waiting] == [
        ("b", "B", f"Code-Vision, rebuilt · picture shown · {drawn} (flowchart · cool-1 · sightbench)"),
        ("c", "C", f"Code-Vision, rebuilt · {text}"),
    ]
    assert found.sentence == "Three merged runs have no result yet."
    assert found.lead == "3 submissions with 4 runs are merged; 1 row counts on these pages."


def test_a_row_of_uploaded_answers_may_lack_its_prompt(make_row, sources) -> None:
    given = {"a": submission("a", {**RUN, "predictions": "p.jsonl"})}
    found = status_view(sources(make_row("a", prompt=""), submissions=given))
    assert (found.waiting, found.sentence) == ((), "Every merged run has its result.")


def test_notes_of_the_sources_are_listed(sources) -> None:
    found = status_view(sources(notes=["x/submission.yaml cannot be read: \u202ebroken"]))
    assert found.notes == ("x/submission.yaml cannot be read: \ufffdbroken",)


def test_a_failure_has_its_reason_and_the_next_attempt() -> None:
    (run,) = unfinished_runs([status(links={"CI run": "https://example.org/1", "bad": "javascript:x"})], [])
    assert (run.slug, run.state, run.reason) == ("acme-1", "Generation failed", "rate limit")
    words = "picture shown · one try, temperature 0.2, at most 1,024 tokens · the authors' prompt"
    assert run.table == f"Code-Vision, rebuilt · {words} (flowchart · cool-1 · upstream)"
    assert run.next == "will be retried (attempt 2 of 3)"
    assert (run.day, run.links) == ("1 Mar 2026", (("CI run", "https://example.org/1"),))


FAILED = [status(day=day + 1) for day in range(ATTEMPTS)]


@pytest.mark.parametrize(
    ("statuses", "state", "then"),
    [
        (
            [status("waiting", 1), status(day=2), status("refused", 3, stage="plan")],
            "Planning was refused",
            "the submission must be edited",
        ),
        ([status(day=1), status("waiting", 2)], "Generation is waiting", "continues automatically"),
        (FAILED, "Generation failed", "will not be retried: it failed 3 times"),
        (
            [*FAILED, status(day=9, config="c" * 64)],
            "Generation failed",
            "will be retried (attempt 2 of 3)",
        ),
    ],
)
def test_the_newest_status_of_a_run_counts_and_says_what_comes_next(statuses, state, then) -> None:
    (run,) = unfinished_runs(statuses, [])
    assert (run.state, run.next) == (state, then)


@pytest.mark.parametrize(
    ("started", "request_", "is_shown"),
    [
        ("2026-02-01T00:00:00Z", "a" * 64, False),
        ("2026-02-01T00:00:00Z", None, True),
        ("2026-04-01T00:00:00Z", None, False),
    ],
)
def test_a_row_removes_a_run_from_the_list(make_row, started, request_, is_shown) -> None:
    made = (make_row(slug, started=started) for slug in ("acme-1", "acme-2"))
    row, other = (with_run(each, request=request_) for each in made)
    assert bool(unfinished_runs([status()], [row])) is is_shown
    assert unfinished_runs([status()], [other])


WHERE = SiteConfig(
    rows=Path("/tmp/in/rows"),
    rows_name="results",
    submissions=Path("/tmp/in/rows/submissions"),
    tasks=(Path("/tmp/tasks/mine/tasks.jsonl"),),
)


@table("leaderboard")
def test_absolute_paths_are_shortened(note: str, shown: str) -> None:
    assert without_machine_paths(note, WHERE) == shown


def test_a_relative_folder_is_kept() -> None:
    assert without_machine_paths("rows/a.json. Bad.", SiteConfig(rows=Path())) == "rows/a.json. Bad."
