"""The progress of a run for people: a bar on a terminal, otherwise a line per minute."""

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from benchmark.cli.shared.console import is_quiet
from benchmark.cli.shared.say import say, say_note
from benchmark.core.errors import printable_text
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.asking.estimate import Estimate
from benchmark.generation.asking.tally import Tally, Wait
from benchmark.pipeline.generate.generate import GenerationListener
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage
from benchmark.pipeline.generate.probe import probe_note
from benchmark.pipeline.generate.wording import duration, estimate_line

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_LINE_SECONDS = 60.0
_WIDE = 100  #: minimum columns of a terminal with room for a bar
_LABEL_COLUMNS = 24  #: maximum columns of the model's name
_LONG_WAIT = 5.0  #: seconds; a longer wait is reported at once
_INTERRUPTED = 130


@contextlib.contextmanager
def shown_progress(plan: GenerationPlan, prepared: Sequence[PreparedStage]) -> Iterator["ProgressDisplay"]:
    """Show the progress of a run; after Ctrl-C, print how to continue, and end the command with 130."""
    display = ProgressDisplay(plan, prepared)
    try:
        with display:
            yield display
    except RunInterrupted:
        say(f"interrupted; {display.summary()}; run the same command to continue", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None


class ProgressDisplay:
    """A progress display on standard error; use it as a context manager.

    Args:
        plan: the plan of the run.
        prepared: the plan's stages; keys, hosts and kept probes are printed before the first call.
    """

    def __init__(self, plan: GenerationPlan, prepared: Sequence[PreparedStage] = ()) -> None:
        keyed = [ready for ready in prepared if ready.key_use]
        uses = [note for ready in keyed for note in (ready.key_use, probe_note(ready, plan.lent))]
        self._key_uses = dict.fromkeys(uses)
        self._label = plan.access.model
        self._bar: Progress | None = None
        self._row: TaskID | None = None
        self._began = time.monotonic()
        self._next_line = self._began + _LINE_SECONDS
        self._budget = plan.budget if plan.budget is not None else plan.access.max_cost
        self._said_waiting = False  # whether the current wait was reported
        self.tally: Tally | None = None

    @property
    def listener(self) -> GenerationListener:
        """The functions that show the estimate, the progress and the stop of a run."""
        return GenerationListener(self.show_estimate, self.update, self.show_stop)

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and not is_quiet():
            self._bar = _new_bar()
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show_estimate(self, estimate: Estimate) -> None:
        """Print how many completions, calls and tokens are to come."""
        self._say(estimate_line(estimate) if estimate.samples else "all completions exist already")
        for use in self._key_uses if estimate.samples else ():
            self._say(use)

    def update(self, tally: Tally) -> None:
        """Update the display to the state of the run."""
        if tally is not self.tally:  # the first call, or a new stage
            self.tally, self._began = tally, time.monotonic()
            if self._bar is not None:
                self._row = self._bar.add_task(self._label, total=tally.wanted, more="")
        if self._bar is not None and self._row is not None:
            self._bar.update(self._row, completed=tally.got, more=self._more(tally))
        elif self._is_new_wait(tally) or time.monotonic() >= self._next_line:
            if time.monotonic() >= self._next_line:
                self._next_line += _LINE_SECONDS
            self._say(self.summary())

    def show_stop(self, again: bool) -> None:
        """Print what happens after Ctrl-C; ``again`` if it is the second one."""
        in_flight, grace = (0, 0.0) if self.tally is None else (self.tally.in_flight, self.tally.grace)
        waits = f"waiting at most {duration(grace)} for {in_flight} call(s) in progress"
        waits += "; press Ctrl-C again to stop now"
        self._say("stopping now" if again or not in_flight else waits)

    def summary(self) -> str:
        """Return the state in one line."""
        if self.tally is None:
            return "no call was made"
        return f"{self.tally.got} of {self.tally.wanted} completions, {self._more(self.tally)}"

    def _more(self, tally: Tally) -> str:
        seconds = max(time.monotonic() - self._began, 0.001)
        rate = tally.done / seconds
        parts = [f"{60 * rate:.0f}/min"]
        if tally.file.unpriced < tally.file.completions:
            limit = "" if self._budget is None else f" of {self._budget:g}"
            parts.append(f"${tally.file.cost_usd:.4f}{limit}")
        if tally.unsure_usd:
            parts.append(f"up to ${tally.unsure_usd:.4f} not counted")
        if failed := sum(tally.outages.values()):
            parts.append(f"{failed} failed attempt{'s' * (failed > 1)}")
        if tally.lost:
            parts.append(f"{len(tally.lost)} missing")
        if tally.no_answers:
            parts.append(f"{tally.no_answers} refused or filtered")
        if tally.waiting is not None:
            parts.append(_waiting_text(tally.waiting))
        elif rate and tally.left:
            parts.append(f"{duration(tally.left / rate)} left")
        return ", ".join(parts)

    def _is_new_wait(self, tally: Tally) -> bool:
        """Whether a long wait began since the last call of this method."""
        if tally.waiting is None:
            self._said_waiting = False
        elif not self._said_waiting and tally.waiting.seconds >= _LONG_WAIT:
            self._said_waiting = True
            return True
        return False

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(printable_text(text), highlight=False)
        else:
            say_note(text)


def _waiting_text(waiting: Wait) -> str:
    time_left = f" {duration(waiting.seconds)}" if waiting.seconds else ""
    return f"waiting{time_left}: {printable_text(waiting.reason)}"


def _new_bar() -> "Progress":
    """Return a line on standard error that disappears at its end; a narrow terminal gets counts, no bar."""
    # Where there is no terminal, as in CI, rich need not be loaded.
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.table import Column

    console = Console(stderr=True, markup=False)
    # The name of a model is untrusted text, so it is never interpreted as markup.
    name = Column(no_wrap=True, overflow="ellipsis", max_width=_LABEL_COLUMNS)
    label = TextColumn("{task.description}", markup=False, table_column=name)
    counts = MofNCompleteColumn(table_column=Column(no_wrap=True))
    more = TextColumn("{task.fields[more]}", markup=False, table_column=Column(ratio=1, no_wrap=False))
    columns = (label, BarColumn(), counts, more) if console.width >= _WIDE else (label, counts, more)
    return Progress(*columns, console=console, transient=True, expand=True)
