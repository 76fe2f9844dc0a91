"""Reads from the manifest of completions what judging needs: missing samples, and their generation."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark.core.sample import SampleKey, sample_key
from benchmark.generation.record.manifest import Manifest, read_manifest
from benchmark.results.row import RowGeneration, RowPrice


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """How the completions of a row were generated."""

    manifest: Manifest | None = None  #: None if there is none, or if there are several
    absent: Mapping[SampleKey, str] | None = None  #: requested samples that did not arrive, with the reason

    @property
    def excused(self) -> frozenset[SampleKey]:
        """Samples that a file may lack."""
        return frozenset(self.absent or {})

    @property
    def prompt_digest(self) -> str | None:
        """Digest of the prompt's templates; None if unknown."""
        return None if self.manifest is None else self.manifest.config.prompt_digest

    @property
    def row(self) -> RowGeneration | None:
        """The part of a row that describes the generation; None without a manifest."""
        return None if self.manifest is None else _row(self.manifest)


def read_generation_record(path: Path) -> GenerationRecord:
    """Read the manifest next to a file of completions; the record is empty if there is no manifest.

    Raises:
        BadInput: if the file is not a manifest.
    """
    manifest = read_manifest(path)
    if manifest is None:
        return GenerationRecord()
    return GenerationRecord(manifest, {sample_key(name): reason for name, reason in manifest.missing.items()})


def option_or_manifest(found: GenerationRecord, name: str, given: str | None) -> str | None:
    """Return ``setting``, ``protocol`` or ``prompt``: the value of its option, else that of the manifest."""
    return given or _manifest_values(found).get(name) or None


def _manifest_values(found: GenerationRecord) -> Mapping[str, str]:
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
