"""Which model, data set, setting and protocol a row of `sightbench evaluate` is about."""

from dataclasses import replace
from pathlib import Path

from pydantic import Field

from benchmark.cli.evaluate.checked_options import EvaluateOptions
from benchmark.core.errors import BadInput, shown
from benchmark.core.sample import Completion
from benchmark.core.slug import SLUG_LENGTH, is_slug, slugify
from benchmark.core.suite import offers
from benchmark.files.edge import Record, validated
from benchmark.files.naming import bare_name
from benchmark.pipeline import sources
from benchmark.pipeline.generation_record import GenerationRecord, check_named, named
from benchmark.pipeline.rows.record import RowIdentity, draws
from benchmark.results.row import RowSubmission
from benchmark.submissions.fields import Setting, Text
from benchmark.suites.humaneval_v.prediction_names import prediction_name
from benchmark.suites.humaneval_v.suite import SUITE_ID


class _Given(Record):
    """What the options say of a row, by the rules of a submission's file."""

    name: Text | None = Field(alias="--name")
    setting: Setting | None = Field(alias="--setting")
    protocol: Setting | None = Field(alias="--protocol")


def identity_of(
    options: EvaluateOptions,
    completions: tuple[Completion, ...],
    source: sources.TaskSource,
    path: Path,
    found: GenerationRecord,
) -> RowIdentity:
    """Return the identity of the row, from the options, the record of the generation and the file's name.

    Raises:
        BadInput: for a value that is not known, or that the record contradicts.
    """
    given = {"--name": options.name, "--setting": options.setting, "--protocol": options.protocol}
    validated(_Given, given, "options")
    names = {"setting": options.setting, "protocol": options.protocol, "prompt": options.prompt}
    check_named(found, path, names)
    suite = source.suite
    options, named_model = _by_name(options, source, found, draws(completions))
    model = _model(completions) or named_model or bare_name(path)
    slug = options.slug or slugify(model)
    if not is_slug(slug):
        fix = f"use a-z, 0-9 and single . _ - between them, at most {SLUG_LENGTH} characters"
        raise BadInput("--slug", "", f"{shown(slug)} is no slug", fix)
    protocol = named(found, "protocol", options.protocol)
    protocol = _named("--protocol", protocol, [] if suite is None else list(suite.protocols))
    setting = named(found, "setting", options.setting)
    if options.rows is not None:
        source.check_draws(protocol, draws(completions), "--protocol")
    return RowIdentity(
        submission=validated(RowSubmission, {"slug": slug, "name": options.name or model}, "--name"),
        suite=source.suite_id,
        suite_version=1 if suite is None else suite.version,
        dataset=source.dataset,
        setting=_named("--setting", setting, [] if suite is None else list(suite.settings)),
        protocol=protocol,
        prompt=named(found, "prompt", options.prompt) or "",
        prompt_digest=found.prompt_digest,
        generation=found.row,
    )


def _by_name(
    options: EvaluateOptions, source: sources.TaskSource, found: GenerationRecord, each: int
) -> tuple[EvaluateOptions, str]:
    """What the name of a prediction file says, where nothing else does; the model's name behind it."""
    said = None if options.prediction_file is None else prediction_name(options.prediction_file)
    if said is None or found.manifest is not None or source.suite is None or source.suite.id != SUITE_ID:
        return options, ""
    if said.descriptions:
        problem = "its name says that it holds descriptions, not programs"
        raise BadInput(options.prediction_file, "", problem, "give the file of the second stage")
    known = source.suite.protocols
    drawn = next((name for name, protocol in known.items() if protocol.draws == said.draws == each), None)
    return replace(
        options, setting=options.setting or said.setting or None, protocol=options.protocol or drawn
    ), said.model


def _named(option: str, given: str | None, known: list[str]) -> str:
    if given is None:
        return known[0] if known else ""
    if known and not offers(known, given):
        raise BadInput(option, "", f"{shown(given)} is not known", f"use one of: {', '.join(known)}")
    return given


def _model(completions: tuple[Completion, ...]) -> str | None:
    names = {completion.model for completion in completions}
    return names.pop() if len(names) == 1 else None
