"""The size of a run: the digest of its tasks, its number of samples, and whether a rubric can judge them."""

from dataclasses import dataclass

from benchmark.chain.plan.due_runs import SubmittedRun
from benchmark.chain.plan.panel_plan import PanelPlan
from benchmark.chain.plan.run_lookup import read_source
from benchmark.judging.rubric.rubrics import rubric_of
from benchmark.suites import SUITES


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSize:
    """The data set of a run, and its number of samples."""

    tasks: str  #: digest of the data set
    samples: int
    draws_figures: bool = False  #: whether a rubric fits each of its tasks


def run_size(submitted: SubmittedRun, panel: PanelPlan | None = None) -> RunSize:
    """Return the size of a run, from its data set and protocol, or of its panel.

    Raises:
        BadInput: if this machine does not have the data set, or the panel has other tasks.
    """
    source, digest = read_source(submitted)
    if panel is not None:
        return RunSize(tasks=digest, samples=len(panel.chosen(source.tasks)))
    protocol = SUITES[submitted.run.suite].protocols[submitted.run.protocol]
    return RunSize(
        tasks=digest,
        samples=len(source.tasks) * protocol.draws,
        draws_figures=all(rubric_of(task) is not None for task in source.tasks),
    )
