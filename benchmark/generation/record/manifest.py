"""What stands beside a file of completions: how they came about, what they cost, what is missing.

History of the format:
    sightbench/generation/1: first version.
"""

import json
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from benchmark.core.digest import digest_lines
from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import sample_key
from benchmark.files.atomic import write_atomic
from benchmark.files.bounded import read_bytes
from benchmark.files.edge import Amount, Count, Name, Record, validate_record
from benchmark.files.naming import bare_name
from benchmark.files.strict_json import loads
from benchmark.files.wording import refusal

ENDING = ".generation.json"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def _sample_name(value: str) -> str:
    try:
        sample_key(value)
    except ValueError:
        raise refusal("must be task_id#draw", "such as HumanEval-0#0") from None
    return value


SampleName = Annotated[str, AfterValidator(_sample_name)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]  # as rows take it


class ManifestConfig(Record):
    """What decides the words of a completion: completions of two configs never share a file."""

    provider: Name
    model: Name
    base_url: str | None = Field(default=None, description="a server on this machine has no port here")
    revision: str | None = Field(default=None, description="of weights, or the digest of a file that answers")
    parameters: dict[str, object] = Field(default_factory=dict)
    extra: dict[str, object] = Field(default_factory=dict, description="fields of the body, sent as they are")
    server: dict[str, object] = Field(
        default_factory=dict, description="how weights were served; not part of the digest when empty"
    )
    max_side: int | None = Field(default=None, description="px; larger pictures were scaled down (Lanczos)")
    suite: str
    dataset: str
    tasks: str = Field(description="digest of the data set")
    setting: str
    prompt: str
    prompt_digest: Sha256
    stage: Annotated[int, Field(ge=1, description="2 where a text of stage 1 is part of the prompt")] = 1
    earlier: str | None = Field(default=None, description="digest of the config of the stage before")


class ManifestPrice(Record):
    """US dollars for a million tokens; of a tiered price, those of the lowest tier."""

    input_usd: Amount
    output_usd: Amount
    cached_usd: Amount | None = None
    to_cache_usd: Amount | None = None
    source: str
    date: str = Field(description="for which the price holds")


class ManifestTotals(Record):
    """Over the whole file."""

    completions: Count = 0
    finishes: dict[str, int] = Field(default_factory=dict, description="completions by finish_reason")
    models: dict[str, int] = Field(default_factory=dict, description="completions by resolved model id")
    dropped: dict[str, int] = Field(default_factory=dict, description="completions by dropped parameter")
    tokens_in: Count = 0
    tokens_out: Count = 0
    tokens_thinking: Count = 0
    tokens_cached: Count = 0
    cost_usd: Amount | None = None
    unpriced: Count = Field(default=0, description="completions whose cost is not known")


class Manifest(Record):
    """How a file of completions came about."""

    schema_: Literal["sightbench/generation/1"] = Field(default="sightbench/generation/1", alias="schema")
    digest: Annotated[Sha256, Field(description="SHA-256 over config")]
    config: ManifestConfig
    protocol: str = ""
    draws: Annotated[int, Field(ge=1)] = 1
    may_drop: list[str] = Field(default_factory=list, description="parameters, when the model refuses them")
    price: ManifestPrice | None = None
    versions: dict[str, str] = Field(default_factory=dict)
    started: str = Field(description="UTC, of the first run")
    finished: str | None = Field(default=None, description="UTC; null until everything has been asked for")
    wanted: Count = Field(description="samples in all")
    totals: ManifestTotals = Field(default_factory=ManifestTotals)
    calls: Count = Field(default=0, description="attempts, over all runs on the file that came to an end")
    outages: dict[str, int] = Field(default_factory=dict, description="failed attempts by cause, likewise")
    unsure: Count = Field(default=0, description="attempts that broke off and may be on the bill, likewise")
    unsure_usd: Amount = Field(default=0.0, description="what these cost at most, where a budget was given")
    missing: dict[SampleName, str] = Field(default_factory=dict, description="reason by task_id#draw")


def manifest_path(completions: Path) -> Path:
    """Where the manifest of a file of completions is: ``answers.jsonl`` has ``answers.generation.json``."""
    return completions.with_name(bare_name(completions) + ENDING)


def config_digest(config: ManifestConfig) -> str:
    """SHA-256 of a config as a line of JSON."""
    return digest_lines([config.model_dump(mode="json", exclude=None if config.server else {"server"})])


def read_manifest(completions: Path) -> Manifest | None:
    """The manifest beside a file of completions; None when there is none.

    Raises:
        BadInput: for one that cannot be read or is none.
    """
    path = manifest_path(completions)
    if not path.exists():
        return None
    value = loads(read_bytes(path), path)
    if odd := _LONE_SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        problem = f"holds a lone surrogate, {shown(odd[0])}, which no row can hold"
        raise BadInput(path, "", problem, "remove it: everything here is text of this program or of an API")
    return validate_record(Manifest, value, path)


def write_manifest(completions: Path, manifest: Manifest) -> None:
    """Write the manifest of a file of completions.

    Raises:
        BadInput: when it cannot be written.
    """
    text = manifest.model_dump_json(by_alias=True, indent=1, exclude_none=True)
    write_atomic(manifest_path(completions), text.encode() + b"\n")


def check_same(completions: Path, found: Manifest | None, wanted: ManifestConfig) -> None:
    """Check that a file that holds completions already was begun with the same config.

    Raises:
        BadInput: when it was not, naming what differs.
    """
    if found is None:
        problem = f"is not empty, and no {manifest_path(completions).name} says of which config"
        raise BadInput(completions, "", problem, "name another file with --out")
    if found.digest == config_digest(wanted):
        return
    then, now = found.config.model_dump(mode="json"), wanted.model_dump(mode="json")
    differing = [name for name in now if then[name] != now[name]] or ["the digest"]
    problem = f"was begun with another config: {', '.join(differing)} differ(s)"
    fix = "name another file with --out, or go on with the config in its manifest"
    raise BadInput(completions, "", problem, fix)
