"""Works out which model, data set, setting and protocol a row of given completions is about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import Field

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.sample import Completion
from benchmark.core.slug import is_slug, slug_fix, slugify
from benchmark.core.suite import offers
from benchmark.files.edge import Record, validate_record
from benchmark.files.naming import bare_name
from benchmark.files.stored_completions import draws_per_task
from benchmark.pipeline import sources
from benchmark.pipeline.generation_record import GenerationRecord, check_options, option_or_manifest
from benchmark.pipeline.rows.record import RowIdentity
from benchmark.results.row import RowSubmission
from benchmark.submissions.fields import Setting, Text
from benchmark.suites.humaneval_v.prediction_names import prediction_name
from benchmark.suites.humaneval_v.suite import SUITE_ID
from benchmark.suites.settings import check_setting, fitting_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenIdentity:
    """What options of `sightbench evaluate` say about a row; None for what they leave open."""

    slug: str | None
    name: str | None
    setting: str | None
    protocol: str | None
    prompt: str | None


class _RowOptions(Record):
    """Options that go into a row, checked by the rules of submission.yaml."""

    name: Text | None = Field(alias="--name")
    setting: Setting | None = Field(alias="--setting")
    protocol: Setting | None = Field(alias="--protocol")


def identity_of(
    options: GivenIdentity,
    completions: Sequence[Completion],
    source: sources.TaskSource,
    path: Path,
    generation: GenerationRecord,
    *,
    named: bool,
    check_draws: bool,
) -> RowIdentity:
    """Work out the identity of the row from the options, the manifest of the completions and the file's name.

    Args:
        options: what the options say.
        completions: the completions.
        source: the tasks.
        path: the file of the completions.
        generation: how they were generated, if a manifest says it.
        named: whether the file was named with HumanEval-V's options, whose names say setting and protocol.
        check_draws: whether the protocol must have as many draws as the completions, as for a row.

    Raises:
        BadInput: for an unknown value, and for one that contradicts the manifest.
    """
    given = {"--name": options.name, "--setting": options.setting, "--protocol": options.protocol}
    validate_record(_RowOptions, given, "options")
    names = {"setting": options.setting, "protocol": options.protocol, "prompt": options.prompt}
    check_options(generation, path, names)
    suite = source.suite
    file_model = ""
    if named:
        count = draws_per_task(completions)
        options, file_model = _from_file_name(options, path, source, generation, count)
    model = _model_id(completions) or file_model or bare_name(path)
    slug = options.slug or slugify(model)
    if not is_slug(slug):
        raise BadInput("--slug", "", f"{quote_value(slug)} is not a slug", slug_fix(slug))
    protocol = option_or_manifest(generation, "protocol", options.protocol)
    protocol = _choice("--protocol", protocol, [] if suite is None else list(suite.asked.protocols))
    if check_draws:
        source.check_draws(protocol, draws_per_task(completions), "--protocol")
    return RowIdentity(
        submission=validate_record(RowSubmission, {"slug": slug, "name": options.name or model}, "--name"),
        suite=source.suite_id,
        suite_version=1 if suite is None else suite.version,
        dataset=source.dataset,
        setting=setting_of(options.setting, source, generation),
        protocol=protocol,
        prompt=option_or_manifest(generation, "prompt", options.prompt) or "",
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


def _from_file_name(
    options: GivenIdentity, path: Path, source: sources.TaskSource, generation: GenerationRecord, count: int
) -> tuple[GivenIdentity, str]:
    """Complete the options from the name of the prediction file; also return the model's name in it.

    Only for files of HumanEval-V's scripts, and only if there is no manifest.
    """
    name = prediction_name(path)
    if name is None or generation.manifest is not None or source.suite is None or source.suite.id != SUITE_ID:
        return options, ""
    if name.descriptions:
        problem = "contains descriptions, not programs, according to its name"
        raise BadInput(path, "", problem, "give the file of the second stage")
    known = source.suite.asked.protocols.items()
    protocol = next((id_ for id_, rule in known if rule.draws == name.draws == count), None)
    return replace(
        options, setting=options.setting or name.setting or None, protocol=options.protocol or protocol
    ), name.model


def _choice(option: str, given: str | None, known: list[str]) -> str:
    if given is None:
        return known[0] if known else ""
    if known and not offers(known, given):
        raise BadInput(option, "", f"{quote_value(given)} is not known", f"use one of: {', '.join(known)}")
    return given


def _model_id(completions: Sequence[Completion]) -> str | None:
    names = {completion.model for completion in completions}
    return names.pop() if len(names) == 1 else None
