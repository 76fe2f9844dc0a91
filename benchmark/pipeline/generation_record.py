"""What the manifest of a file of completions adds to judging it: what is missing, and how it came about."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import SampleKey, sample_key
from benchmark.core.verdict import MissingSample
from benchmark.generation.record.manifest import Manifest, manifest_path, read_manifest
from benchmark.pipeline.judge.evaluate import Evaluation
from benchmark.results.row import RowGeneration, RowPrice
from benchmark.scoring.summary import summarise


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """Of one file, or of several that one row is made from."""

    manifest: Manifest | None = None  #: None where there is none, or several
    absent: Mapping[SampleKey, str] | None = None  #: samples that were asked for and did not come

    @property
    def excused(self) -> frozenset[SampleKey]:
        """Samples that a file need not have."""
        return frozenset(self.absent or {})

    @property
    def prompt_digest(self) -> str | None:
        """Of the prompt's templates, where it is known."""
        return None if self.manifest is None else self.manifest.config.prompt_digest

    @property
    def row(self) -> RowGeneration | None:
        """As a row records it."""
        return None if self.manifest is None else _row(self.manifest)


def generated(path: Path) -> GenerationRecord:
    """What stands beside a file of completions; nothing where it has no manifest.

    Raises:
        BadInput: for a manifest that is none.
    """
    manifest = read_manifest(path)
    if manifest is None:
        return GenerationRecord()
    return GenerationRecord(manifest, {sample_key(name): reason for name, reason in manifest.missing.items()})


def check_named(found: GenerationRecord, path: Path, given: Mapping[str, str | None]) -> None:
    """Check that options do not claim something else than what was asked of the model.

    Args:
        found: of ``path``.
        path: of the completions.
        given: ``setting``, ``protocol`` and ``prompt`` as options name them; None where they do not.

    Raises:
        BadInput: for one that the manifest says differently.
    """
    for name, own in _named(found).items():
        if own and given[name] is not None and given[name] != own:
            problem = f"{shown(given[name])} is not what {manifest_path(path)} says: {shown(own)}"
            raise BadInput(f"--{name}", "", problem, "leave it out")


def named(found: GenerationRecord, name: str, given: str | None) -> str | None:
    """``setting``, ``protocol`` or ``prompt``: as an option names it, else as the manifest does."""
    return given or _named(found).get(name) or None


def with_absent(evaluation: Evaluation, absent: Mapping[SampleKey, str] | None) -> Evaluation:
    """The same with samples that never came: left out of the scores, and counted."""
    there = {one.key for one in evaluation.completions}  # a later run may have brought some
    left = {key: reason for key, reason in (absent or {}).items() if key not in there}
    if not left:
        return evaluation
    never = [MissingSample(task_id=key[0], draw=key[1], reason=left[key]) for key in sorted(left)]
    outcomes = (*evaluation.outcomes, *never)
    return replace(evaluation, outcomes=outcomes, scores=summarise(evaluation.tasks, outcomes))


def _named(found: GenerationRecord) -> Mapping[str, str]:
    if found.manifest is None:
        return {}
    config = found.manifest.config
    protocol = "" if found.manifest.protocol == "options" else found.manifest.protocol
    return {"setting": config.setting, "protocol": protocol, "prompt": config.prompt}


def _row(manifest: Manifest) -> RowGeneration:
    config, totals = manifest.config, manifest.totals
    return RowGeneration(
        provider=config.provider,
        model=config.model,
        base_url=config.base_url,
        revision=config.revision,
        models=totals.models,
        parameters=config.parameters,
        dropped=totals.dropped,
        finishes=totals.finishes,
        max_side=config.max_side,
        price=None if manifest.price is None else RowPrice(**manifest.price.model_dump()),
        calls=manifest.calls,
        outages=manifest.outages,
        unsure_calls=manifest.unsure,
        versions=manifest.versions,
        started=manifest.started,
        config=manifest.digest,
    )
