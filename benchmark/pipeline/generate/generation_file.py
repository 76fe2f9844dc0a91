"""A file of completions and its manifest, opened for a run."""

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmark import __version__
from benchmark.core.sample import sample_key, sample_name
from benchmark.generation.asking.ask import SamplesPresent
from benchmark.generation.asking.earlier_runs import count_completions
from benchmark.generation.asking.tally import CompletionTotals, Tally
from benchmark.generation.record.manifest import (
    Manifest,
    ManifestConfig,
    ManifestPrice,
    ManifestTotals,
    check_same_config,
    config_digest,
    read_manifest,
    write_manifest,
)
from benchmark.generation.record.store import Store
from benchmark.generation.wire.price import Pricer
from benchmark.pipeline.generate.generation_plan import GenerationPlan, Stage


@dataclass(frozen=True, slots=True)
class OpenCompletions:
    """What is known of a file that is held against other runs."""

    store: Store
    have: SamplesPresent
    tally: Tally
    before: Manifest  #: as earlier runs left it, or as a first one begins it


@contextmanager
def opened_file(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> Iterator[OpenCompletions]:
    """Open the file of a stage, and take up what earlier runs left.

    Raises:
        BadInput: when it cannot be written, is in use, is broken, or belongs to another config.
    """
    _check_ours(stage.path, config)  # a stranger's file is not even repaired
    begun = stage.path.exists()
    with Store.open(stage.path) as store:
        before = read_manifest(stage.path) if begun else None
        if not store.empty:
            check_same_config(stage.path, before, config)
        # An empty file may have cost something: what broke off is in its manifest.
        if before is None or before.digest != config_digest(config):
            before = _new(config)
        before = before.model_copy(update=_due(plan))
        have = SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws, plan.limit)
        tally = Tally(wanted=have.wanted, unsure_usd=before.unsure_usd)
        if not store.empty:
            count_completions(stage.path, have, tally)
        yield OpenCompletions(store, have, tally, before)


def look_into(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> SamplesPresent:
    """Which samples a file holds, without opening it for writing; it may not be there yet.

    Raises:
        BadInput: when it is broken or belongs to another config.
    """
    have, _ = _looked_into(plan, stage, config)
    return have


def known_of(
    plan: GenerationPlan, stage: Stage, config: ManifestConfig
) -> tuple[CompletionTotals, Manifest] | None:
    """What a file has cost, likewise; None where it was not begun."""
    if not stage.path.is_file() or (manifest := read_manifest(stage.path)) is None:
        return None
    _, tally = _looked_into(plan, stage, config)
    return tally.file, manifest


def _looked_into(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> tuple[SamplesPresent, Tally]:
    have = SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws, plan.limit)
    tally = Tally(wanted=have.wanted)
    if _check_ours(stage.path, config):
        count_completions(stage.path, have, tally)
    return have, tally


def begin_manifest(
    file: OpenCompletions, stage: Stage, pricer: Pricer | None, versions: Mapping[str, str]
) -> Manifest:
    """Write down with which config a run begins."""
    price = None if pricer is None else ManifestPrice(**asdict(pricer.price))
    changes = {
        "may_drop": sorted(stage.access.may_drop),
        "price": price,
        "versions": {"sightbench": __version__, **versions},
        "finished": None,
    }
    manifest = file.before.model_copy(update=changes)
    write_manifest(stage.path, manifest)
    return manifest


def end_manifest(manifest: Manifest, file: OpenCompletions, stage: Stage, *, unsure_usd: float) -> Manifest:
    """Write down what a run has got; ``unsure_usd`` is over all runs."""
    tally, totals = file.tally, file.tally.file
    whole = totals.completions >= manifest.wanted
    changes = {
        "totals": ManifestTotals(
            completions=totals.completions,
            finishes=dict(sorted(totals.finishes.items())),
            models=dict(sorted(totals.models.items())),
            dropped=dict(sorted(totals.dropped.items())),
            tokens_in=totals.tokens_in,
            tokens_out=totals.tokens_out,
            tokens_thinking=totals.tokens_thinking,
            tokens_cached=totals.tokens_cached,
            cost_usd=None if totals.unpriced == totals.completions else totals.cost_usd,
            unpriced=totals.unpriced,
        ),
        "finished": _now() if whole else None,
        "calls": manifest.calls + tally.calls,
        "outages": _added(manifest.outages, {cause.value: n for cause, n in tally.outages.items()}),
        "unsure": manifest.unsure + tally.unsure,
        "unsure_usd": unsure_usd,
        "missing": {
            **{name: why for name, why in manifest.missing.items() if not file.have.has(*sample_key(name))},
            **{sample_name(key): reason for key, reason in tally.lost.items()},
        },
    }
    manifest = manifest.model_copy(update=changes)
    write_manifest(stage.path, manifest)
    return manifest


def up_to_date(file: OpenCompletions, stage: Stage) -> Manifest:
    """The manifest of a file that has everything; a run that was killed may have left an old one."""
    before = file.before
    if before.finished is not None and before.totals.completions == file.tally.file.completions:
        return before
    return end_manifest(before, file, stage, unsure_usd=before.unsure_usd)


def _check_ours(path: Path, config: ManifestConfig) -> bool:
    """Whether there is something in a file; what is there must have been begun with the same config."""
    if not path.is_file() or not path.stat().st_size:
        return False
    check_same_config(path, read_manifest(path), config)
    return True


def _new(config: ManifestConfig) -> Manifest:
    return Manifest(digest=config_digest(config), config=config, started=_now(), wanted=0)


def _due(plan: GenerationPlan) -> dict[str, object]:
    """What a whole file holds: more when more draws are asked for."""
    draws = plan.protocol.draws
    return {"protocol": plan.protocol.id, "draws": draws, "wanted": draws * len(plan.tasks)}


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in sorted({*one, *other})}


def _now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
