"""What pages show of forty nights: one model gets worse, one has an outage, one is new."""

import csv
import io
import json
import re
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.downloads.badges import badges_by_model
from benchmark.leaderboard.downloads.feed import night_feed_bytes
from benchmark.leaderboard.downloads.page import download_files
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.lists.status import last_night, status_pages
from benchmark.leaderboard.model.page import model_nights, model_pages
from benchmark.leaderboard.nights.page import trends_pages, trends_view
from benchmark.leaderboard.nights.timeline import WORSE
from benchmark.results.nights import read_nightly
from tests.drawings import shapes
from tests.leaderboard.conftest import templates
from tests.night_site import decision_of, listed
from tests.nightly_records import happened

MOVED = "The name acme-vision has referred to another model since 14 Mar 2026"
ATOM = {"a": "http://www.w3.org/2005/Atom"}
WHERE = replace(SiteConfig(rows=Path("results")), address="https://bench.example.org/x")
HOSTILE = "</p><script>alert(1)</script>"
LINKS = {"issue": "https://example.org/issues/7", "bad": "javascript:alert(1)"}


@pytest.mark.gate
def test_the_headline_counts_the_models_that_got_worse(watching) -> None:
    found = trends_view(watching())
    assert found.sentence == "1 of 3 watched models got worse in the last 40 nights."
    assert found.lead.startswith("Acme Vision dropped from 5")
    assert found.lead.endswith(
        "borealis-vl changed no more than luck explains. "
        "corvid-mini is warming up: its baseline needs eighteen nights."
    )
    assert found.facts == (
        ("Tasks", "60 to 120 per night"),
        ("Detects", "a drop of 5.0 to 6.7 points or more, 9 times in 10"),
        ("Last night", "9 Apr 2026, complete"),
    )


@pytest.mark.gate
@pytest.mark.parametrize("then", ["repeats", "unknown", "ok"])
def test_a_model_whose_nights_are_alike_is_not_called_calm(watching, records, then: str) -> None:
    """A night that is not used does not end that."""
    mine = [one for one in records.decisions if one.slug == "borealis-vl"]
    changed = {mine[-2].id: "repeats", mine[-1].id: then}
    decisions = tuple(
        one.model_copy(update={"outcome": changed[one.id]}) if one.id in changed else one
        for one in records.decisions
    )
    lead = trends_view(watching(nightly=replace(records, decisions=decisions))).lead
    repeated = "Neighbouring nights of borealis-vl are alike: only large drops can be told from that"
    assert (repeated in lead, "borealis-vl changed no more than luck explains" in lead) == (
        then != "ok",
        then == "ok",
    )


def test_only_the_series_that_changed_has_a_large_chart_with_its_notes(watching) -> None:
    found = trends_view(watching())
    (large,) = found.changed
    assert (large.name, large.page, large.badge) == ("Acme Vision", "model/acme-vision/index.md", WORSE)
    assert [series.name for series in found.others] == [
        "Acme Vision",
        "borealis-vl",
        "corvid-mini",
    ]
    numbered = {number: note.badge.words for number, note in large.notes}
    assert list(numbered) == [*range(1, len(numbered) + 1)]
    marks = [mark for mark in shapes(large.chart.drawing, "circle") if mark["class"].startswith("eb")]
    assert [mark["text"] for mark in shapes(large.chart.drawing, "text", "et")] == [*map(str, numbered)]
    assert [mark["class"] == "eb bad" for mark in marks] == [
        words == "got worse" for words in numbered.values()
    ]
    assert {"alias moved", "got worse"} <= set(numbered.values())
    assert len(shapes(large.chart.drawing, "circle", "lw")) > 5
    assert len(large.nights) == 10


def test_notes_on_other_series_and_on_new_versions_are_listed_once(watching) -> None:
    found = trends_view(watching())
    words = [(name, note.badge.words, note.days) for name, _, note in found.notes]
    assert ("borealis-vl", "unknown", "9 Mar to 10 Mar 2026") in words
    assert ("acme-vision-2", "new version", "20 Mar 2026") in words
    assert ("borealis-vl", "shutdown announced", "22 Mar 2026") in words
    assert "alias moved" not in {badge for _, badge, _ in words}  # it is in the list of the large chart
    assert [note.date for *_, note in found.notes] == sorted(
        (note.date for *_, note in found.notes), reverse=True
    )


def test_the_table_of_nights_has_each_day_with_its_states(watching) -> None:
    newest, *_ = trends_view(watching()).nights
    assert (newest.date, newest.drawn, newest.of, newest.missing) == ("9 Apr 2026", "4", "4", "0")
    assert [(badge.words, number) for badge, number in newest.states] == [
        ("got worse", "1"),
        ("warming up", "1"),
        ("no change", "2"),
    ]


def test_a_page_of_a_model_has_its_series_and_what_happened_to_it(watching) -> None:
    (note,) = model_nights("acme-vision", watching()).notes
    assert note == f"{MOVED}: acme-vision-1101 instead of acme-vision-0501."
    found = model_nights("borealis-vl", watching())
    assert found.notes == (
        "openai will shut down borealis-vl on 2026-12-31.",
        "openai has not listed borealis-vl since 25 Mar 2026.",
    )
    (series,) = found.series
    assert series.badge.words == "no change"
    assert shapes(series.chart.drawing, "text") == []
    assert model_nights("somebody-else", watching()) is None


def test_a_model_that_is_listed_again_has_not_vanished(watching, records) -> None:
    again = listed("2026-03-28", "borealis-vl")
    found = model_nights("borealis-vl", watching(nightly=replace(records, models=(*records.models, again))))
    assert len(found.notes) == 1
    half = listed("2026-03-28", "borealis-vl", reason="HTTP 503")
    found = model_nights("borealis-vl", watching(nightly=replace(records, models=(*records.models, half))))
    assert len(found.notes) == 2


def test_the_feed_has_changes_and_events_with_stable_ids(watching, records) -> None:
    root = ET.fromstring(night_feed_bytes(watching(where=WHERE)))  # noqa: S314 - our own bytes
    entries = root.findall("a:entry", ATOM)
    titles = [entry.findtext("a:title", "", ATOM) for entry in entries]
    assert {"Acme Vision: got worse", "borealis-vl: unknown"} <= set(titles)
    assert "acme-vision-2: new version" in titles
    assert titles.count("Acme Vision: got worse") == 1  # one entry for an alarm that stays open
    ids = [entry.findtext("a:id", "", ATOM) for entry in entries]
    assert len(set(ids)) == len(ids)
    whens = [entry.findtext("a:updated", "", ATOM) for entry in entries]
    assert whens == sorted(whens, reverse=True)
    more = replace(records, events=(*records.events, happened("outage", date="2026-04-09", detail="down")))
    other = ET.fromstring(night_feed_bytes(watching(nightly=more)))  # noqa: S314 - our own bytes
    assert set(ids) < {entry.findtext("a:id", "", ATOM) for entry in other.findall("a:entry", ATOM)}
    links = {entry.find("a:link", ATOM).get("href") for entry in entries}
    assert (
        "https://bench.example.org/x/trends/#nights-acme-vision-code-vision-open-flowchart-cool-1-sightbench"
        in links
    )


def test_all_nights_can_be_downloaded(watching, records) -> None:
    files = {file.path: file for file in download_files(watching())}
    lines = [*csv.DictReader(io.StringIO(files["data/nights.csv"].content().decode()))]
    assert len(lines) == len(records.panels)
    assert [line["date"] for line in lines] == sorted(line["date"] for line in lines)
    outage = [line for line in lines if line["outcome"] == "unknown"]
    assert [(line["slug"], line["tasks"], line["missing"]) for line in outage] == [
        ("borealis-vl", "80", "45")
    ] * 2
    assert sum(int(line["passed"]) for line in lines) == sum(panel.passed for panel in records.panels)


def test_badges_show_score_place_and_the_last_night(watching, make_row) -> None:
    rows = [make_row("acme-vision", "PPPPPPPPPP"), make_row("b", "WWWWWWWWWW")]
    found = badges_by_model(watching(rows=rows, where=WHERE))
    score, night = found["acme-vision"]
    assert score.path.startswith("badges/acme-vision/rebuilt-flowchart-cool-1-upstream-")
    assert json.loads(score.content()) == {
        "schemaVersion": 1,
        "label": "Sightbench Code-Vision",
        "message": f"100.0 % (90.0–100.0), {score.message.rpartition(', ')[2]}",
        "color": "555d67",
    }
    assert "place" in score.message
    assert json.loads(night.content()) == {
        "schemaVersion": 1,
        "label": "Sightbench nightly",
        "message": "got worse, 9 Apr 2026",
        "color": "a13d00",
    }
    assert night.markdown(WHERE.base) == (
        "[![Sightbench nightly](https://img.shields.io/endpoint?url="
        "https%3A%2F%2Fbench.example.org%2Fx%2Fbadges%2Facme-vision%2Fnightly.json)]"
        "(https://bench.example.org/x/model/acme-vision/)"
    )
    assert night.markdown("") == ""
    assert [badge.message for badge in found["corvid-mini"]] == ["warming up, 9 Apr 2026"]
    assert found["corvid-mini"][0].colour == "555d67"
    assert found["borealis-vl"][0].colour == "1b57b8"


def test_the_status_page_has_the_last_night(watching) -> None:
    found = last_night(watching())
    assert (found.day, found.sentence) == (
        "9 Apr 2026",
        "4 of 4 series have samples, 0 of 360 samples missing.",
    )
    assert sorted((badge.words, number) for badge, number in found.states) == [
        ("got worse", "1"),
        ("no change", "2"),
        ("warming up", "1"),
    ]
    assert found.unknown == (("anthropic", "9 Apr 2026", "HTTP 503"),)
    assert found.undrawn == ()


def test_the_status_page_names_series_that_the_last_night_lacks(watching, records) -> None:
    panels = [
        panel for panel in records.panels if (panel.series.slug, panel.night) != ("corvid-mini", "2026-04-09")
    ]
    found = last_night(watching(nightly=replace(records, panels=tuple(panels))))
    assert found.sentence == "3 of 4 series have samples, 0 of 300 samples missing."
    assert [name for name, _ in found.undrawn] == ["corvid-mini"]


def test_a_change_whose_interval_includes_0_is_not_called_worse(watching, records) -> None:
    changed = tuple(
        decision_of(decision, tests=[{**test, "low": -0.01} for test in decision.model_dump()["tests"]])
        if decision.outcome == "regressed"
        else decision
        for decision in records.decisions
    )
    found = trends_view(watching(nightly=replace(records, decisions=changed)))
    assert found.sentence == "No watched model got worse in the last 40 nights."
    assert found.lead.startswith(
        "Acme Vision gave different answers, but nothing shows that its ability changed"
    )
    assert found.changed[0].badge.words == "answers changed"
    assert shapes(found.changed[0].chart.drawing, "circle", "eb bad") == []


def test_a_changed_panel_stops_the_build(nights_folder: Path, tmp_path: Path) -> None:
    place = "panels/code-vision/open/corvid-mini"
    shutil.copytree(nights_folder / place, tmp_path / "nightly" / place)
    assert len(read_nightly(tmp_path / "nightly").panels) == 6
    record = next((tmp_path / "nightly" / place).iterdir())
    record.write_bytes(record.read_bytes().replace(b'"passed"', b'"timeout"', 1))
    with pytest.raises(BadInput, match="is not the digest of the panel's content"):
        read_nightly(tmp_path / "nightly")


@pytest.mark.parametrize("name", ["acme-vision", "corvid-mini"])
def test_the_badge_of_a_model_without_new_nights_says_that_it_stopped(watching, records, name: str) -> None:
    later = tuple(
        panel if panel.series.slug == name else replace(panel, night=f"2027{panel.night[4:]}")
        for panel in records.panels
    )
    panels = tuple(sorted(later, key=lambda panel: panel.night))
    found = badges_by_model(watching(nightly=replace(records, panels=panels, decisions=())))
    assert found[name][-1].message == "stopped, 9 Apr 2026"
    assert found[name][-1].colour == "555d67"


def rendered(sources: Sources) -> str:
    """Return the pages of trends, status and models, with source paths as links."""
    jinja = templates()
    pages = [*trends_pages(sources), *status_pages(sources), *model_pages(sources)]
    return "\n".join(render(page, str, jinja) for page in pages)


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


@pytest.mark.gate
def test_hostile_text_is_shown_as_text_and_only_https_becomes_a_link(watching, records) -> None:
    decisions = tuple(
        decision_of(decision, reason=HOSTILE, links=LINKS) if decision.outcome == "regressed" else decision
        for decision in records.decisions
    )
    bad = happened("new-version", date="2026-04-01", model=HOSTILE, detail=HOSTILE, links=LINKS)
    hostile = replace(records, decisions=decisions, events=(*records.events, bad))
    html = rendered(watching(nightly=hostile))
    assert "<script" not in html
    assert "javascript:" not in html
    assert f"{HOSTILE}." in words(html)
    assert html.count('href="https://example.org/issues/7"') >= 2


@pytest.mark.gate
def test_pages_with_nights_are_sound_and_name_what_they_show(watching) -> None:
    html = rendered(watching())
    assert " style=" not in html
    text = words(html)
    assert MOVED in text
    assert "Night by night" in text
    assert "There is no Markdown, because it needs the address of the site, which is unknown here." in text
    assert "The list of models of anthropic could not be read since 9 Apr 2026" in text
    (page,) = trends_pages(watching())
    trends = render(page, str, templates())
    ids = re.findall(r' id="?([^" >]+)', trends)
    assert len(set(ids)) == len(ids) > 5
    labels = re.findall(r'role="img" aria-label="([^"]+)"', trends)
    assert len(labels) == 4
    assert all(re.match(r"Share of tasks solved in \d+ nights? from ", label) for label in labels)
    assert "numbered notes in the list below" in labels[0]


def test_the_empty_page_explains_a_night_and_how_to_watch_a_model(sources) -> None:
    assert last_night(sources()) is None
    text = words(rendered(sources()))
    assert "No model is watched yet. Each night, a watched model answers the same tasks again" in text
    assert "How to watch a model" in text
    assert "The last night" not in text
    assert "Night by night" not in text
