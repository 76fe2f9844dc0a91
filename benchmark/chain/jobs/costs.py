"""What the jobs of an evaluation have spent, computed from their manifests."""

from collections.abc import Iterable
from pathlib import Path

from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.plan.policy import REPEATS_LIMIT
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.rubric.reading import ELEMENTS, ELEMENTS_AGAIN, SCORE, again_step

#: Names of the files of completions that a generate job leaves, one per stage.
STAGES = (COMPLETIONS, stage_path(Path(COMPLETIONS), 0).name)
#: Files of completions that a rubric job leaves, one per step.
STEPS = tuple(
    f"{step}.jsonl"
    for step in (ELEMENTS, ELEMENTS_AGAIN, SCORE, *map(again_step, range(1, REPEATS_LIMIT + 1)))
)


def manifests_of(folder: Path, names: Iterable[str] = STAGES) -> list[Manifest]:
    """Return the manifests of a job's completions; those that are missing are left out.

    Raises:
        BadInput: if a manifest cannot be read.
    """
    return [found for name in names if (found := read_manifest(folder / name)) is not None]


def folder_cost(folder: Path, names: Iterable[str] = STAGES) -> float:
    """Return in US dollars what completions cost, and what calls without a counted reply cost at most.

    Without manifests it returns 0; errors are those of :func:`manifests_of`.
    """
    return sum((each.totals.cost_usd or 0.0) + each.unsure_usd for each in manifests_of(folder, names))
