"""Checks everything before the first call of a run, so that no run stops halfway for a foreseeable reason."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import cast, get_args

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.look import LookPrompt
from benchmark.core.prompt import PromptWithPictures
from benchmark.core.suite import Droppable, offers
from benchmark.files.tasks import tasks_digest
from benchmark.generation.asking.budget import lower_limit
from benchmark.generation.asking.job import sent_parameters
from benchmark.generation.batch.state import BATCHED
from benchmark.generation.local.weights import find_weights
from benchmark.generation.providers import PROVIDERS, load
from benchmark.generation.providers.keys import api_key
from benchmark.generation.providers.values import refused_values
from benchmark.generation.record.manifest import ManifestConfig, config_digest, manifest_path
from benchmark.generation.wire.access import ModelAccess, environment_secrets, recorded_url
from benchmark.generation.wire.debug import Dump
from benchmark.generation.wire.ignored import ignored_parameters
from benchmark.generation.wire.price import Price, Pricer, find_pricer
from benchmark.generation.wire.provider import Endpoint, PackageMissing, Provider
from benchmark.generation.wire.request import Sampling
from benchmark.pipeline.generate.generation_plan import GenerationPlan, Stage, stages_of
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.suites import find

_RECORDED_SERVER_OPTIONS = ("engine", "dtype", "max_model_len", "quantization", "reasoning_parser")


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedStage:
    """A stage that is ready for its first call."""

    stage: Stage
    prompts: Prompts
    config: ManifestConfig
    provider: Provider
    dropped: frozenset[str]  #: parameters that the API does not have
    keys: tuple[str, ...]  #: API keys and other secrets; they are removed from everything that is written
    key_use: str  #: a sentence on which variable is sent to which host; empty if no key is sent
    pricer: Pricer | None
    endpoint: Endpoint | None = None  #: where batches are sent; None if calls are made one by one


def prepare(
    plan: GenerationPlan,
    environment: Mapping[str, str] = os.environ,
    *,
    calls: bool = True,
    price: Price | None = None,
) -> tuple[PreparedStage, ...]:
    """Check what can be checked without a call: keys, parameters, prices, prompts, pictures, packages.

    Args:
        plan: what is asked of which model.
        environment: the environment variables.
        calls: whether calls will follow; an estimate makes none and needs no key, SDK or price table.
        price: of a model whose config has none.

    Raises:
        BadInput: if something is wrong; no completions have been written then.
    """
    prepared: list[PreparedStage] = []
    stages = stages_of(plan)
    keys = [api_key(stage.access, environment, plan.lent, required=calls) for stage in stages]
    known = tuple(key.value for key in keys if key is not None)
    dump = _dump(plan, stages, known)
    for stage, key in zip(stages, keys, strict=True):
        access = stage.access
        limit = lower_limit(plan.budget, access.max_cost)
        pricer = _pricer(access, price, calls=calls, batch=plan.batch)
        if pricer is None and limit is not None and calls:
            problem = f"a budget needs the price of {access.model}, which is unknown"
            fix = "add it, such as price: {input: 0.1, output: 0.4, date: 2025-06-30}"
            raise access.field_error("price", problem, fix)
        _check_values(plan, stage)
        prompts = Prompts(
            plan.tasks,
            plan.prompt,
            folders=plan.folders,
            max_side=access.max_side,
        )
        for task in plan.tasks[: plan.limit]:
            prompts.guess(task.id, stage.index, "")
        if prepared and access == replace(prepared[-1].stage.access, sampling=access.sampling):
            provider, revision = prepared[-1].provider, prepared[-1].config.revision
            endpoint = prepared[-1].endpoint
        else:
            revision = access.revision or _revision(access)
            asked = replace(access, revision=revision)
            provider, endpoint = _provider(plan, asked, None if key is None else key.value, dump, calls=calls)
        prepared.append(
            PreparedStage(
                stage=stage,
                prompts=prompts,
                config=_config(plan, stage, revision, prepared[-1].config if prepared else None),
                provider=provider,
                dropped=_unsupported_parameters(provider, stage),
                keys=known + (environment_secrets(environment) if access.provider == "python" else ()),
                key_use="" if key is None else f"sends {key.variable} to {key.host}",
                pricer=pricer,
                endpoint=endpoint,
            )
        )
    return tuple(prepared)


def _dump(plan: GenerationPlan, stages: Sequence[Stage], keys: tuple[str, ...]) -> Dump | None:
    path = plan.debug_http
    if path is None:
        return None
    taken = {own.resolve() for stage in stages for own in (stage.path, manifest_path(stage.path))}
    if path.resolve() in taken:
        problem = f"{quote_value(str(path))} is the file of the completions or of their manifest"
        raise BadInput("--debug-http", "", problem, "name another file")
    return Dump(path, keys)


@dataclass(frozen=True, slots=True)
class _NotInstalled:
    """A provider whose package is not installed: enough of it for an estimate."""

    draws_per_call: int
    parameters: frozenset[str]


def _pricer(access: ModelAccess, price: Price | None, *, calls: bool, batch: bool) -> Pricer | None:
    """Return the price of a model; None if it is unknown, or not known here and no call will follow."""
    record = PROVIDERS[access.provider]
    try:
        return find_pricer(
            access.model,
            vendor=record.vendor,
            base_url=access.base_url,
            given=access.price or price,
            extra=record.extra or "prices",
            batch=batch,
        )
    except BadInput:
        if calls:
            raise
        return None


def _provider(
    plan: GenerationPlan, access: ModelAccess, key: str | None, dump: Dump | None, *, calls: bool
) -> tuple[Provider, Endpoint | None]:
    model = access.model
    if access.provider in ("replay", "python", "local") and (access.folder / model).exists():
        model = str(access.folder / model)
    endpoint = Endpoint(
        model=model,
        base_url=access.base_url,
        api_key=key,
        revision=access.revision,
        timeout=access.timeout,
        concurrency=access.limits.concurrency,
        draws_per_call=access.draws_per_call,
        extra=access.extra,
        detail=access.detail,
        dump=dump,
        server=access.server,
        log=plan.out.with_name(f"{plan.out.name}.server.log"),
    )
    try:
        if plan.batch and isinstance(plan.prompt, LookPrompt):
            problem = f"the setting {plan.setting} needs replies at once: a model looks closer, then answers"
            raise BadInput("--batch", "", problem, "leave it out")
        if plan.batch:
            return _batched(access.provider, endpoint), endpoint
        return load(access.provider)(endpoint), None
    except PackageMissing:
        if calls:
            raise
        every = frozenset(field.name for field in fields(Sampling))
        return cast("Provider", _NotInstalled(access.draws_per_call or 1, every)), None


def _batched(name: str, endpoint: Endpoint) -> Provider:
    """Return a provider whose calls wait for batches.

    Raises:
        BadInput: if its vendor has no batch API, or its package is not installed.
    """
    if name not in BATCHED:
        fix = f"leave it out; these providers have one: {', '.join(BATCHED)}"
        raise BadInput("--batch", "", f"the provider {name} has no batch API", fix)
    kind = load(name)
    try:
        from benchmark.generation.batch.parking import BatchedProvider, Parking
    except ImportError:  # the SDKs bring the HTTP client
        raise PackageMissing(name) from None
    parking = Parking()
    return BatchedProvider(kind(replace(endpoint, transport=parking)), parking)


def _check_values(plan: GenerationPlan, stage: Stage) -> None:
    """Refuse a value of the config that no call can have; names the field in the user's file."""
    access, suite = stage.access, find(plan.suite)
    blind = () if suite is None else suite.blind.without_picture
    found = refused_values(
        access.provider,
        access.base_url,
        detail=access.detail,
        # The model of a later stage may be that of the first one, whose detail applies there.
        shows_pictures=stage.index > 0 or not offers(blind, plan.setting),
        thinking=access.sampling.thinking,
        thinking_tokens=access.sampling.thinking_tokens,
    )
    for name, problem, fix in found:
        raise access.field_error(name, problem, fix)


def server_url(access: ModelAccess) -> str:
    """Return the address of a model's server; empty if its provider has none."""
    return access.base_url or PROVIDERS[access.provider].address


def _unsupported_parameters(provider: Provider, stage: Stage) -> frozenset[str]:
    """Return the requested parameters that the API does not have.

    Raises:
        BadInput: if one of them cannot be dropped, or if one that must be applied would have no effect.
    """
    access = stage.access
    missing = frozenset(sent_parameters(stage.sampling)) - provider.parameters
    for name in sorted(missing - (frozenset(get_args(Droppable)) - access.must_apply)):
        problem = f"{access.provider} has no such parameter"
        raise access.field_error(f"parameters.{name}", problem, "remove it")
    url = server_url(access)
    ignored = ignored_parameters([access.model], url, stage.sampling)
    for name in sorted(access.must_apply.intersection(ignored)):
        problem = f"{access.model} ignores {name}, as its vendor documents"
        raise access.field_error("must_apply", problem, "remove it; completions record what was ignored")
    return missing


def _config(
    plan: GenerationPlan, stage: Stage, revision: str | None, earlier: ManifestConfig | None
) -> ManifestConfig:
    access = stage.access
    return ManifestConfig(
        provider=access.provider,
        model=access.model,
        base_url=recorded_url(access.base_url),
        revision=revision,
        parameters=dict(sent_parameters(stage.sampling)),
        extra=dict(access.extra),
        server=_server_options(access),
        max_side=access.max_side,
        detail=access.detail,
        pictures=plan.prompt.pictures(plan.tasks) if isinstance(plan.prompt, PromptWithPictures) else None,
        batch=plan.batch,
        suite=plan.suite,
        dataset=plan.dataset,
        tasks=tasks_digest(plan.tasks),
        setting=plan.setting if stage.index else plan.first_setting or plan.setting,
        prompt=plan.prompt_name,
        prompt_digest=plan.prompt.digest,
        stage=stage.index + 1,
        earlier=None if earlier is None else config_digest(earlier),
    )


def _server_options(access: ModelAccess) -> dict[str, object]:
    """Return the options of a model server that can change its answers."""
    if access.provider != "local":
        return {}
    return {name: access.server[name] for name in _RECORDED_SERVER_OPTIONS if name in access.server}


def _revision(access: ModelAccess) -> str | None:
    """Return the digest of the file or folder that gives the answers; None if an API or a hub's model does.

    If somebody edits that file, it counts as another model.
    """
    path = access.folder / access.model.partition(".py:")[0]
    if access.provider == "local" and path.is_dir():
        return find_weights(str(path), None).revision
    if access.provider not in ("replay", "python"):
        return None
    path = path if path.is_file() else path.with_name(f"{path.name}.py")
    return f"sha256 {sha256_hex(path.read_bytes())}" if path.is_file() else None
