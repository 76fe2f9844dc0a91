"""The manifest next to a file of completions: how they were made, what they cost, what is missing."""

import json
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import sample_key
from benchmark.files.atomic import bare_name, write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Amount, Count, Name, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.files.wording import refusal

ENDING = ".generation.json"
# JSON can write one as \ud800, but UTF-8, in which rows are stored, has no form for it.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _sample_name(value: str) -> str:
    try:
        sample_key(value)
    except ValueError:
        raise refusal("must be task_id#draw", "write a name such as HumanEval-0#0") from None
    return value


SampleName = Annotated[str, AfterValidator(_sample_name)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # the same format as in rows


class ManifestConfig(Record):
    """The settings that completions depend on: completions of two configs never share a file."""

    provider: Name
    model: Name
    base_url: str | None = Field(default=None, description="address of the API; 'loopback' on this machine")
    revision: str | None = Field(
        default=None, description="commit of the weights, or digest of the file that gives the answers"
    )
    parameters: dict[str, object] = Field(default_factory=dict)
    extra: dict[str, object] = Field(
        default_factory=dict, description="further fields of the request body, sent unchanged"
    )
    server: dict[str, object] = Field(
        default_factory=dict,
        description="options of the server of the weights; part of the digest only if not empty",
    )
    max_side: int | None = Field(
        default=None, description="px of the longest side; larger pictures were scaled down (Lanczos)"
    )
    detail: str | None = Field(
        default=None, description="detail of pictures; part of the digest only if it is set"
    )
    pictures: str | None = Field(
        default=None, description="digest of pictures that tasks lack; part of the digest only if it is set"
    )
    batch: bool = Field(
        default=False,
        exclude_if=lambda flag: not flag,  # so that older manifests are written as before
        description="whether calls were made in batches; part of the digest only if they were",
    )
    suite: str
    dataset: str
    tasks: str = Field(description="digest of the data set")
    setting: str
    prompt: str
    prompt_digest: Sha256
    stage: Annotated[int, Field(ge=1, description="2 if the prompt contains a text of stage 1, else 1")] = 1
    earlier: str | None = Field(default=None, description="digest of the config of the previous stage")


class ManifestPrice(Record):
    """US dollars per million tokens; the lowest tier of a tiered price."""

    input_usd: Amount
    output_usd: Amount
    cached_usd: Amount | None = None
    to_cache_usd: Amount | None = None
    source: str
    date: str = Field(description="the day for which the price holds")


class ManifestTotals(Record):
    """Totals over the whole file."""

    completions: Count = 0
    finishes: dict[str, int] = Field(default_factory=dict, description="completions by finish_reason")
    empty: Count = Field(
        default=0,
        exclude_if=lambda number: not number,  # so that older manifests are written as before
        description="blank completions that were neither cut nor refused",
    )
    reasoned: Count = Field(
        default=0,
        exclude_if=lambda number: not number,
        description="those of the empty ones whose reply had reasoning",
    )
    models: dict[str, int] = Field(default_factory=dict, description="completions by resolved model id")
    dropped: dict[str, int] = Field(default_factory=dict, description="completions by dropped parameter")
    ignored: dict[str, int] = Field(
        default_factory=dict, description="completions by parameter that the vendor documents as ignored"
    )
    local: dict[str, int] = Field(
        default_factory=dict, description="completions by parameter that Sightbench applied to the text"
    )
    tokens_in: Count = 0
    tokens_out: Count = 0
    tokens_thinking: Count = 0
    tokens_cached: Count = 0
    cost_usd: Amount | None = None
    unpriced: Count = Field(default=0, description="completions whose cost is unknown")
    looks: Count = Field(
        default=0,
        exclude_if=lambda looks: not looks,
        description="parts of pictures that the model asked for, in settings that let it look closer",
    )


class Manifest(Record):
    """How a file of completions was made."""

    schema_: Literal["sightbench/generation/1"] = Field(default="sightbench/generation/1", alias="schema")
    digest: Annotated[Sha256, Field(description="SHA-256 of config")]
    config: ManifestConfig
    protocol: str = ""
    draws: Annotated[int, Field(ge=1)] = 1
    must_apply: list[str] = Field(
        default_factory=list, description="parameters whose refusal would have ended the run"
    )
    may_drop: list[str] = Field(
        default_factory=list,
        exclude_if=lambda names: not names,
        description="of older manifests: parameters that could be left out",
    )
    price: ManifestPrice | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    started: str = Field(description="UTC, start of the first run")
    finished: str | None = Field(default=None, description="UTC; null until all samples have been requested")
    wanted: Count = Field(description="number of samples that the file should have")
    totals: ManifestTotals = Field(default_factory=ManifestTotals)
    calls: Count = Field(default=0, description="attempts over all runs on the file, except killed runs")
    outages: dict[str, int] = Field(
        default_factory=dict, description="failed attempts by cause, except those of killed runs"
    )
    unsure: Count = Field(
        default=0, description="attempts that broke off and may be billed, except those of killed runs"
    )
    unsure_usd: Amount = Field(
        default=0.0,
        description="US dollars that these attempts, calls of killed runs, and completions without token "
        "counts cost at most",
    )
    missing: dict[SampleName, str] = Field(default_factory=dict, description="reason by task_id#draw")


def manifest_path(completions: Path) -> Path:
    """Return the path of the manifest: ``answers.generation.json`` for ``answers.jsonl``."""
    return completions.with_name(bare_name(completions) + ENDING)


def config_digest(config: ManifestConfig) -> str:
    """Return the SHA-256 of a config as a line of JSON."""
    # Manifests of versions without these fields keep their digest.
    unset = {name for name in ("server", "detail", "pictures", "batch") if not getattr(config, name)}
    return digest_lines([config.model_dump(mode="json", exclude=unset)])


def read_manifest(completions: Path) -> Manifest | None:
    """Return the manifest next to a file of completions; None if there is none.

    Raises:
        BadInput: if it cannot be read or is not a manifest.
    """
    path = manifest_path(completions)
    if not path.exists():
        return None
    value = loads(read_bytes(path), path)
    if odd := _LONE_SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        problem = f"contains a lone surrogate, {quote_value(odd[0])}, which no row can hold"
        raise BadInput(path, "", problem, "remove this character")
    return validate_record(Manifest, value, path)


def write_manifest(completions: Path, manifest: Manifest) -> None:
    """Write the manifest of a file of completions.

    Raises:
        BadInput: if it cannot be written.
    """
    text = manifest.model_dump_json(by_alias=True, indent=1, exclude_none=True)
    write_atomic(manifest_path(completions), text.encode() + b"\n")


def check_same_config(completions: Path, existing: Manifest | None, wanted: ManifestConfig) -> None:
    """Check that a file with completions was begun with the same config.

    Raises:
        BadInput: if it was not; the message names the fields that differ.
    """
    if existing is None:
        problem = f"is not empty, but its manifest {manifest_path(completions).name} is missing"
        raise BadInput(completions, "", problem, "name another file with --out")
    if existing.digest == config_digest(wanted):
        return
    then, now = existing.config.model_dump(mode="json"), wanted.model_dump(mode="json")
    differing = [name for name in now if then.get(name) != now[name]] or ["the digest"]
    problem = f"was begun with another config; it differs in {', '.join(differing)}"
    fix = "start a new file with --out"
    raise BadInput(completions, "", problem, fix)
