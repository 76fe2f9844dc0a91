"""A file of completions and its manifest, opened for a run."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmark import __version__
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import sample_key, sample_name
from benchmark.files.bounded import read_lines
from benchmark.files.edge import validate_record
from benchmark.files.predictions import PredictionLine, completion_of
from benchmark.files.strict_json import loads
from benchmark.generation.asking.ask import SamplesPresent
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
from benchmark.generation.record.store import Store, whole_lines_end
from benchmark.generation.wire.price import Pricer
from benchmark.pipeline.generate.generation_plan import GenerationPlan, Stage
from benchmark.results.branch_record import present_moment

_API_VERSION = "anthropic-version"  #: name of the one version in a manifest that differs between calls


@dataclass(frozen=True, slots=True)
class OpenCompletions:
    """A file of completions that is locked against other runs, and what it holds."""

    store: Store
    have: SamplesPresent
    tally: Tally
    before: Manifest  #: the manifest of earlier runs, or a new one


@contextmanager
def open_completions(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> Iterator[OpenCompletions]:
    """Open the file of a stage and count the completions of earlier runs.

    Raises:
        BadInput: if it cannot be written, is in use, is broken, or belongs to another config.
    """
    _check_config(stage.path, config)  # first, so that a file of another config is not even repaired
    begun = stage.path.exists()
    with Store.open(stage.path) as store:
        before = read_manifest(stage.path) if begun else None
        if not store.empty:
            check_same_config(stage.path, before, config)
        # The manifest matters even if the file is empty: it counts calls that broke off and may be billed.
        if before is None or before.digest != config_digest(config):
            before = _new_manifest(config)
        before = before.model_copy(update=_plan_fields(plan))
        have = SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws, plan.limit)
        tally = Tally(wanted=have.wanted, unsure_usd=before.unsure_usd)
        if not store.empty:
            count_completions(stage.path, have, tally)
        yield OpenCompletions(store, have, tally, before)


def samples_present(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> SamplesPresent:
    """Return the samples in a file, without opening it for writing; none if it does not exist yet.

    Raises:
        BadInput: if it is broken or belongs to another config.
    """
    have, _ = _count(plan, stage, config)
    return have


def totals_and_manifest(
    plan: GenerationPlan, stage: Stage, config: ManifestConfig
) -> tuple[CompletionTotals, Manifest] | None:
    """Return the totals and the manifest of a file, without opening it for writing; None if one is missing.

    Raises:
        BadInput: if it is broken or belongs to another config.
    """
    if not stage.path.is_file() or (manifest := read_manifest(stage.path)) is None:
        return None
    _, tally = _count(plan, stage, config)
    return tally.file, manifest


def _count(plan: GenerationPlan, stage: Stage, config: ManifestConfig) -> tuple[SamplesPresent, Tally]:
    have = SamplesPresent([task.id for task in plan.tasks], plan.protocol.draws, plan.limit)
    tally = Tally(wanted=have.wanted)
    if _check_config(stage.path, config):
        count_completions(stage.path, have, tally)
    return have, tally


def begin_manifest(
    file: OpenCompletions, stage: Stage, pricer: Pricer | None, versions: Mapping[str, str]
) -> Manifest:
    """Write the manifest of a run that begins."""
    price = None if pricer is None else ManifestPrice(**asdict(pricer.price))
    changes = {
        "must_apply": sorted(stage.access.must_apply),
        "price": price,
        "versions": united_versions({**file.before.versions, "sightbench": __version__}, versions),
        "finished": None,
    }
    manifest = file.before.model_copy(update=changes)
    write_manifest(stage.path, manifest)
    return manifest


def united_versions(before: Mapping[str, str], now: Mapping[str, str]) -> dict[str, str]:
    """Return versions of a run and of earlier ones: the newest of packages, all of an API that answered."""
    found = {**before, **now}
    if earlier := before.get(_API_VERSION):
        found[_API_VERSION] = ", ".join(sorted({*earlier.split(", "), *found[_API_VERSION].split(", ")}))
    return found


def end_manifest(manifest: Manifest, file: OpenCompletions, stage: Stage, *, unsure_usd: float) -> Manifest:
    """Write the manifest of a run that ends; ``unsure_usd`` covers all runs on the file."""
    tally, totals = file.tally, file.tally.file
    complete = totals.completions >= manifest.wanted
    changes = {
        "totals": ManifestTotals(
            completions=totals.completions,
            finishes=dict(sorted(totals.finishes.items())),
            empty=totals.empty,
            reasoned=totals.reasoned,
            models=dict(sorted(totals.models.items())),
            dropped=dict(sorted(totals.dropped.items())),
            ignored=dict(sorted(totals.ignored.items())),
            local=dict(sorted(totals.local.items())),
            tokens_in=totals.tokens_in,
            tokens_out=totals.tokens_out,
            tokens_thinking=totals.tokens_thinking,
            tokens_cached=totals.tokens_cached,
            cost_usd=None if totals.unpriced == totals.completions else totals.cost_usd,
            unpriced=totals.unpriced,
            looks=totals.looks,
        ),
        "finished": present_moment() if complete else None,
        "calls": manifest.calls + tally.calls,
        "outages": _add_counts(manifest.outages, {cause.value: n for cause, n in tally.outages.items()}),
        "unsure": manifest.unsure + tally.unsure,
        "unsure_usd": unsure_usd,
        "missing": {
            **{
                name: reason
                for name, reason in manifest.missing.items()
                if not file.have.has(*sample_key(name))
            },
            **{sample_name(key): reason for key, reason in tally.lost.items()},
        },
    }
    manifest = manifest.model_copy(update=changes)
    write_manifest(stage.path, manifest)
    return manifest


def current_manifest(file: OpenCompletions, stage: Stage) -> Manifest:
    """Return the manifest of a complete file, corrected first if a killed run left it outdated."""
    before = file.before
    if before.finished is not None and before.totals.completions == file.tally.file.completions:
        return before
    return end_manifest(before, file, stage, unsure_usd=before.unsure_usd)


def _check_config(path: Path, config: ManifestConfig) -> bool:
    """Check that a non-empty file was begun with this config; return False if it is empty or missing."""
    if not path.is_file() or not path.stat().st_size:
        return False
    check_same_config(path, read_manifest(path), config)
    return True


def _new_manifest(config: ManifestConfig) -> Manifest:
    return Manifest(digest=config_digest(config), config=config, started=present_moment(), wanted=0)


def _plan_fields(plan: GenerationPlan) -> dict[str, object]:
    """Return the manifest's fields that follow the plan: a later run may ask for more draws."""
    draws = plan.protocol.draws
    return {"protocol": plan.protocol.id, "draws": draws, "wanted": draws * len(plan.tasks[: plan.limit])}


def _add_counts(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {name: first.get(name, 0) + second.get(name, 0) for name in sorted({*first, *second})}


_REMOVE = "restore this line, or remove it; then its sample is requested again"
_LIMIT = 1 << 40  #: maximum bytes of the file; a run of 1000 draws is larger than what is judged in one piece


def count_completions(path: Path, have: SamplesPresent, tally: Tally) -> None:
    """Count the completions of a file line by line and mark their samples; texts are not kept in memory.

    Raises:
        BadInput: if a line is not a completion, has a task or draw that this run lacks, or repeats a sample.
    """
    end = whole_lines_end(path)
    for line in read_lines(path, limit=_LIMIT):
        if line.offset >= end:  # a line that a crash cut off; Store.open removes it
            break
        if not line.data.strip():
            continue
        place = f"line {line.number}"
        try:
            value = loads(line.data, path, line=line.number, offset=line.offset)
            record = validate_record(PredictionLine, value, path, place)
        except BadInput as error:
            raise BadInput(path, error.place, error.problem, _REMOVE) from None
        completion = completion_of(record)
        if not have.knows(completion.task_id):
            problem = f"{quote_value(completion.task_id)} is not one of the tasks"
            raise BadInput(path, f"{place}: task_id", problem, "name another file with --out")
        if completion.draw >= have.draws:
            problem = f"has draw {completion.draw}, but the last draw of this protocol is {have.draws - 1}"
            raise BadInput(path, place, problem, "name another file with --out")
        if not have.mark(completion.task_id, completion.draw):
            problem = f"repeats task {quote_value(completion.task_id)}, draw {completion.draw}"
            raise BadInput(path, place, problem, "remove one of the two lines")
        tally.file.add(completion)
    tally.completions_before = tally.file.completions
    tally.wanted_before = have.wanted - have.missing
