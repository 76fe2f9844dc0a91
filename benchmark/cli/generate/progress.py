"""What a person sees of a run while it goes: a bar on a terminal, a line a minute elsewhere."""

import sys
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from benchmark.cli.generate.wording import duration, estimate_line
from benchmark.core.errors import printable
from benchmark.generation.asking.estimate import Estimate
from benchmark.generation.asking.tally import Tally
from benchmark.pipeline.generate.generation_plan import GenerationPlan

_LINE_SECONDS = 60.0


class Display:
    """Shows how far a run is, on standard error; a context."""

    def __init__(self, plan: GenerationPlan) -> None:
        self._label = plan.access.model
        self._bar: Progress | None = None
        self._row: TaskID | None = None
        self._began = time.monotonic()
        self._next_line = self._began + _LINE_SECONDS
        self._budget = plan.budget if plan.budget is not None else plan.access.max_cost
        self.tally: Tally | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            # A model's name is a stranger's text: it is never read as markup.
            label, more = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[more]}")
            columns = (label, BarColumn(), MofNCompleteColumn(), more)
            self._bar = Progress(*columns, console=Console(stderr=True, markup=False), transient=True)
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

    def estimated(self, estimate: Estimate) -> None:
        """Say what is to come."""
        self._say(estimate_line(estimate) if estimate.samples else "everything is there already")

    def told(self, tally: Tally) -> None:
        """Show how far it is."""
        if tally is not self.tally:  # the first time, or a new stage
            self.tally, self._began = tally, time.monotonic()
            if self._bar is not None:
                self._row = self._bar.add_task(self._label, total=tally.wanted, more="")
        if self._bar is not None and self._row is not None:
            self._bar.update(self._row, completed=tally.got, more=self._more(tally))
        elif time.monotonic() >= self._next_line:
            self._next_line += _LINE_SECONDS
            self._say(self.so_far())

    def asked_to_stop(self, again: bool) -> None:
        """Answer a Ctrl-C."""
        flying = 0 if self.tally is None else self.tally.in_flight
        self._say(
            "stopping now" if again else f"waiting for {flying} call(s) under way; Ctrl-C again stops now"
        )

    def so_far(self) -> str:
        """The state in a line."""
        if self.tally is None:
            return "no call was made"
        return f"{self.tally.got} of {self.tally.wanted} completions, {self._more(self.tally)}"

    def _more(self, tally: Tally) -> str:
        seconds = max(time.monotonic() - self._began, 0.001)
        rate = tally.done / seconds
        said = [f"{60 * rate:.0f}/min"]
        if tally.file.unpriced < tally.file.completions:
            limit = "" if self._budget is None else f" of {self._budget:g}"
            said.append(f"${tally.file.cost_usd:.4f}{limit}")
        if failed := sum(tally.outages.values()):
            said.append(f"{failed} failed attempt{'s' * (failed > 1)}")
        if tally.lost:
            said.append(f"{len(tally.lost)} missing")
        if tally.no_answers:
            said.append(f"{tally.no_answers} refused or filtered")
        if rate and tally.left:
            said.append(f"{duration(tally.left / rate)} left")
        return ", ".join(said)

    def _say(self, text: str) -> None:
        if self._bar is not None:
            self._bar.console.print(printable(text), highlight=False)
        else:
            print(printable(text), file=sys.stderr, flush=True)
