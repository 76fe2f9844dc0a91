"""Tests of the progress display of a run."""

import io
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from rich.console import Console

from benchmark.cli.generate import progress
from benchmark.cli.generate.progress import ProgressDisplay
from benchmark.core.sample import Completion
from benchmark.core.suite import DrawProtocol
from benchmark.generation.asking.tally import Tally, Wait
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.failure import Cause
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.suites.template_prompt import PlainPrompt
from tests.wording import wrapped

PLAN = GenerationPlan(
    tasks=(),
    suite="custom",
    dataset="custom",
    setting="",
    prompt=PlainPrompt(),
    prompt_name="sightbench",
    protocol=DrawProtocol(id="greedy", draws=1, temperature=0),
    access=ModelAccess(provider="openai", model="acme\x1b[31m-vl"),
    out=Path("answers.jsonl"),
    budget=2.5,
)


class Clock:
    """A clock that the test sets."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def come(tally: Tally, count: int, **fields: object) -> None:
    for _ in range(count):
        tally.file.add(Completion(task_id="t", draw=0, text="", cost_usd=0.01, **fields))  # type: ignore[arg-type]


def test_a_line_per_minute_is_printed_without_a_terminal(clock, capsys) -> None:
    tally = Tally(wanted=100)
    with ProgressDisplay(PLAN) as display:
        for second in range(150):
            clock.now = 1000.0 + second
            if second == 30:
                come(tally, 20)
            display.update(tally)
    lines = capsys.readouterr().err.splitlines()
    assert wrapped("\n".join(lines)) == snapshot("""\
20 of 100 completions, 20/min, $0.2000 of 2.5, 4 min left
20 of 100 completions, 10/min, $0.2000 of 2.5, 8 min left\
""")


def test_the_line_counts_failures(clock: Clock) -> None:
    tally = Tally(wanted=100)
    display = ProgressDisplay(PLAN)
    display.update(tally)
    clock.now += 60
    come(tally, 3, finish_reason="refusal")
    tally.outages[Cause.RATE_LIMIT] = 2
    tally.missing["t", 1] = "gone"
    assert display.summary() == (
        "3 of 100 completions, 3/min, $0.0300 of 2.5, 2 failed attempts, 1 missing,"
        " 3 refused or filtered, 32 min left"
    )


def test_control_characters_in_a_name_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    display = ProgressDisplay(PLAN)
    display.update(Tally(wanted=2, in_flight=2, slowest=2.0))
    display.show_stop(False)
    display.show_stop(True)
    display.update(Tally(wanted=2))
    display.show_stop(False)
    stderr = capsys.readouterr().err
    assert stderr == (
        "waiting at most 3 s for 2 call(s) in progress; press Ctrl-C again to stop now\n"
        "stopping now\nstopping now\n"
    )
    assert "\x1b" not in stderr


def test_completions_of_earlier_runs_do_not_count_for_the_rate(clock: Clock) -> None:
    tally = Tally(wanted=100)
    come(tally, 50)
    tally.completions_before = tally.wanted_before = 50
    display = ProgressDisplay(PLAN)
    display.update(tally)
    clock.now += 60
    come(tally, 10)
    assert "60 of 100 completions, 10/min" in display.summary()


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_keeps_all_counts(clock, monkeypatch, width) -> None:
    monkeypatch.setenv("TERM", "xterm")  # a dumb terminal has no bar
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    screen = io.StringIO()
    monkeypatch.setattr(
        "rich.console.Console",
        lambda **_: Console(file=screen, width=width, force_terminal=True, markup=False),
    )
    tally = Tally(wanted=12_000)
    come(tally, 600, finish_reason="refusal")
    tally.outages[Cause.RATE_LIMIT] = 21
    tally.missing["t", 1] = "gone"
    with ProgressDisplay(PLAN) as display:
        display.update(tally)
        clock.now += 60
        display.update(tally)
        assert display._bar is not None
        display._bar.refresh()
    shown = " ".join(screen.getvalue().split())
    for count in ("600/12000", "$6.0000", "of 2.5", "21 failed", "1 missing", "600 refused"):
        assert count in shown


def test_a_long_wait_is_reported_at_once_with_reason_and_time(clock, capsys) -> None:
    tally = Tally(wanted=100)
    with ProgressDisplay(PLAN) as display:
        for second in range(30):
            clock.now = 1000.0 + second
            tally.waiting = Wait("the server says 429", 30.0 - second) if second >= 10 else None
            display.update(tally)
    assert capsys.readouterr().err.splitlines() == [
        "0 of 100 completions, 0/min, waiting 20 s: the server says 429"
    ]
