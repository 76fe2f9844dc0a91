"""HumanEval-V's spelling: `--model_name M --prediction_file F --sample_num N --temperature T`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.core.errors import BadInput, SightbenchError, shown
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task
from benchmark.files.edge import validated
from benchmark.generation.prompts.template import PlainPrompt
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.submitted_model import access_of, tasks_of_file
from benchmark.submissions.schema import ModelConfig
from benchmark.suites import SUITES

# Of upstream's inference.py; its top_k of 20 is left out, as in its own calls of OpenAI's API.
_TOP_P, _MAX_TOKENS, _SAMPLED = 0.95, 2048, 0.8
_HOTTEST = 2.0  #: temperature of any API
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
    """What these options generate; the work goes to ``F.partial.jsonl``.

    Args:
        model_name: ``PROVIDER/MODEL``, or ``FILE.py[:CLASS]``.
        prediction_file: what becomes of the work.
        draws: samples a task.
        temperature: 0 for one sample and 0.8 for more when None, as upstream has it.
        tasks: a task file; else ``suite``, ``humaneval-v`` when None.
        suite: as above.
        dataset: of the suite; its first when empty.
        setting: of the suite; its first when None.
        base_url: of a compatible server.
        api_key_env: name of the variable with its key.
        limit: only the first tasks.
        budget: US dollars.
        concurrency: calls at the same time.
        debug_http: where all HTTP is written.

    Raises:
        BadInput: for what is unknown here, and for a prediction file that is no .json file.
    """
    if prediction_file.suffix != ".json":
        problem = f"{shown(str(prediction_file))} is no .json file"
        raise BadInput("--prediction_file", "", problem, "it becomes a JSON list; SUBMISSION writes JSONL")
    folders: Mapping[str, Path] = {}
    if tasks is not None:
        found, folders = tasks_of_file(tasks)
    else:
        found = sources.from_suite(suite or "humaneval-v", dataset).tasks
    setting, prompt = _prompt(found[0], setting)
    if temperature is not None and not 0 <= temperature <= _HOTTEST:
        raise BadInput("--temperature", "", f"must be from 0 to 2, got {temperature}", "0 is greedy")
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
    """Where completions are until all are there."""
    return prediction_file.with_name(f"{prediction_file.name}.partial.jsonl")


def in_upstream_s_words(error: SightbenchError) -> SightbenchError:
    """An error that names the option which this spelling has."""
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
                raise BadInput(option, "", "does nothing for a class of your own", "leave it out")
        return ModelAccess(provider="python", model=name, limits=limits, file="--model_name")
    provider, slash, model = name.partition("/")
    if not slash or not model or provider not in PROVIDERS or provider == "python":
        known = ", ".join(f"{one}/MODEL" for one in PROVIDERS if one != "python")
        problem = f"{shown(name)} names no model"
        raise BadInput("--model_name", "", problem, f"one of: {known}; or FILE.py of your own")
    given = {"provider": provider, "model": model, "base_url": base_url, "api_key_env": api_key_env}
    config = validated(ModelConfig, {key: value for key, value in given.items() if value}, "options")
    access = access_of(config, Path("options"), "", Path())
    return replace(access, limits=limits, file="options")
