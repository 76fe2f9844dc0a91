"""The page of trends shows what the decisions of ``night-decide`` say, also for many series."""

import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.nights.page import trends_pages, trends_view
from benchmark.leaderboard.nights.timeline import deciding_test
from benchmark.results.nights import NightlyRecords, read_nightly
from tests.drawings import shapes
from tests.leaderboard.conftest import templates
from tests.night_site import decision_of, months, write_months
from tests.nightly_months import day_after

pytestmark = pytest.mark.gate


def test_the_series_of_a_model_are_also_shown_together(sources, tmp_path: Path) -> None:
    records = read_nightly(write_months(tmp_path / "nightly", months(40), pooled=True))
    found = trends_view(sources(nightly=records))
    assert found.sentence == "1 of 3 watched models got worse in the last 40 nights."
    assert [series.data for series in found.changed] == ["all series together", "Code-Vision, open"]
    assert [series.badge.words for series in found.changed] == ["got worse", "got worse"]
    for series in found.changed:
        assert shapes(series.chart.drawing, "rect", "band")
        assert series.notes[-1][1].text.startswith("Worse on these tasks: ")
    bad = [mark for series in found.changed for mark in shapes(series.chart.drawing, "circle", "eb bad")]
    assert len(bad) == 2
    unknown = [note.text for *_, note in found.notes if note.badge.words == "unknown"]
    assert len(unknown) == 1
    used = "the last one that was used is 2026-03-08"
    assert unknown[0].startswith(f"45 of 80 tasks have no draw, so this night is not used; {used}. ")


def test_a_year_of_fifty_series_is_a_small_page(sources, records: NightlyRecords) -> None:
    """A visit downloads less than 40 kB of it; each of five series with an alarm has a large chart."""
    model = next(panel for panel in records.panels if panel.series.slug == "acme-vision")
    alarm = next(decision for decision in records.decisions if decision.outcome == "regressed")
    found_by = deciding_test(alarm)
    generator = np.random.default_rng(3)
    panels, decisions = [], []
    for number in range(50):
        name = model.series._replace(slug=f"model-{number:02d}")
        chances = generator.uniform(size=len(model.tasks))
        for place in range(365):
            letters = "".join(np.where(generator.uniform(size=len(chances)) < chances, "P", "F"))
            night = {"id": f"{number:032x}{place:032x}", "night": day_after(place).isoformat()}
            passed = letters.count("P")
            panels.append(replace(model, series=name, outcomes=letters, passed=passed, missing=0, **night))
        baseline = [panel.id for panel in panels[-365:-357]]
        for place in range(345, 365):
            date = day_after(place).isoformat()
            test = {**found_by.model_dump(mode="json"), "baseline": baseline, "fresh": baseline[:1]}
            tests = [{**test, "stage": "window" if number % 10 == 0 else "night"}]
            outcome = "regressed" if number % 10 == 0 else "ok"
            fields = {"date": date, "when": f"{date}T09:00:00Z", "slug": name.slug, "outcome": outcome}
            decisions.append(decision_of(alarm, **fields, tests=tests))
    found = sources(
        nightly=NightlyRecords(
            panels=tuple(sorted(panels, key=lambda panel: panel.night)), decisions=tuple(decisions)
        )
    )
    (page,) = trends_pages(found)
    html = render(page, str, templates())
    assert page.view["sentence"] == "5 of 50 watched models got worse in the last 60 nights."
    assert html.count('role="img"') == 50
    assert html.count("<figure") == len(page.view["changed"]) == 5
    assert len(gzip.compress(html.encode(), 6)) < 40_000
