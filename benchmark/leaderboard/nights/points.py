"""One night of a series: its score, what is missing, and what was decided about it."""

from dataclasses import dataclass

from benchmark.leaderboard.inputs.nights import NightPanel
from benchmark.results.nights import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPoint:
    """One night of a series."""

    panels: tuple[NightPanel, ...]  #: one; at the level of a model one per series
    decision: Decision | None  #: the newest decision of this day; None if there is none yet

    @property
    def date(self) -> str:
        """The night's date."""
        return self.panels[0].date

    @property
    def basis(self) -> tuple[str, ...]:
        """What the night asked and how it was judged; nights with another basis are not compared with it."""
        return tuple(panel.basis for panel in self.panels)

    @property
    def tasks(self) -> int:
        """Number of tasks of the panel."""
        return sum(len(panel.outcomes) for panel in self.panels)

    @property
    def missing(self) -> int:
        """Number of tasks without a verdict."""
        return sum(panel.missing for panel in self.panels)

    @property
    def passed(self) -> int:
        """Number of tasks solved."""
        return sum(panel.passed for panel in self.panels)

    @property
    def unknown(self) -> bool:
        """Whether the night lacks too many answers to say anything."""
        decided = self.decision is not None and self.decision.outcome == "unknown"
        return decided or self.missing == self.tasks

    @property
    def share(self) -> float | None:
        """Share of the judged tasks that were solved, in [0, 1]; None for an unknown night."""
        return None if self.unknown else self.passed / (self.tasks - self.missing)
