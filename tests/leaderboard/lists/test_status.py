"""Tests of the page of runs without a result."""

from pathlib import Path

import yaml

from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.lists.status import status_view
from benchmark.results.status import RunStatus
from benchmark.submissions.schema import Submission

RUN = {"suite": "code-vision", "dataset": "rebuilt", "setting": "flowchart", "protocol": "cool-1"}


def submission(slug: str, *runs: dict[str, object]) -> Submission:
    text = yaml.safe_dump({"slug": slug, "name": slug.title(), "runs": list(runs)})
    return Submission.model_validate({**yaml.safe_load(text), "schema": "sightbench/submission/1"})


def failed_status(slug: str) -> RunStatus:
    fields = {"request": "a" * 64, "config": "b" * 64, "stage": "generate", "reason": "rate limit"}
    run = {**RUN, "slug": slug, "prompt": "sightbench"}
    return RunStatus.model_validate({**run, **fields, "state": "failed", "when": "2026-03-01T00:00:00Z"})


def test_a_run_is_listed_until_it_has_a_row_or_a_status(make_row, sources) -> None:
    model = {"provider": "openai", "model": "x"}
    given = {
        "a": submission("a", {**RUN, "prompt": "upstream", "predictions": "p.jsonl"}),
        "b": submission("b", {**RUN, "model": model}),
        "c": submission("c", {**RUN, "model": model}, {**RUN, "setting": "text", "model": model}),
    }
    found = status_view(sources(make_row("a"), submissions=given, statuses=[failed_status("c")]))
    assert [run.slug for run in found.failed] == ["c"]
    drawn = "one try, temperature 0.2, at most 1,024 tokens · our prompt"
    assert [(run.slug, run.name, run.table) for run in found.waiting] == [
        ("b", "B", f"Code-Vision, rebuilt · picture shown · {drawn} (flowchart · cool-1 · sightbench)"),
        (
            "c",
            "C",
            f"Code-Vision, rebuilt · text instead of the picture · {drawn} (text · cool-1 · sightbench)",
        ),
    ]
    assert found.sentence == "Three merged runs have no result yet."
    assert found.lead == "3 submissions with 4 runs are merged; 1 row counts on these pages."


def test_a_row_of_uploaded_answers_may_lack_its_prompt(make_row, sources) -> None:
    given = {"a": submission("a", {**RUN, "predictions": "p.jsonl"})}
    found = status_view(sources(make_row("a", prompt=""), submissions=given))
    assert (found.waiting, found.sentence) == ((), "Every merged run has its result.")


def test_notes_of_the_sources_are_listed(sources: Sources) -> None:
    found = status_view(sources(notes=["x/submission.yaml cannot be read: \u202ebroken"]))
    assert found.notes == ("x/submission.yaml cannot be read: \ufffdbroken",)
    assert Path(found.notes[0].split()[0]) == Path("x/submission.yaml")
