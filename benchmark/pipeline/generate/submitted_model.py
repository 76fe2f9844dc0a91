"""Turns a run of a submission into a generation plan."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.first_picture import prompt_of
from benchmark.core.task import Task
from benchmark.files.strict_yaml import read_yaml
from benchmark.files.tasks import read_tasks
from benchmark.generation.providers.local import ONE_CALL_ENGINES
from benchmark.generation.wire.access import ModelAccess
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.price import Price
from benchmark.generation.wire.request import Sampling
from benchmark.pipeline import sources
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.submissions.check import FILE_NAME
from benchmark.submissions.schema import ModelConfig, Submission, SubmissionRun
from benchmark.suites import load, tasks_in


def generated_runs(submission: Submission, file: Path) -> tuple[int, ...]:
    """Return the indices of the runs that have a model config.

    Raises:
        BadInput: if no run has one.
    """
    found = tuple(index for index, run in enumerate(submission.runs) if run.model is not None)
    if not found:
        problem = "has no run with a model config, so there is nothing to generate"
        raise BadInput(file, "runs", problem, "give a run a model config instead of predictions")
    return found


def plan_of_run(
    folder: Path,
    submission: Submission,
    index: int,
    *,
    out: Path,
    tasks: Path | None = None,
    limit: int | None = None,
    budget: float | None = None,
    concurrency: int | None = None,
    debug_http: Path | None = None,
) -> GenerationPlan:
    """Return the generation plan of a run of a submission.

    Args:
        folder: folder of the submission.
        submission: the submission.
        index: 0-based index of the run.
        out: file for the completions.
        tasks: a task file instead of the suite's data set.
        limit: generate samples only for this many tasks, the first ones.
        budget: US dollars; the config's ``max_cost`` applies too.
        concurrency: maximum calls in flight, instead of the config's.
        debug_http: log of all HTTP traffic.

    Raises:
        BadInput: if the run, its data set, its prompt or a task does not exist or does not fit.
    """
    file = folder / FILE_NAME
    if not 0 <= index < len(submission.runs):
        problem = f"there is no run {index}; the file has {len(submission.runs)} runs"
        raise BadInput("--run", "", problem, "give the number of a run, counted from 0")
    run = submission.runs[index]
    place = f"runs[{index}]"
    if run.model is None:
        problem = "has no model config, so there is nothing to generate"
        raise BadInput(file, place, problem, "choose a run that has one, with --run")
    tasks_of_run, folders = _tasks(run, tasks, file)
    suite = load(run.suite)
    try:
        prompt = prompt_of(suite, run.prompt_name, run.setting, tasks_of_run[0].dataset)
    except BadInput as error:
        raise BadInput(file, f"{place}.{error.file}", error.problem, error.fix) from None
    if prompt.stages == 1 and (other := [name for name in run.configs if name != "model"]):
        problem = f"the setting {run.setting} has only one stage, so it needs no {other[0]}"
        raise BadInput(file, f"{place}.{other[0]}", problem, "remove it")
    found = {name: access_of(config, file, f"{place}.{name}", folder) for name, config in run.configs.items()}
    access = found["model"]
    if concurrency is not None:
        access = replace(access, limits=replace(access.limits, concurrency=concurrency))
    return GenerationPlan(
        tasks=tasks_of_run,
        suite=run.suite,
        dataset=tasks_of_run[0].dataset,
        setting=run.setting,
        prompt=prompt,
        prompt_name=run.prompt_name,
        protocol=suite.asked.protocols[run.protocol].within(run.setting),
        access=access,
        coder=found.get("coder"),
        captioner=found.get("captioner"),
        out=out,
        folders=folders,
        limit=limit,
        budget=budget,
        debug_http=debug_http,
    )


def access_of(config: ModelConfig, file: Path, place: str, folder: Path) -> ModelAccess:
    """Return a model config as a value."""
    limits, price, given = config.limits, config.price, config.parameters
    return ModelAccess(
        provider=config.provider,
        model=config.model,
        base_url=config.base_url,
        api_key_env=config.api_key_env,
        revision=config.revision,
        sampling=Sampling(**{**given.model_dump(), "stop": tuple(given.stop)}),
        must_apply=frozenset(config.must_apply),
        detail=config.detail,
        draws_per_call=config.draws_per_call,
        max_side=config.max_side,
        limits=RateLimits(
            concurrency=1 if config.server.engine in ONE_CALL_ENGINES else limits.concurrency,
            requests_per_minute=limits.requests_per_minute,
            tokens_per_minute=limits.tokens_per_minute,
        ),
        patience=Patience(attempts=limits.attempts, wait_initial=limits.wait),
        timeout=limits.timeout,
        price=None
        if price is None
        else Price(
            input_usd=price.input,
            output_usd=price.output,
            cached_usd=price.cached_input,
            to_cache_usd=price.cache_write,
            source="config",
            date=price.date,
        ),
        max_cost=config.max_cost,
        extra=config.extra,
        server=config.server.model_dump(exclude_none=True),
        file=str(file),
        place=place,
        folder=folder,
    )


def tasks_of_file(path: Path) -> tuple[tuple[Task, ...], Mapping[str, Path]]:
    """Return the tasks of a file, and the folder that paths of pictures start from, by task id.

    Raises:
        BadInput: if the file is not a task file.
    """
    found = read_tasks(path)
    return found, dict.fromkeys((task.id for task in found), path.parent)


def _tasks(run: SubmissionRun, tasks: Path | None, file: Path) -> tuple[tuple[Task, ...], Mapping[str, Path]]:
    if tasks is None:
        return sources.from_suite(run.suite, run.dataset, file).within(run.setting).tasks, {}
    found, folders = tasks_of_file(tasks)
    if other := next((task for task in found if task.suite != run.suite), None):
        problem = f"task {quote_value(other.id)} belongs to {other.suite}, but the run to {run.suite}"
        raise BadInput(tasks, "suite", problem, "give the tasks of the run's suite")
    if len({task.dataset for task in found}) > 1:
        raise BadInput(tasks, "dataset", "holds tasks of several data sets", "keep the tasks of one data set")
    return tasks_in(load(run.suite), run.setting, found), folders


_LIMIT = 64 * 1024  #: maximum bytes of a file


def read_model(path: Path) -> ModelAccess:
    """Read the config of a model from a file of its own.

    Raises:
        BadInput: if it is not valid; it lists all problems.
    """
    return access_of(read_yaml(path, _LIMIT).record(ModelConfig, path), path, "", path.parent)
