from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.lists.directory import decision_notes, model_directory, published_schemas


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


def test_notes_are_listed_by_their_title(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("# Second\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("---\ntags: x\n---\n\n# First\n\n# not this\n", encoding="utf-8")
    assert [(note.title, note.page) for note in decision_notes(tmp_path).notes] == [
        ("First", "decisions/a.md"),
        ("Second", "decisions/b.md"),
    ]


def test_a_note_without_a_title_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text", encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.md: has no title"):
        decision_notes(tmp_path)


def test_schemas_are_listed_with_their_description(tmp_path: Path) -> None:
    (tmp_path / "row.json").write_text('{"title": "One published result"}', encoding="utf-8")
    (schema,) = published_schemas(tmp_path).schemas
    assert (schema.file, schema.page, schema.description) == (
        "row.json",
        "schemas/row.json",
        "One published result",
    )


def test_a_broken_schema_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "row.json").write_text("[", encoding="utf-8")
    with pytest.raises(BadInput, match=r"row\.json: is not JSON"):
        published_schemas(tmp_path)
