"""Works out what a row says about its completions, from options and from what lies next to their file.

That is a manifest, and in settings of two stages the descriptions of pictures from which a model then wrote
its programs: ``NAME.stage-1.jsonl``, which ``sightbench generate`` writes, gzipped or not, or upstream's list
under upstream's name. No verdict depends on descriptions, so the id of a row is the same without them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import effort_of, is_slug, slug_fix, slugify
from benchmark.core.sample import Completion, SampleKey, sample_key, sample_name
from benchmark.core.suite import offers
from benchmark.files.atomic import bare_name
from benchmark.files.edge import Record, validate_record
from benchmark.files.predictions import read_predictions
from benchmark.files.references import ReferencedAnswers
from benchmark.files.stored_completions import draws_per_task
from benchmark.generation.record.manifest import Manifest, config_digest, manifest_path, read_manifest
from benchmark.pipeline import sources
from benchmark.results.row import RowGeneration, RowPrice, RowSubmission
from benchmark.submissions.fields import Setting, Text
from benchmark.suites import check_setting, fitting_settings


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
    def effort(self) -> str:
        """How much the model thought, as in rows; empty if the manifest does not say."""
        if self.manifest is None:
            return ""
        sent = self.manifest.config.parameters
        return effort_of(sent.get("thinking"), sent.get("thinking_tokens"))

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
    if given or found.manifest is None:
        return given or None
    config = found.manifest.config
    protocol = "" if found.manifest.protocol == "options" else found.manifest.protocol
    return {"setting": config.setting, "protocol": protocol, "prompt": config.prompt}.get(name) or None


#: Fields of the config that a row has under the same names.
_OF_CONFIG = ("provider", "model", "base_url", "revision", "parameters", "max_side", "detail", "pictures")


def _row(manifest: Manifest) -> RowGeneration:
    config, totals = manifest.config, manifest.totals
    return RowGeneration(
        **{name: getattr(config, name) for name in _OF_CONFIG},
        models=totals.models,
        dropped=totals.dropped,
        finishes=totals.finishes,
        batch=config.batch or None,
        price=None if manifest.price is None else RowPrice(**manifest.price.model_dump()),
        calls=manifest.calls,
        outages=manifest.outages,
        unsure_calls=manifest.unsure,
        versions=manifest.versions,
        started=manifest.started,
        config=manifest.digest,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RowIdentity:
    """The part of a row that says where its completions come from."""

    submission: RowSubmission
    suite: str
    suite_version: int
    dataset: str
    setting: str
    protocol: str
    prompt: str = ""
    prompt_digest: str | None = None  #: digest of the prompt's templates; None if not recorded
    generation: RowGeneration | None = None  #: None for answers that were submitted
    references: ReferencedAnswers | None = None  #: files of others that contain the answers
    #: Parameters that submitted answers were drawn without, as their publisher says.
    dropped: Collection[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenIdentity:
    """What options of `sightbench evaluate` say about a row; None for what they leave open."""

    slug: str | None = None
    name: str | None = None
    setting: str | None = None
    protocol: str | None = None
    prompt: str | None = None
    model: str = ""  #: id of the model if the completions name none; empty for the name of their file


class _RowOptions(Record):
    """Options that go into a row, checked by the rules of submission.yaml."""

    name: Text | None = Field(alias="--name")
    setting: Setting | None = Field(alias="--setting")
    protocol: Setting | None = Field(alias="--protocol")


def check_options(found: GenerationRecord, path: Path, given: GivenIdentity) -> None:
    """Check that options do not contradict the manifest of ``path``.

    Raises:
        BadInput: if ``setting``, ``protocol`` or ``prompt`` has another value than the manifest.
    """
    for name in ("setting", "protocol", "prompt"):
        own, value = option_or_manifest(found, name, None), getattr(given, name)
        if own and value is not None and value != own:
            problem = f"is {quote_value(value)}, but {manifest_path(path)} records {quote_value(own)}"
            raise BadInput(f"--{name}", "", problem, "leave it out")


def identity_of(
    given: GivenIdentity,
    completions: Sequence[Completion],
    source: sources.TaskSource,
    path: Path,
    generation: GenerationRecord,
    *,
    check_draws: bool,
) -> RowIdentity:
    """Work out the identity of the row from the options, and the manifest of the completions.

    Args:
        given: what the options say.
        completions: the completions.
        source: the tasks.
        path: the file of the completions.
        generation: how they were generated, if a manifest says it.
        check_draws: whether the protocol must have as many draws as the completions, as for a row.

    Raises:
        BadInput: for an unknown value, and for one that contradicts the manifest.
    """
    options = {"--name": given.name, "--setting": given.setting, "--protocol": given.protocol}
    validate_record(_RowOptions, options, "options")
    check_options(generation, path, given)
    suite = source.suite
    models = {completion.model for completion in completions}
    model = (models.pop() if len(models) == 1 else None) or given.model or bare_name(path)
    slug = given.slug or slugify(model)
    if not is_slug(slug):
        raise BadInput("--slug", "", f"{quote_value(slug)} is not a slug", slug_fix(slug))
    protocol = option_or_manifest(generation, "protocol", given.protocol)
    protocol = _choice("--protocol", protocol, [] if suite is None else list(suite.asked.protocols))
    if check_draws:
        source.check_draws(protocol, draws_per_task(completions), "--protocol")
    fields = {"slug": slug, "name": given.name or model, "effort": generation.effort}
    return RowIdentity(
        submission=validate_record(RowSubmission, fields, "--name"),
        suite=source.suite_id,
        suite_version=1 if suite is None else suite.version,
        dataset=source.dataset,
        setting=setting_of(given.setting, source, generation),
        protocol=protocol,
        prompt=option_or_manifest(generation, "prompt", given.prompt) or "",
        prompt_digest=generation.prompt_digest,
        generation=generation.row,
    )


def setting_of(given: str | None, source: sources.TaskSource, generation: GenerationRecord) -> str:
    """Return the setting of completions: the given one, that of their manifest, or the first that fits.

    Raises:
        BadInput: for a setting that the suite does not have, or that does not fit the data set.
    """
    suite = source.suite
    setting = option_or_manifest(generation, "setting", given)
    settings = () if suite is None else fitting_settings(suite.id, source.dataset, suite.asked.settings)
    if suite is not None and setting is not None and offers(suite.asked.settings, setting):
        check_setting(suite.id, source.dataset, setting)
    return _choice("--setting", setting, list(settings))


def _choice(option: str, given: str | None, known: list[str]) -> str:
    if given is None:
        return known[0] if known else ""
    if known and not offers(known, given):
        raise BadInput(option, "", f"{quote_value(given)} is not known", f"use one of: {', '.join(known)}")
    return given


_SECOND_STAGE = 2
_FIX = "use the descriptions from which the programs were written, or remove the file, which is optional"


def stage_path(out: Path, index: int) -> Path:
    """Return the path of an earlier stage's file, next to that of the last: ``NAME.stage-1.jsonl``."""
    return out.with_name(f"{bare_name(out)}.stage-{index + 1}.jsonl")


def find_descriptions(programs: Path, manifest: Manifest | None) -> Path | None:
    """Return the file of descriptions that belongs to a file of programs; None if there is none.

    Args:
        programs: a file of completions.
        manifest: the manifest of that file; with a single stage there are no descriptions.
    """
    if manifest is not None and manifest.config.stage < _SECOND_STAGE:
        return None
    first = stage_path(programs, 0)
    candidates = [first, first.with_name(f"{first.name}.gz")]
    if any(programs.parent.glob("*.json")):  # else there is no list of upstream, whose name would be needed
        from benchmark.suites.humaneval_v.prediction_names import descriptions_path

        candidates.append(descriptions_path(programs))
    return next((path for path in candidates if path.is_file()), None)


def read_descriptions(
    programs: Sequence[Path], samples: Collection[SampleKey], absent: Collection[SampleKey] = ()
) -> tuple[Completion, ...]:
    """Return the descriptions next to files of programs, one per sample; empty if they were not kept.

    Args:
        programs: files of completions.
        samples: the samples in these files.
        absent: samples that were requested and never arrived.

    Raises:
        BadInput: if a file is not a prediction file, does not have exactly the descriptions of the samples,
            or was made with another config than the programs' manifest names.
    """
    descriptions: list[Completion] = []
    path = None
    for file in programs:
        manifest = read_manifest(file)
        found = find_descriptions(file, manifest)
        if found is not None:
            path = found
            _check_config(path, file, manifest)
            descriptions += read_predictions(path)
    if path is not None:
        check_samples(path, descriptions, samples, absent)
    return tuple(descriptions)


def check_samples(
    path: Path,
    descriptions: Sequence[Completion],
    samples: Collection[SampleKey],
    absent: Collection[SampleKey],
) -> None:
    """Check that each sample has a description, and that further ones belong to samples that never arrived.

    Raises:
        BadInput: if a description is missing or unexpected; the message names the first one.
    """
    described, wanted = {description.key for description in descriptions}, set(samples)
    for keys, problem in (
        (described - wanted - set(absent), "has a description, but is not one of the samples"),
        (wanted - described, "has no description"),
    ):
        if keys:
            raise BadInput(path, "", f"{quote_value(sample_name(min(keys)))} {problem}", _FIX)


def _check_config(path: Path, programs: Path, manifest: Manifest | None) -> None:
    own = read_manifest(path)
    if manifest is not None and own is not None and config_digest(own.config) != manifest.config.earlier:
        problem = f"is not the config that {manifest_path(programs).name} names as its first stage"
        raise BadInput(manifest_path(path), "config", problem, _FIX)
