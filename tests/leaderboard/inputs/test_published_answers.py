"""Pages link the answers that others publish, and say when and by what they were judged."""

from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.inputs.provenance import answer_links, published_note
from benchmark.results.row import Row

URL = f"https://raw.githubusercontent.com/owner/repo/{'3a09ad07' * 5}/output/MATH/m/samples.jsonl"


def referenced(row: Row, day: str = "2026-11-21") -> Row:
    references = ReferencedAnswers.model_validate(
        {"format": "sightbench", "files": [{"url": URL, "sha256": "a" * 64}]}
    )
    run = row.run.model_copy(
        update={"references": references, "completions_file": None, "started": f"{day}T10:00:00Z"}
    )
    return row.model_copy(update={"run": run})


def test_the_label_of_a_link_is_the_end_of_the_address(make_row) -> None:
    assert answer_links(referenced(make_row("a"))) == (("MATH/m/samples.jsonl", URL),)
    assert answer_links(make_row("a")) == ()


def test_the_note_counts_the_models_and_names_days_and_versions(make_row) -> None:
    first, second = referenced(make_row("a")), referenced(make_row("b"), "2026-11-20")
    version = first.result.versions.judge
    assert published_note([first, second]) == (
        "Others published the answers of all 2 models; they were judged here from 20 Nov 2026 to 21 Nov 2026"
        f" by version {version} of our judge."
    )
    assert published_note([first, make_row("b")]).startswith(
        "Others published the answers of 1 of 2 models; they were judged here on 21 Nov 2026 by"
    )
    assert published_note([make_row("a")]) == ""
