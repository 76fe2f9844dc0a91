from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.lists.directory import (
    DecisionNote,
    decision_notes,
    model_directory,
    published_schemas,
)


def test_baselines_have_a_list_of_their_own(make_row) -> None:
    listed = model_directory(
        [make_row("zeta", name="Zeta"), make_row("acme", name="acme"), make_row("gold")], {}
    )
    assert [entry.name for entry in listed.models] == ["acme", "Zeta"]
    assert [entry.name for entry in listed.baselines] == ["gold"]


def test_the_headline_counts_models_and_suites(make_row) -> None:
    one, other, gold = make_row("zeta"), make_row("acme", suite="humaneval-v"), make_row("gold")
    assert model_directory([gold], {}).sentence == "No model has a row yet."
    assert model_directory([one, gold], {}).sentence == "One model has rows so far, on Code-Vision."
    same = model_directory([one, make_row("acme")], {})
    assert same.sentence == "Two models have rows so far, all on Code-Vision."
    assert model_directory([one, other], {}).sentence == "Two models have rows, on two suites."


ACCEPTED = "*Accepted, 2026-11-20.*"


def test_notes_are_listed_with_title_date_and_status(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text(f"# Second\n\n{ACCEPTED}\n\nText.\n", encoding="utf-8")
    (tmp_path / "a.md").write_text(
        "---\ntags: x\n---\n\n# First\n*Superseded by [Second](b.md), 2026-12-01.*\n\n# not this\n",
        encoding="utf-8",
    )
    assert decision_notes(tmp_path).notes == (
        DecisionNote(
            title="First",
            page="decisions/a.md",
            date="2026-12-01",
            successor="Second",
            successor_page="decisions/b.md",
        ),
        DecisionNote(title="Second", page="decisions/b.md", date="2026-11-20"),
    )


def test_a_note_without_a_title_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text", encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.md: has no title"):
        decision_notes(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Text.",
        "Accepted, 2026-11-20.",
        "*Accepted.*",
        "*Accepted, 2026-02-30.*",
        "*Accepted, 20 November 2026.*",
        "*Proposed, 2026-11-20.*",
        "*Superseded, 2026-11-20.*",
        "*Superseded by [another](../b.md), 2026-11-20.*",
        f"Text.\n\n{ACCEPTED}",
    ],
)
def test_a_note_without_status_and_date_is_an_error(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.md").write_text(f"# First\n\n{line}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.md: has no line with status and date below its title"):
        decision_notes(tmp_path)


def test_a_note_that_is_superseded_by_a_missing_note_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# First\n\n*Superseded by [b](b.md), 2026-11-20.*\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.md: is superseded by b\.md, which does not exist"):
        decision_notes(tmp_path)


def test_schemas_are_listed_with_their_description(tmp_path: Path) -> None:
    (tmp_path / "row.json").write_text('{"title": "One published result"}', encoding="utf-8")
    assert published_schemas(tmp_path).schemas == (("row.json", "One published result"),)


def test_a_broken_schema_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "row.json").write_text("[", encoding="utf-8")
    with pytest.raises(BadInput, match=r"row\.json: is not JSON"):
        published_schemas(tmp_path)
