"""What the jobs of an evaluation have spent, from the manifests that they left."""

from collections.abc import Iterable
from pathlib import Path

from benchmark.chain.jobs.generating import COMPLETIONS
from benchmark.chain.plan.policy import REPEATS_LIMIT
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.pipeline.generate.generation_plan import stage_path
from benchmark.pipeline.rubric.reading import ELEMENTS, SCORE, again_step

#: Files of completions that a generate job leaves: of the only stage, or of both.
STAGES = (COMPLETIONS, stage_path(Path(COMPLETIONS), 0).name)
#: Files of completions that a rubric job leaves, one per step.
STEPS = tuple(f"{step}.jsonl" for step in (ELEMENTS, SCORE, *map(again_step, range(1, REPEATS_LIMIT + 1))))


def manifest_cost(manifest: Manifest) -> float:
    """Return what completions cost, and calls without a counted reply at most, in US dollars."""
    return (manifest.totals.cost_usd or 0.0) + manifest.unsure_usd


def folder_cost(folder: Path, names: Iterable[str] = STAGES) -> float:
    """Return what the completions of a job have cost so far, in US dollars; 0 without manifests.

    Args:
        folder: the job's folder.
        names: its files of completions.

    Raises:
        BadInput: if a manifest cannot be read.
    """
    found = (read_manifest(folder / name) for name in names)
    return sum(manifest_cost(manifest) for manifest in found if manifest is not None)


def begun_before(folder: Path, moment: str) -> bool:
    """Whether the completions of a job were begun before a moment in UTC, so that the job continued them.

    Raises:
        BadInput: if a manifest cannot be read.
    """
    found = (read_manifest(folder / name) for name in STAGES)
    return any(manifest.started < moment for manifest in found if manifest is not None)


def unsure_cost(folder: Path) -> float:
    """Return what calls of a rubric job without a counted reply may have cost, in US dollars.

    Raises:
        BadInput: if a manifest cannot be read.
    """
    found = (read_manifest(folder / step) for step in STEPS)
    return sum(manifest.unsure_usd for manifest in found if manifest is not None)
