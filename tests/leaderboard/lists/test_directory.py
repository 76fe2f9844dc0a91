"""The lists of models, decision notes, schemas and commands, and the page on privacy."""

import re
from dataclasses import replace
from pathlib import Path

import click
import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.lists.directory import (
    command_views,
    decision_notes,
    model_directory,
    privacy_pages,
    published_schemas,
)
from tests.case_files import table


def test_models_of_the_first_tables_are_in_the_table_of_the_home_page(make_row, sources) -> None:
    zeta, acme = make_row("zeta", "PW", name="Zeta"), make_row("acme", "PP", name="acme")
    listed = model_directory(sources(zeta, acme, make_row("other", "P", tasks=["x"]), make_row("gold")))
    assert [line.name for line in listed.table.lines] == ["acme", "Zeta"]
    assert [entry.name for entry in listed.models] == ["other"]
    assert [entry.name for entry in listed.baselines] == ["gold"]


@pytest.mark.gate
def test_the_headline_counts_models_and_suites(make_row, sources) -> None:
    one, other, gold = make_row("zeta"), make_row("acme", suite="humaneval-v"), make_row("gold")
    for rows, sentence in (
        ((gold,), "No model has a row yet."),
        ((one, gold), "One model has rows so far, on Code-Vision."),
        ((one, make_row("acme")), "Two models have rows so far, all on Code-Vision."),
        ((one, other), "Two models have rows, on two suites."),
    ):
        assert model_directory(sources(*rows)).sentence == sentence


ACCEPTED = "*Accepted, 2026-11-20.*"


def test_notes_are_listed_with_title_date_and_status(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text(f"# Second\n\n{ACCEPTED}\n\nText.\n", encoding="utf-8")
    (tmp_path / "a.md").write_text(
        "---\ntags: x\n---\n\n# First\n*Accepted, 2026-12-01.*\n\n# not this\n",
        encoding="utf-8",
    )
    assert [(note.title, note.page, note.date) for note in decision_notes(tmp_path)] == [
        ("First", "decisions/a.md", "2026-12-01"),
        ("Second", "decisions/b.md", "2026-11-20"),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("text", "has no title"),
        *(
            (f"# First\n\n{line}\n", "has no line with status and date below its title")
            for line in (
                "",
                "Accepted, 2026-11-20.",
                "*Accepted, 2026-02-30.*",
                "*Proposed, 2026-11-20.*",
                f"Text.\n\n{ACCEPTED}",
            )
        ),
    ],
)
def test_a_note_needs_a_title_and_below_it_a_status_with_a_date(tmp_path, text, problem) -> None:
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(f"a.md: {problem}")):
        decision_notes(tmp_path)


def test_schemas_are_listed_with_their_description_and_a_broken_one_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "row.json").write_text('{"title": "One published result"}', encoding="utf-8")
    assert published_schemas(tmp_path) == [("row.json", "One published result")]
    (tmp_path / "row.json").write_text("[", encoding="utf-8")
    with pytest.raises(BadInput, match=r"row\.json: is not JSON"):
        published_schemas(tmp_path)


@click.group()
def tool() -> None:
    """A tool."""


@tool.group()
def inner() -> None:
    """Inner commands."""


@inner.command()
@click.option("--seconds", default=3, show_default=True, help="CPU seconds.")
def leaf(seconds: int) -> None:
    """Do one thing."""
    click.echo(seconds)


def test_every_command_is_listed_with_its_help() -> None:
    views = [*command_views(tool, click.Context(tool, info_name="tool"))]
    assert [view.name for view in views] == ["tool inner", "tool inner leaf"]
    assert views[1].help.startswith("Usage: tool inner leaf [OPTIONS]\n\n  Do one thing.")
    assert "CPU seconds.  [default: 3]" in views[1].help


@table("leaderboard")
def test_the_page_leads_to_the_issues_of_a_known_repository(sources, html, repository, links) -> None:
    found = sources()
    (page,) = privacy_pages(replace(found, where=replace(found.where, repository=repository)))
    text = html(page)
    assert re.findall(r'href="([^"]*)"', text)[1:] == links
    assert ("Ask the person who gave you the pages" in text) == (not links)
