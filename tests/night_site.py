"""Made-up months of watched models for tests of pages: panels, with decisions made by the rule."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from benchmark.analysis.nights.decided import decide_panels
from benchmark.results.branch_record import NO_ID
from benchmark.results.nights import Decision, ModelsSeen, NightlyEvent, Panel
from benchmark.scoring import decision_days
from benchmark.scoring.drop import measure_drop
from benchmark.scoring.night_series import Comparison, Direction, Night, State
from tests.nightly_months import Floats, Script, day_after, drawn, write_records

NIGHTS = 60
Months = tuple[Script, Sequence[Floats | None]]
_OUTCOMES = {State.WARMING_UP: "warming-up", State.BREAK: "warming-up"}


def months(nights: int = NIGHTS) -> list[Months]:
    """Return four series of three models: one gets worse, one has an outage, two do not change."""
    vision = Script(slug="acme-vision", model="acme-vision", resolved={"acme-vision-0501": 1.0})
    other = vision.having(suite="humaneval-v", setting="image", protocol="greedy")
    calm = Script(slug="borealis-vl", model="borealis-vl", resolved={"borealis-vl": 1.0})
    mini = Script(
        slug="corvid-mini", model="corvid-mini", provider="anthropic", resolved={"corvid-mini": 1.0}
    )
    spread = np.random.default_rng(5).beta(0.4, 0.3, 120)
    worse = [*drawn(spread, nights - 15, 21), *drawn(spread * 0.78, 15, 22)]
    outage: list[Floats | None] = list(drawn(np.sort(spread)[:80], nights, 23))
    for place in (nights - 32, nights - 31):
        night = outage[place]
        assert night is not None
        night[0, :31] = np.nan
    outage[nights - 40] = None
    return [
        (vision, worse),
        (other, drawn(np.random.default_rng(6).beta(0.3, 0.3, 100), nights, 24)),
        (calm, outage),
        (mini, drawn(np.random.default_rng(7).beta(0.2, 0.4, 60), 6, 25)),
    ]


def write_months(directory: Path, scripts: Sequence[Months], *, command: bool = False) -> Path:
    """Write the panels and the decisions of scripted series; a short one ends with the longest.

    Args:
        directory: the folder ``nightly``.
        scripts: the series.
        command: whether the decisions are those of ``nightly decide``, with pooled series and events, which
            takes seconds; by default they are made by the rule alone.
    """
    last = max(len(nights) for _, nights in scripts)
    panels = [script.panels(nights, day_after(last - len(nights))) for script, nights in scripts]
    every = sorted((panel for found in panels for panel in found), key=lambda panel: panel.night)
    if not command:
        return write_records(directory, *every, *decisions_of(panels))
    day = every[-1].night
    report = decide_panels(every, (), (), date.fromisoformat(day), f"{day}T09:00:00Z")
    return write_records(directory, *every, *report.decisions, *report.events)


def decisions_of(panels: Sequence[Sequence[Panel]]) -> Iterator[Decision]:
    """Yield a record for each decision of the rule."""
    names = {str(number): found for number, found in enumerate(panels)}
    nights = {name: [_night(panel) for panel in found] for name, found in names.items()}
    for name, decided in decision_days.decide(nights, dict.fromkeys(nights, "m")).items():
        by_date = {date.fromisoformat(panel.night): panel for panel in names[name]}
        alarm: list[dict[str, Any]] = []
        for decision in decided:
            tests = _tests(decision, by_date)
            # While an alarm is open, records repeat the test that opened it.
            alarm = (
                []
                if decision.state != State.REGRESSED
                else alarm or [t for t in tests if t["stage"] == "window"]
            )
            extra = [] if any(test in tests for test in alarm) else alarm
            yield _record(decision, by_date, [*tests, *extra])


def event(**fields: Any) -> NightlyEvent:
    """Return an event at the provider openai."""
    common = {
        "id": NO_ID,
        "provider": "openai",
        "when": f"{fields['date']}T02:00:00Z",
        "detail": "It happened.",
    }
    return NightlyEvent.model_validate({**common, **fields}).with_its_id()


def models_seen(night: str, *models: str, provider: str = "openai", reason: str | None = None) -> ModelsSeen:
    """Return a list of models; with a reason it could not be read."""
    fields = {
        "id": NO_ID,
        "date": night,
        "when": f"{night}T02:00:00Z",
        "provider": provider,
        "state": "unknown" if reason else "complete",
        "reason": reason,
        "models": [{"id": name} for name in sorted(models)],
    }
    return ModelsSeen.model_validate(fields).with_its_id()


def _night(panel: Panel) -> Night:
    statuses = panel.result.statuses
    values = [
        np.nan if statuses[task][0] == "missing" else statuses[task][0] == "passed"
        for task in sorted(statuses)
    ]
    return Night(
        date=date.fromisoformat(panel.night), version=panel.result.basis, values=np.array(values, dtype=float)
    )


def _tests(decision: decision_days.Decision, panels: Mapping[date, Panel]) -> list[dict[str, Any]]:
    adjusted = {id(found.comparison): found.p for found in decision.findings}
    return [_test(found, panels, adjusted.get(id(found))) for found in decision.comparisons]


def _record(
    decision: decision_days.Decision, panels: Mapping[date, Panel], tests: Sequence[Mapping[str, Any]]
) -> Decision:
    panel = panels[decision.date]
    result = panel.result
    outcome = _OUTCOMES.get(decision.state, str(decision.state))
    night = decision.date.isoformat()
    return Decision.model_validate(
        {
            "id": NO_ID,
            "date": night,
            "when": f"{night}T09:00:00Z",
            "slug": result.slug,
            "level": "series",
            "series": [
                {
                    "suite": result.suite,
                    "dataset": result.dataset,
                    "setting": result.setting,
                    "protocol": result.protocol,
                    "prompt": result.prompt.name,
                }
            ],
            "outcome": outcome,
            "reason": _reason(outcome, panel, tests),
            "active_series": 4,
            "visible_drop": 0.062,
            "tests": tests,
        }
    ).with_its_id()


def _test(found: Comparison, panels: Mapping[date, Panel], adjusted: float | None) -> dict[str, Any]:
    drop = measure_drop(found.baseline, found.fresh, [str(task) for task in range(len(found.baseline.drawn))])
    return {
        "stage": found.kind.value,
        "anchor": str(found.anchor),
        "baseline": [panels[night].id for night in found.baseline_nights],
        "fresh": [panels[night].id for night in found.fresh_nights],
        "tasks": found.test.tasks,
        "p": min(1.0, found.p(Direction.DROP)),
        "adjusted_p": adjusted,
        "drop": found.test.drop,
        "low": drop.low,
        "high": drop.high,
    }


def _reason(outcome: str, panel: Panel, tests: Sequence[Mapping[str, Any]]) -> str:
    missing = sum(drawn == ["missing"] for drawn in panel.result.statuses.values())
    match outcome:
        case "unknown":
            return f"the provider did not answer {missing} of {len(panel.result.statuses)} calls"
        case "regressed":
            test = min((test for test in tests if test["stage"] == "window"), key=lambda test: test["p"])
            low, high = 100 * test["low"], 100 * test["high"]
            return f"worse on these tasks: {100 * test['drop']:.1f} points lower ({low:.1f} to {high:.1f})"
    return "no test found a change"


def decision_of(decision: Decision, **changes: Any) -> Decision:
    """Return a decision with other fields, and the id that follows from them."""
    fields = {**decision.model_dump(mode="json", by_alias=True), **changes}
    return Decision.model_validate(fields).with_its_id()
