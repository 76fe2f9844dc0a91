"""Citations are valid BibTeX, whatever models are called, and name the facts that the project has."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.parts.citations import (
    bib_address,
    bib_key,
    citation_file,
    paper_citation,
    row_citation,
    site_citation,
    table_citation,
)
from benchmark.suites import load_all

WHERE = SiteConfig(rows=Path("results"))
KNOWN = replace(WHERE, address="https://example.org/bench", results_commit="c" * 40)
HOSTILE = '}}, author = {X} @misc{evil, \\input{a} 100% of $x_1$ & #~^ \u202e\x1b é 模型 "quoted"' + "x" * 100


def read_bibtex(text: str) -> dict[str, dict[str, str]]:
    """Return the fields of each entry by key; a small reader of the form that BibTeX defines."""
    entries: dict[str, dict[str, str]] = {}
    place = 0
    while start := re.compile(r"\s*@misc\{([!-z]+?),\s*").match(text, place):
        place, fields = start.end(), {}
        while named := re.compile(r"([a-z]+)\s*=\s*\{").match(text, place):
            place = end = named.end()
            depth = 1
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            assert named[1] not in fields
            fields[named[1]] = text[place : end - 1]
            place = re.compile(r",?\s*").match(text, end).end()
        assert text[place] == "}"
        assert start[1] not in entries
        entries[start[1]], place = fields, place + 1
    assert not text[place:].strip()
    return entries


def test_a_row_is_cited_with_its_id_date_score_commit_and_address(make_row) -> None:
    row = make_row("acme-1", "PPWW", name="Acme One", started="2026-02-03T04:05:06Z")
    text = row_citation(row, KNOWN, "model/acme-1/index.md", "code-vision-rows")
    ((key, fields),) = read_bibtex(text).items()
    assert key == f"sightbench-code-vision-acme-1-{row.id[:12]}"
    assert fields == {
        "author": "{The Sightbench maintainers}",
        "title": "{Sightbench: Acme One on Code-Vision, rebuilt}",
        "year": "2026",
        "note": (
            f"Row {row.id}; judged 2026-02-03; 50.0 \\% (40.0--60.0 \\%); flowchart, cool-1, upstream, own;"
            f" results at commit {'c' * 40}"
        ),
        "url": "https://example.org/bench/model/acme-1/#code-vision-rows",
    }
    (unknown,) = read_bibtex(row_citation(row, WHERE, "model/acme-1/index.md", "rows")).values()
    assert "url" not in unknown
    assert "commit" not in unknown["note"]


def test_a_table_is_cited_with_its_date_and_the_paper_of_its_suite(make_row, sources) -> None:
    found = sources(
        make_row("a"), make_row("b", started="2026-03-04T00:00:00Z"), make_row("gold"), ranked=False
    )
    (group,) = found.groups["code-vision"]
    entries = read_bibtex(table_citation(group, KNOWN, "suite/code-vision/index.md"))
    (key, paper) = entries
    assert re.fullmatch(r"sightbench-rebuilt-flowchart-cool-1-upstream-[0-9a-f]{8}-2026-03-04", key)
    assert entries[key]["note"].startswith("As of 2026-03-04; 2 models; task set ")
    assert (paper, entries[paper]["eprint"]) == ("wang2025codevision", "2502.11829")
    assert entries[paper]["author"].startswith("Wang, Hanbin and Zhou, Xiaoxuan and ")


def test_the_papers_of_all_suites_are_cited_with_all_authors_and_whole_titles() -> None:
    for name, suite in load_all().items():
        ((_, fields),) = read_bibtex(paper_citation(name)).items()
        people = fields["author"].split(" and ")
        assert len(people) > 3, name
        assert all(re.fullmatch(r"[^,]+, [^,]+", each) for each in people)
        assert suite.display.paper is not None
        assert not suite.display.paper.title.endswith("?"), "the title goes on after its question"


@pytest.mark.parametrize("slug", ["a.b", "a_b-c"])
def test_a_hostile_name_stays_inside_its_field(make_row, slug: str) -> None:
    text = row_citation(make_row(slug, name=HOSTILE), WHERE, f"model/{slug}/index.md", "rows")
    ((key, fields),) = read_bibtex(text).items()
    assert re.fullmatch(r"[A-Za-z0-9.-]+", key)
    assert list(fields) == ["author", "title", "year", "note"]
    assert fields["title"].startswith(
        r"{Sightbench: \textbraceright{}\textbraceright{}, author = \textbraceleft{}X\textbraceright{} @misc"
    )
    assert set(re.findall(r"\\([a-z]+)", fields["title"])) <= {
        f"text{name}" for name in ("backslash", "braceleft", "braceright", "asciicircum", "asciitilde")
    }
    assert not re.search(r"(?<!\\)[#$%&_]|[~^\n\x1b\u202e]", fields["title"])
    assert len(text) < 1_500
    assert text == row_citation(make_row(slug, name=HOSTILE), WHERE, f"model/{slug}/index.md", "rows")


def test_characters_that_latex_prints_as_others_are_commands(make_row) -> None:
    text = row_citation(make_row("a", name="A <b> | c"), WHERE, "model/a/index.md", "rows")
    ((_, fields),) = read_bibtex(text).items()
    assert r"A \textless{}b\textgreater{} \textbar{} c on" in fields["title"]


def test_letters_of_other_languages_stay(make_row) -> None:
    (fields,) = read_bibtex(row_citation(make_row(name="Modèle 模型 β"), WHERE, "m", "r")).values()
    assert fields["title"] == "{Sightbench: Modèle 模型 β on Code-Vision, rebuilt}"


def test_an_address_and_a_key_have_only_their_own_characters() -> None:
    assert bib_address("https://example.org/a b{}\\é#x") == "https://example.org/a%20b%7B%7D%5C%C3%A9#x"
    assert bib_key("Sightbench", "", "模型 x_1,{}", "2026-01-02") == "Sightbench-x-1-2026-01-02"


def test_a_site_without_rows_is_cited_without_a_date() -> None:
    ((key, fields),) = read_bibtex(site_citation((), WHERE)).items()
    assert (key, list(fields)) == ("sightbench", ["author", "title"])


def test_authors_and_title_come_from_the_citation_file(tmp_path: Path) -> None:
    path = tmp_path / "CITATION.cff"
    path.write_text("title: Mine\n", encoding="utf-8")
    with pytest.raises(BadInput, match="authors"):
        citation_file(path)
    path.write_text(
        "cff-version: 1.2.0\ntitle: Mine\nauthors:\n  - family-names: Doe\n    given-names: Jo\n",
        encoding="utf-8",
    )
    assert [author.family_names for author in citation_file(path).authors] == ["Doe"]
    assert citation_file().title == "Sightbench"
