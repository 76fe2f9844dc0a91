"""Works out what a row says about its completions, from options and the manifest next to their file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.core.slug import is_slug, slug_fix, slugify
from benchmark.core.suite import offers
from benchmark.files.edge import Record, validate_record
from benchmark.files.naming import bare_name
from benchmark.files.references import ReferencedAnswers
from benchmark.files.stored_completions import draws_per_task
from benchmark.generation.record.manifest import manifest_path
from benchmark.pipeline import sources
from benchmark.pipeline.generation_record import GenerationRecord, option_or_manifest
from benchmark.results.row import RowGeneration, RowSubmission
from benchmark.submissions.fields import Setting, Text
from benchmark.suites.settings import check_setting, fitting_settings


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
    return RowIdentity(
        submission=validate_record(RowSubmission, {"slug": slug, "name": given.name or model}, "--name"),
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
