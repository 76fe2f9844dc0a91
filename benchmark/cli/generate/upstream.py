"""HumanEval-V's spelling: `--model_name M --prediction_file F --sample_num N --temperature T`."""

import contextlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmark.core.errors import BadInput, SightbenchError, shown
from benchmark.core.prompt import Prompt
from benchmark.core.sample import Completion
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import Task, Text
from benchmark.files.atomic import write_atomic
from benchmark.files.edge import validate_record
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.generation.prompts.template import PlainPrompt
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.record.completions import draw_share
from benchmark.generation.record.manifest import ManifestTotals, manifest_path, read_manifest
from benchmark.generation.record.store import Store
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generation_plan import GenerationPlan, stage_path
from benchmark.pipeline.generate.submitted_model import access_of, tasks_of_file
from benchmark.submissions.schema import ModelConfig
from benchmark.suites import SUITES
from benchmark.suites.humaneval_v.prediction_names import descriptions_path

# Of upstream's inference.py; its top_k of 20 is left out, as in its own calls of OpenAI's API.
_TOP_P, _MAX_TOKENS, _SAMPLED = 0.95, 2048, 0.8
_HOTTEST = 2.0  #: temperature of any API
_TOKENS = ("tokens_in", "tokens_out", "tokens_thinking", "tokens_cached")
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


def become_json_list(plan: GenerationPlan, prediction_file: Path) -> None:
    """Turn the complete work into upstream's list, and keep its manifest beside that.

    In two stages the descriptions become a list of their own, and each program an entry of its own with what
    it was written from, as upstream's second version has it.

    Raises:
        BadInput: when it cannot be written, or another run goes on with the work; it stays as it is then.
    """
    with contextlib.ExitStack() as stack:
        for _, work in lists_of(plan, prediction_file):
            stack.enter_context(Store.open(work))
        _write_lists(plan, prediction_file)


def _write_lists(plan: GenerationPlan, prediction_file: Path) -> None:
    lists = lists_of(plan, prediction_file)
    if len(lists) == 1:
        write_atomic(prediction_file, _listed(_entries(plan, _texts(plan.out))))
    else:
        (descriptions, first), _ = lists
        said = _texts(first)
        texts = _texts(plan.out)
        programs: list[dict[str, object]] = [
            {"qid": task.id, "prompt": _asked(plan, task, 1, said[task.id][draw]), "predictions": [text]}
            for task in plan.tasks
            for draw, text in sorted(texts.get(task.id, {}).items())
        ]
        write_atomic(descriptions, _listed(_entries(plan, said)))
        write_atomic(prediction_file, _listed(programs))
    # In this order: whenever it is killed, the same command goes on.
    for finished, work in lists:
        _keep_manifest(work, finished)
    for _, work in lists:
        _remove(work)


def lists_of(plan: GenerationPlan, prediction_file: Path) -> list[tuple[Path, Path]]:
    """Each list with the work that becomes it, by stage."""
    lists = [(prediction_file, plan.out)]
    if plan.prompt.stages > 1:
        lists.insert(0, (descriptions_path(prediction_file), stage_path(plan.out, 0)))
    return lists


def _texts(path: Path) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    for one in read_predictions(path):
        found.setdefault(one.task_id, {})[one.draw] = one.text
    return found


def _entries(plan: GenerationPlan, texts: Mapping[str, Mapping[int, str]]) -> list[dict[str, object]]:
    return [
        {
            "qid": task.id,
            "prompt": _asked(plan, task, 0, ""),
            "predictions": [text for _, text in sorted(texts[task.id].items())],
        }
        for task in plan.tasks
        if task.id in texts
    ]


def _asked(plan: GenerationPlan, task: Task, stage: int, earlier: str) -> str:
    """The words of a prompt; its pictures are left out, as upstream leaves them out."""
    turns = plan.prompt.turns(task, stage, earlier)
    return "".join(part.text for turn in turns for part in turn.parts if isinstance(part, Text))


def _listed(entries: list[dict[str, object]]) -> bytes:
    return json.dumps(entries, indent=1).encode("ascii") + b"\n"


@contextmanager
def taken_back(lists: Sequence[tuple[Path, Path]]) -> Iterator[None]:
    """Go on with lists that were finished: for more samples, or for more tasks.

    Work to which nothing was added is removed again: the list has it.

    Args:
        lists: from :func:`lists_of`.

    Raises:
        BadInput: for a list that is there and not ours.
    """
    with contextlib.ExitStack() as stack:
        for finished, work in lists:
            stack.enter_context(_taken_back(finished, work))
        yield


@contextmanager
def _taken_back(finished: Path, work: Path) -> Iterator[None]:
    if not finished.exists() or work.exists():
        yield
        return
    manifest = read_manifest(finished)
    if manifest is None:
        problem = f"is there already, and no {manifest_path(finished).name} says how it came about"
        raise BadInput(finished, "", problem, "name another file")
    completions = _with_shares(read_predictions(finished), manifest.totals)
    write_atomic(manifest_path(work), manifest_path(finished).read_bytes())
    write_predictions(work, completions)
    size = work.stat().st_size
    try:
        yield
    finally:
        if work.exists():
            with suppress(BadInput), Store.open(work):  # else another run has taken it up
                if work.stat().st_size == size:
                    _keep_manifest(work, finished)  # calls that broke off may be on the bill
                    _remove(work)


def in_upstream_s_words(error: SightbenchError) -> SightbenchError:
    """An error that names the option which this spelling has."""
    if isinstance(error, BadInput) and "--out" in error.fix:
        fix = error.fix.replace("--out", "--prediction_file")
        return BadInput(error.file, error.place, error.problem, fix)
    return error


def _keep_manifest(work: Path, finished: Path) -> None:
    write_atomic(manifest_path(finished), manifest_path(work).read_bytes())


def _remove(work: Path) -> None:
    work.unlink()
    manifest_path(work).unlink()


def _with_shares(listed: Sequence[Completion], totals: ManifestTotals) -> list[Completion]:
    """Completions of a list, which holds no costs, with equal shares of what all of them cost."""
    priced = len(listed) - totals.unpriced
    cost = None if totals.cost_usd is None or priced < 1 else totals.cost_usd / priced
    found = []
    for index, one in enumerate(listed):
        tokens: dict[str, Any] = {
            name: draw_share(getattr(totals, name), index, len(listed)) for name in _TOKENS
        }
        found.append(replace(one, cost_usd=cost if index < priced else None, **tokens))
    return found


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
    config = validate_record(ModelConfig, {key: value for key, value in given.items() if value}, "options")
    access = access_of(config, Path("options"), "", Path())
    return replace(access, limits=limits, file="options")
