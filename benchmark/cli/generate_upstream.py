"""HumanEval-V's spelling: `--model_name M --prediction_file F --sample_num N --temperature T`."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.core.errors import BadInput, shown
from benchmark.core.prompt import Prompt
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task, Text
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validated
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.generation.access import Access
from benchmark.generation.manifest import manifest_path
from benchmark.generation.pace import Limits
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.template import PlainPrompt
from benchmark.pipeline import sources
from benchmark.pipeline.generation_plan import Plan, stage_path
from benchmark.pipeline.submitted_model import access_of, tasks_of_file
from benchmark.submissions.schema import ModelConfig
from benchmark.suites import SUITES
from benchmark.suites.humaneval_v.prediction_names import descriptions_path

# Of upstream's inference.py; its top_k of 20 is left out, as in its own calls of OpenAI's API.
_TOP_P, _MAX_TOKENS, _SAMPLED = 0.95, 2048, 0.8
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
) -> Plan:
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
        BadInput: for what is unknown here, and for a prediction file that is no list.
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
    if temperature is None:
        temperature = 0.0 if draws == 1 else _SAMPLED
    _take_back(prediction_file, prompt.stages)
    return Plan(
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


def become_json_list(plan: Plan, prediction_file: Path) -> None:
    """Turn the complete work into upstream's list, and keep its manifest beside that.

    In two stages the descriptions become a list of their own, and each program an entry of its own with what
    it was written from, as upstream's second version has it.

    Raises:
        BadInput: when it cannot be written; the work stays as it is then.
    """
    texts = _texts(plan.out)
    if plan.prompt.stages == 1:
        write_atomic(prediction_file, _listed(_entries(plan, texts)))
        manifest_path(plan.out).replace(manifest_path(prediction_file))
        plan.out.unlink()
        return
    first = stage_path(plan.out, 0)
    said = _texts(first)
    entries: list[dict[str, object]] = [
        {"qid": task.id, "prompt": _asked(plan, task, 1, said[task.id][draw]), "predictions": [text]}
        for task in plan.tasks
        for draw, text in sorted(texts.get(task.id, {}).items())
    ]
    descriptions = descriptions_path(prediction_file)
    write_atomic(descriptions, _listed(_entries(plan, said)))
    write_atomic(prediction_file, _listed(entries))
    for work, kept in ((first, descriptions), (plan.out, prediction_file)):
        manifest_path(work).replace(manifest_path(kept))
        work.unlink()


def _texts(path: Path) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for one in read_predictions(path):
        found.setdefault(one.task_id, {})[one.draw] = one.text
    return found


def _entries(plan: Plan, texts: Mapping[str, Mapping[int, str]]) -> list[dict[str, object]]:
    return [
        {
            "qid": task.id,
            "prompt": _asked(plan, task, 0, ""),
            "predictions": [text for _, text in sorted(texts[task.id].items())],
        }
        for task in plan.tasks
        if task.id in texts
    ]


def _asked(plan: Plan, task: Task, stage: int, earlier: str) -> str:
    """The words of a prompt; its pictures are left out, as upstream leaves them out."""
    turns = plan.prompt.turns(task, stage, earlier)
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def _listed(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, indent=1).encode("ascii") + b"\n"


def _take_back(prediction_file: Path, stages: int) -> None:
    """Go on with lists that were finished: for more samples, or for more tasks."""
    partial = partial_path(prediction_file)
    lists = [(prediction_file, partial)]
    if stages > 1:
        lists.append((descriptions_path(prediction_file), stage_path(partial, 0)))
    for finished, work in lists:
        if not finished.exists() or work.exists():
            continue
        if not manifest_path(finished).exists():
            problem = f"is there already, and no {manifest_path(finished).name} says how it came about"
            raise BadInput(finished, "", problem, "name another file")
        completions = read_predictions(finished)
        write_atomic(manifest_path(work), manifest_path(finished).read_bytes())
        write_predictions(work, completions)


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


def _access(name: str, base_url: str | None, api_key_env: str | None, concurrency: int | None) -> Access:
    limits = Limits() if concurrency is None else Limits(concurrency=concurrency)
    if _PYTHON.fullmatch(name):
        for option, value in (("--base-url", base_url), ("--api-key-env", api_key_env)):
            if value is not None:
                raise BadInput(option, "", "does nothing for a class of your own", "leave it out")
        return Access(provider="python", model=name, limits=limits, file="--model_name")
    provider, slash, model = name.partition("/")
    if not slash or not model or provider not in PROVIDERS or provider == "python":
        known = ", ".join(f"{one}/MODEL" for one in PROVIDERS if one != "python")
        problem = f"{shown(name)} names no model"
        raise BadInput("--model_name", "", problem, f"one of: {known}; or FILE.py of your own")
    given = {"provider": provider, "model": model, "base_url": base_url, "api_key_env": api_key_env}
    config = validated(ModelConfig, {key: value for key, value in given.items() if value}, "options")
    access = access_of(config, Path("options"), "", Path())
    return replace(access, limits=limits, file="options")
