"""Options of HumanEval-V's script: `--model_name M --prediction_file F --sample_num N --temperature T`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.core.errors import BadInput, SightbenchError, quote_value
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task
from benchmark.files.edge import validate_record
from benchmark.generation.prompts.template import PlainPrompt
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.submitted_model import access_of, tasks_of_file
from benchmark.submissions.schema import ModelConfig
from benchmark.suites import SUITES

# Values of upstream's inference.py. It leaves out its top_k of 20 when it calls OpenAI's API, and so do we.
_TOP_P, _MAX_TOKENS, _SAMPLED = 0.95, 2048, 0.8
_HOTTEST = 2.0  #: highest temperature that any API accepts
_PYTHON = re.compile(r".+\.py(?::[A-Za-z_]\w*)?")


def plan_of_options(
    *,
    model_name: str,
    prediction_file: Path,
    draws: int,
    temperature: float | None,
    tasks: Path | None,
    suite: str | None,
    dataset: str,
    setting: str | None,
    base_url: str | None,
    api_key_env: str | None,
    limit: int | None,
    budget: float | None,
    concurrency: int | None,
    debug_http: Path | None,
) -> GenerationPlan:
    """Return the plan for these options; completions go to ``F.partial.jsonl`` first.

    Args:
        model_name: ``PROVIDER/MODEL``, or ``FILE.py[:CLASS]``.
        prediction_file: the file for the finished list.
        draws: samples per task.
        temperature: None for upstream's defaults: 0 for one sample, 0.8 for several.
        tasks: a task file, instead of a suite.
        suite: None for ``humaneval-v``.
        dataset: a data set of the suite; empty for its first one.
        setting: a setting of the suite; None for its first one.
        base_url: address of a server with a compatible API.
        api_key_env: name of the environment variable with the key.
        limit: number of tasks; None for all.
        budget: US dollars; None for no limit.
        concurrency: number of parallel calls; None for the default.
        debug_http: file for all HTTP requests and responses.

    Raises:
        BadInput: for an unknown value, and for a prediction file that does not end in .json.
    """
    if prediction_file.suffix != ".json":
        problem = f"{quote_value(str(prediction_file))} does not end in .json"
        raise BadInput(
            "--prediction_file", "", problem, "name a .json file for the JSON list; SUBMISSION writes JSONL"
        )
    folders: Mapping[str, Path] = {}
    if tasks is not None:
        found, folders = tasks_of_file(tasks)
    else:
        found = sources.from_suite(suite or "humaneval-v", dataset).tasks
    setting, prompt = _prompt(found[0], setting)
    if temperature is not None and not 0 <= temperature <= _HOTTEST:
        raise BadInput(
            "--temperature", "", f"must be from 0 to 2, got {temperature}", "use 0 for greedy decoding"
        )
    if temperature is None:
        temperature = 0.0 if draws == 1 else _SAMPLED
    return GenerationPlan(
        tasks=found,
        suite=found[0].suite,
        dataset=found[0].dataset,
        setting=setting,
        prompt=prompt,
        prompt_name="sightbench",
        protocol=DrawProtocol(
            id="options", draws=draws, temperature=temperature, top_p=_TOP_P, max_tokens=_MAX_TOKENS
        ),
        access=_access(model_name, base_url, api_key_env, concurrency),
        out=partial_path(prediction_file),
        folders=folders,
        limit=limit,
        budget=budget,
        debug_http=debug_http,
    )


def partial_path(prediction_file: Path) -> Path:
    """Return the path of the file that holds the completions until all have arrived."""
    return prediction_file.with_name(f"{prediction_file.name}.partial.jsonl")


def with_upstream_option(error: SightbenchError) -> SightbenchError:
    """Return the error with --prediction_file in place of --out, since upstream's options lack --out."""
    if isinstance(error, BadInput) and "--out" in error.fix:
        fix = error.fix.replace("--out", "--prediction_file")
        return BadInput(error.file, error.place, error.problem, fix)
    return error


def _prompt(task: Task, setting: str | None) -> tuple[str, Prompt]:
    suite = SUITES.get(task.suite)
    if suite is None:
        if setting is not None:
            raise BadInput("--setting", "", f"{task.suite} has no settings", "leave it out")
        return "", PlainPrompt()
    setting = setting or suite.settings[0]
    try:
        return setting, suite.prompt("sightbench", setting)
    except BadInput as error:
        raise BadInput("--setting", "", error.problem, error.fix) from None


def _access(name: str, base_url: str | None, api_key_env: str | None, concurrency: int | None) -> ModelAccess:
    limits = RateLimits() if concurrency is None else RateLimits(concurrency=concurrency)
    if _PYTHON.fullmatch(name):
        for option, value in (("--base-url", base_url), ("--api-key-env", api_key_env)):
            if value is not None:
                raise BadInput(option, "", "has no effect on your own class", "leave it out")
        return ModelAccess(provider="python", model=name, limits=limits, file="--model_name")
    provider, slash, model = name.partition("/")
    if not slash or not model or provider not in PROVIDERS or provider == "python":
        known = ", ".join(f"{provider}/MODEL" for provider in PROVIDERS if provider != "python")
        problem = f"{quote_value(name)} does not name a model"
        raise BadInput("--model_name", "", problem, f"use one of: {known}; or your own FILE.py")
    given = {"provider": provider, "model": model, "base_url": base_url, "api_key_env": api_key_env}
    config = validate_record(ModelConfig, {key: value for key, value in given.items() if value}, "options")
    access = access_of(config, Path("options"), "", Path())
    return replace(access, limits=limits, file="options")
