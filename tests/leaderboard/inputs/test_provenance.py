"""Pages link the answers that others publish, and say when and by what they were judged."""

from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.inputs.provenance import (
    answer_links,
    attestation_command,
    judged_note,
    row_links,
)
from benchmark.results.row import Row, RowFile
from tests.changed_rows import with_run

HERE = "https://github.com/acme/bench"
RUN = f"{HERE}/actions/runs/7"


def recorded_row(row, **more):
    return with_run(row, **{"links": {"CI run": RUN}, "commit": "a" * 40, **more})


def test_only_https_addresses_become_links(make_row) -> None:
    links = {
        "run": "https://ci.example.org/1",
        "bad": "javascript:alert(1)",
        "odd": "https://",
        "old": "http://x.org",
    }
    assert row_links(make_row("a", links=links), HERE, attested=True) == (
        ("run", "https://ci.example.org/1"),
    )


def test_a_row_made_by_this_repository_links_to_all_its_sources(make_row) -> None:
    small = RowFile(name="a.completions.jsonl.gz", sha256="b" * 64, bytes=1000)
    large = RowFile(name="a.verdicts.jsonl.gz", sha256="c" * 64, bytes=2_000_000)
    row = recorded_row(make_row("a"), completions_file=small, verdicts_file=large)
    folder = "results/results/code-vision/rebuilt/a"
    assert dict(row_links(row, f"{HERE}/", attested=True)) == {
        "CI run": RUN,
        "commit": f"{HERE}/commit/{'a' * 40}",
        "row": f"{HERE}/blob/{folder}/{row.id}.json",
        "completions": f"{HERE}/raw/{folder}/a.completions.jsonl.gz",
        "verdicts": f"{HERE}/releases/download/rows-{row.id[:2]}/a.{'c' * 12}.verdicts.jsonl.gz",
        "attestations": f"{HERE}/attestations",
    }
    assert attestation_command(row, HERE) == f"gh attestation verify {row.id}.json --repo acme/bench"


def test_a_row_made_elsewhere_has_no_links_into_this_repository(make_row) -> None:
    row = recorded_row(make_row("a"), links={"CI run": "https://github.com/acme/bench-fork/actions/runs/7"})
    assert [label for label, _ in row_links(row, HERE, attested=True)] == ["CI run"]
    assert attestation_command(row, HERE) == ""
    assert row_links(row, "", attested=True) == row_links(row, HERE, attested=True)


def test_text_that_is_not_a_commit_becomes_no_link(make_row) -> None:
    assert "commit" not in dict(row_links(recorded_row(make_row("a"), commit="../../x"), HERE, attested=True))


def test_a_row_without_a_valid_signature_has_no_link_to_attestations(make_row) -> None:
    labels = [label for label, _ in row_links(recorded_row(make_row("a")), HERE, attested=False)]
    assert labels == ["CI run", "commit", "row"]


URL = f"https://raw.githubusercontent.com/owner/repo/{'3a09ad07' * 5}/output/MATH/m/samples.jsonl"


def referenced(row: Row, day: str = "2026-11-21") -> Row:
    references = ReferencedAnswers.model_validate(
        {"format": "sightbench", "files": [{"url": URL, "sha256": "a" * 64}]}
    )
    return with_run(row, references=references, completions_file=None, started=f"{day}T10:00:00Z")


def test_the_label_of_a_link_is_the_end_of_the_address(make_row) -> None:
    assert answer_links(referenced(make_row("a"))) == (("MATH/m/samples.jsonl", URL),)
    assert answer_links(make_row("a")) == ()


def test_the_note_counts_the_models_and_names_days_and_versions(make_row) -> None:
    first, second = referenced(make_row("a")), referenced(make_row("b"), "2026-11-20")
    version = first.result.versions.judge
    assert judged_note([first, second], ["unattested"]) == (
        "Others published the answers of all 2 models; they were judged here from 20 Nov 2026 to 21 Nov 2026"
        f" by version {version} of our judge. No signature proves where it was judged."
    )
    assert judged_note([first, make_row("b")], ["judged", "unattested"]).startswith(
        "Others published the answers of 1 of 2 models; they were judged here on 21 Nov 2026 by"
    )
    assert judged_note([make_row("a")], ["judged", "verified"]).endswith(" of our judge.")
    assert judged_note([], []) == ""
