"""Options of HumanEval-V's scripts.

First version: `--model_name M --prediction_file F --sample_num N --temperature T`.
Second version: `--model_name M --exp_type E --sample_num N --exp_base_dir D`.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.cli.generate.checked_options import GenerateOptions, typed_again
from benchmark.core.errors import BadInput, quote_value
from benchmark.core.first_picture import prompt_of
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol, offers
from benchmark.core.task import Task
from benchmark.files.edge import validate_record
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.providers.python import upstream_interface
from benchmark.generation.record.manifest import Manifest
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.submitted_model import access_of, tasks_of_file
from benchmark.pipeline.generate.upstream_files import work_path
from benchmark.pipeline.generate.wording import is_often_cut
from benchmark.submissions.schema import ModelConfig
from benchmark.suites import check_setting, find, fitting_settings, suite_of, tasks_in
from benchmark.suites.humaneval_v.official import OFFICIAL
from benchmark.suites.humaneval_v.prediction_names import descriptions_path, programs_path
from benchmark.suites.humaneval_v.suite import SUITE
from benchmark.suites.humaneval_v.suite import SUITE_ID as HUMANEVAL_V
from benchmark.suites.mmcode.suite import SUITE_ID as MMCODE
from benchmark.suites.template_prompt import PlainPrompt

_SAMPLED = 0.8  #: upstream's temperature for several samples
#: Upstream's sampling by version, for any number of draws. It sends no top_k to OpenAI's API, nor do we.
_SAMPLING = {"v1": SUITE.asked.protocols["sampled-20"], "v2": SUITE.asked.protocols["sampled-6"]}
#: Upstream's names of models, and the models that its files of these names ask.
_UPSTREAM_MODELS = {"gpt_4o": "openai/gpt-4o", "openai_model": "openai/gpt-4o-mini"}
_STRONG_CODER = "gpt_4o"  #: writes the programs of ``V2T2C-4o``
_MODELS = Path("models")  #: upstream's folder of model classes
_PYTHON = re.compile(r".+\.py(?::[A-Za-z_]\w*)?")


def prediction_file_of(options: GenerateOptions) -> GenerateOptions:
    """Return the options, with the prediction file that --exp_type stands for, if given.

    Raises:
        BadInput: if the model's name leads out of the folder, or for an unknown protocol.
    """
    if options.exp_type is None or options.exp_base_dir is None:
        return options
    named = _named_protocol(options, SUITE.asked.protocols)
    draws = (options.sample_num or 1) if named is None else named.draws
    path = programs_path(options.exp_base_dir, options.model_name or "", options.exp_type, draws)
    return replace(options, prediction_file=path)


def plan_of_options(options: GenerateOptions, prediction_file: Path) -> GenerationPlan:
    """Return the plan for these options.

    With upstream's options alone, ``--exp_type`` stands for ``official-v2`` and ``--prediction_file`` for
    ``official-v1``, both with upstream's prompt and sampling.

    Raises:
        BadInput: for an unknown value, and for a prediction file that does not end in .json (or .jsonl for
            tasks of MMCode).
    """
    experiment = options.exp_type
    _check_ending(prediction_file, options.suite or (MMCODE if options.tasks is not None else ""))
    folders: Mapping[str, Path] = {}
    if options.tasks is not None:
        found, folders = tasks_of_file(options.tasks)
        # Once more: only the tasks say whether they are MMCode's.
        _check_ending(prediction_file, found[0].suite)
    else:
        dataset = options.dataset
        if options.suite is None and not dataset:
            dataset = OFFICIAL["v1" if experiment is None else "v2"].dataset
        found = sources.from_suite(options.suite or HUMANEVAL_V, dataset).tasks
    first = "v1" if found[0].dataset == OFFICIAL["v1"].dataset else ""
    version = first if experiment is None else "v2"
    prompt = options.prompt or ("upstream" if version else "sightbench")
    setting, words = _prompt(found[0], experiment or options.setting, prompt)
    if options.temperature is not None and math.isnan(options.temperature):  # for click a number from 0 to 2
        raise BadInput("--temperature", "", "is not a number", "use 0 for greedy decoding")
    named = _named_protocol(options, (find(found[0].suite) or SUITE).asked.protocols)
    access = access_named(
        options.model_name or "", options.base_url, options.api_key_env, options.concurrency
    )
    coder = None
    writers = (_STRONG_CODER, _UPSTREAM_MODELS[_STRONG_CODER])
    # The writer itself needs no second model.
    if experiment == "V2T2C-4o" and options.model_name not in writers:
        coder = access_named(_STRONG_CODER, None, None, options.concurrency)
    return GenerationPlan(
        tasks=tasks_in(find(found[0].suite), setting, found),
        suite=found[0].suite,
        dataset=found[0].dataset,
        setting=setting,
        prompt=words,
        prompt_name=prompt,
        protocol=_protocol(options, version) if named is None else named.within(setting),
        access=access,
        coder=coder,
        first_setting="V2T2C" if words.stages > 1 and experiment is not None else "",
        out=work_path(prediction_file),
        first_out=work_path(descriptions_path(prediction_file)),
        folders=folders,
        limit=options.limit,
        budget=options.budget,
        debug_http=options.http_log,
        lent=options.lend,
    )


def _check_ending(prediction_file: Path, suite: str) -> None:
    """Check that a file ends in .json; generation files of MMCode's authors end in .jsonl."""
    if prediction_file.suffix == ".json" or (prediction_file.suffix == ".jsonl" and suite == MMCODE):
        return
    problem = f"{quote_value(str(prediction_file))} does not end in .json"
    fix = f"name a .json file for the JSON list; .jsonl is for {MMCODE}, and SUBMISSION writes JSONL"
    raise BadInput("--prediction_file", "", problem, fix)


def with_option(error: BadInput, named: str) -> BadInput:
    """Return the error with another option in place of ``file with --out``, which the command lacks."""
    return BadInput(error.file, error.place, error.problem, error.fix.replace("file with --out", named))


def _named_protocol(options: GenerateOptions, known: Mapping[str, DrawProtocol]) -> DrawProtocol | None:
    """Return the protocol that --protocol names; None without this option.

    Raises:
        BadInput: for an unknown name, and for an option that contradicts the protocol.
    """
    if options.protocol is None:
        return None
    if (named := known.get(options.protocol)) is None:
        problem = f"{quote_value(options.protocol)} is not a protocol of these tasks"
        raise BadInput("--protocol", "", problem, f"use one of: {', '.join(known)}")
    for option, given, own in (
        ("--sample_num", options.sample_num, named.draws),
        ("--temperature", options.temperature, named.temperature),
    ):
        if given is not None and given != own:
            has = "leaves it to the vendor" if own is None else f"has {own:g}"
            raise BadInput(option, "", f"is {given:g}, but the protocol {named.id} {has}", "leave it out")
    return named


def command_with_room(options: GenerateOptions, manifest: Manifest) -> str:
    """Return the command that gives answers that were cut off more room; empty if none is needed.

    It writes other files, because a file has answers of one sampling.
    """
    config, file = manifest.config, options.prediction_file
    room = suite_of(config.suite).roomiest(config.setting, config.parameters.get("max_tokens"))
    if file is None or room is None or not is_often_cut(manifest):
        return ""
    if options.exp_base_dir is not None:
        other: dict[str, object] = {"exp_base_dir": options.exp_base_dir / room.id}
    else:
        other = {"prediction_file": file.with_stem(f"{file.stem}-{room.id}")}
    return typed_again(protocol=room.id, sample_num=None, temperature=None, **other)


def _protocol(options: GenerateOptions, version: str) -> DrawProtocol:
    """Return how samples are drawn: as upstream, for other tasks as its second version without top_k."""
    like, draws, temperature = _SAMPLING[version or "v2"], options.sample_num or 1, options.temperature
    if temperature is None:
        temperature = 0.0 if draws == 1 else _SAMPLED
    own = replace(
        like, id="options", draws=draws, temperature=temperature, top_k=like.top_k if version else None
    )
    if temperature == 0:  # the likeliest token is in every top-p, and some vendors refuse it with temperature
        own = replace(own, top_p=1.0)
    if version and (draws, temperature) == (1, 0.0):
        return replace(own, id="greedy")
    protocols = SUITE.asked.protocols.values()
    # Options that equal a protocol get its name, so that the row stands in its table.
    return next((known for known in protocols if replace(own, id=known.id) == known), own)


def _prompt(task: Task, setting: str | None, name: str) -> tuple[str, Prompt]:
    suite = find(task.suite)
    if suite is None:
        if setting is not None:
            raise BadInput("--setting", "", f"{task.suite} has no settings", "leave it out")
        if name != "sightbench":
            raise BadInput("--prompt", "", f"{task.suite} has no prompt {name}", "leave it out")
        return "", PlainPrompt()
    setting = setting or fitting_settings(suite.id, task.dataset, suite.asked.settings)[0]
    if offers(suite.asked.settings, setting):
        check_setting(suite.id, task.dataset, setting)
    try:
        return setting, prompt_of(suite, name, setting, task.dataset)
    except BadInput as error:
        option = "--setting" if name == "sightbench" else "--prompt"
        raise BadInput(option, "", error.problem, error.fix) from None


def access_named(
    name: str, base_url: str | None = None, api_key_env: str | None = None, concurrency: int | None = None
) -> ModelAccess:
    """Return a model by its name, ``PROVIDER/MODEL`` or a file with a class of the user's own.

    Raises:
        BadInput: if the name is neither, or an option does not fit it.
    """
    limits = RateLimits() if concurrency is None else RateLimits(concurrency=concurrency)
    name = _spelled_out(name)
    # First, because a path such as models/own.py looks like PROVIDER/MODEL.
    if _PYTHON.fullmatch(name):
        for option, value in (("--base-url", base_url), ("--api-key-env", api_key_env)):
            if value is not None:
                raise BadInput(option, "", "has no effect on your own class", "leave it out")
        return ModelAccess(provider="python", model=name, limits=limits, file="--model_name")
    provider, slash, model = name.partition("/")
    if not slash or not model or provider not in PROVIDERS or provider == "python":
        if name.isidentifier():
            fix = f"write a class in {_MODELS / name}.py, or use PROVIDER/MODEL, such as openai/gpt-4o"
            raise BadInput("--model_name", "", f"there is no {_MODELS / name}.py", fix)
        known = ", ".join(f"{provider}/MODEL" for provider in PROVIDERS if provider != "python")
        problem = f"{quote_value(name)} does not name a model"
        raise BadInput("--model_name", "", problem, f"use one of: {known}; or your own FILE.py")
    given = {"provider": provider, "model": model, "base_url": base_url, "api_key_env": api_key_env}
    config = validate_record(ModelConfig, {key: value for key, value in given.items() if value}, "options")
    access = access_of(config, Path("options"), "", Path())
    return replace(access, limits=limits, file="options")


def _spelled_out(name: str) -> str:
    """Return the model that upstream's name stands for: ``models/NAME.py``, or what upstream's own file asks.

    Upstream's own files do what the provider ``openai`` does, so the provider is used instead.
    """
    file = _MODELS / f"{name}.py"
    # Upstream imports models/NAME.py, so its names are identifiers.
    if not name.isidentifier():
        return name
    if name in _UPSTREAM_MODELS and (not file.is_file() or upstream_interface(file)):
        return _UPSTREAM_MODELS[name]
    return str(file) if file.is_file() else name
