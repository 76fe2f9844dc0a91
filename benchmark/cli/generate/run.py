"""What `sightbench generate` does, once its options are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from benchmark.cli.generate.progress import Display
from benchmark.cli.generate.upstream import (
    become_json_list,
    in_upstream_s_words,
    lists_of,
    plan_of_options,
    taken_back,
)
from benchmark.cli.generate.wording import shown_estimate, shown_result, step_summary
from benchmark.cli.shared.suite_names import known_suites
from benchmark.core.errors import BadInput, SightbenchError, shown
from benchmark.generation.asking.ending import RunInterrupted
from benchmark.generation.record.manifest import Manifest
from benchmark.pipeline.generate.generate import GenerationListener, estimate_plan, generate, spent_so_far
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import PreparedStage, prepare
from benchmark.pipeline.generate.submitted_model import generated_runs, plan_of_run
from benchmark.submissions.check import FILE_NAME, read_submission
from benchmark.submissions.schema import Submission

_INTERRUPTED = 130
_GENERATED = Path("build/generated")


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateOptions:
    """The options of the command, by their Python names."""

    submission: Path | None
    runs: tuple[int, ...]
    out: Path | None
    tasks: Path | None
    limit: int | None
    budget: float | None
    concurrency: int | None
    estimate: bool
    debug_http: Path | None
    model_name: str | None
    prediction_file: Path | None
    sample_num: int
    temperature: float | None
    base_url: str | None
    api_key_env: str | None
    suite: str | None
    dataset: str
    setting: str | None

    @property
    def dumped_to(self) -> Path | None:
        """Where HTTP is written; an estimate has none."""
        return None if self.estimate else self.debug_http


def run(options: GenerateOptions) -> None:
    """Check the options against each other, then generate one file after the other."""
    _check(options)
    if options.model_name is not None and options.prediction_file is not None:
        plan = plan_of_options(
            model_name=options.model_name,
            prediction_file=options.prediction_file,
            draws=options.sample_num,
            temperature=options.temperature,
            tasks=options.tasks,
            suite=options.suite,
            dataset=options.dataset,
            setting=options.setting,
            base_url=options.base_url,
            api_key_env=options.api_key_env,
            limit=options.limit,
            budget=options.budget,
            concurrency=options.concurrency,
            debug_http=options.dumped_to,
        )
        prepared = prepare(plan)
        with taken_back(lists_of(plan, options.prediction_file)):
            _one(plan, prepared, options, "")
            if not options.estimate:
                become_json_list(plan, options.prediction_file)
        return
    _all(_plans(options), options)


def _all(plans: Sequence[tuple[GenerationPlan, str]], options: GenerateOptions) -> None:
    """One file after the other, once all of them are sound; they share a budget."""
    ready = [(plan, prepare(plan), evaluate) for plan, evaluate in plans]
    shared = options.budget is not None and len(ready) > 1
    costs = [spent_so_far(plan, prepared) if shared else 0.0 for plan, prepared, _ in ready]
    for index, (plan, prepared, evaluate) in enumerate(ready):
        _one(replace(plan, spent_usd=sum(costs) - costs[index]), prepared, options, evaluate)
        costs[index] = spent_so_far(plan, prepared) if shared else 0.0


def _plans(options: GenerateOptions) -> list[tuple[GenerationPlan, str]]:
    if options.submission is None:
        raise BadInput("SUBMISSION", "", "is needed, or --model_name", "name a folder of submissions/")
    folder = options.submission.parent if options.submission.name == FILE_NAME else options.submission
    submission = read_submission(options.submission, known_suites())
    indices = options.runs or generated_runs(submission, folder / FILE_NAME)
    if options.out is not None and len(indices) > 1:
        problem = f"cannot hold the {len(indices)} runs of the submission"
        raise BadInput("--out", "", problem, f"name one of them: --run {indices[0]}")
    return [_plan(options, folder, submission, index) for index in indices]


def _plan(
    options: GenerateOptions, folder: Path, submission: Submission, index: int
) -> tuple[GenerationPlan, str]:
    plan = plan_of_run(
        folder,
        submission,
        index,
        out=options.out or _default_out(submission, index),
        tasks=options.tasks,
        limit=options.limit,
        budget=options.budget,
        concurrency=options.concurrency,
        debug_http=options.dumped_to,
    )
    run = submission.runs[index]
    where = f"--tasks {options.tasks}" if options.tasks else f"--suite {run.suite} --dataset {run.dataset}"
    return plan, f"sightbench evaluate --predictions {plan.out} {where} --slug {submission.slug}"


def _default_out(submission: Submission, index: int) -> Path:
    if not 0 <= index < len(submission.runs):
        return _GENERATED  # refused a moment later, with its reason
    name = ".".join(submission.runs[index].key)
    return _GENERATED / submission.slug / f"{name}.jsonl"


def _one(
    plan: GenerationPlan, prepared: tuple[PreparedStage, ...], options: GenerateOptions, evaluate: str
) -> None:
    if options.estimate:
        click.echo(shown_estimate(plan, estimate_plan(plan, prepared)))
        return
    display = Display(plan)
    listener = GenerationListener(display.estimated, display.told, display.asked_to_stop)
    manifest: Manifest | None = None
    error: SightbenchError | None = None
    try:
        with display:
            manifest = generate(plan, prepared, listener)
    except RunInterrupted:
        click.echo(f"interrupted; {display.so_far()}; run the same command to go on", err=True)
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except SightbenchError as failed:
        error = failed if options.prediction_file is None else in_upstream_s_words(failed)
        raise error from None
    finally:
        step_summary(plan, display.tally, manifest, error)
    kept = plan if options.prediction_file is None else replace(plan, out=options.prediction_file)
    click.echo(shown_result(kept, manifest))
    if evaluate:
        click.echo(f"next: {evaluate}")


def _check(options: GenerateOptions) -> None:
    for name in ("out", "prediction_file"):
        path = getattr(options, name)
        if path is not None and (not path.name or path.is_dir()):
            raise BadInput(f"--{_typed(name)}", "", f"{shown(str(path))} is a folder", "name a file in it")
    upstream = ("model_name", "prediction_file")
    alone = ("base_url", "api_key_env", "suite", "setting")
    if options.submission is not None:
        for name in (*upstream, *alone):
            if getattr(options, name) is not None:
                fix = "leave one of them out: a submission says it itself"
                raise BadInput(f"--{_typed(name)}", "", "cannot be used with SUBMISSION", fix)
        return
    if options.model_name is None and options.prediction_file is None:
        return
    for name in upstream:
        if getattr(options, name) is None:
            raise BadInput(f"--{name}", "", "is needed", "--model_name and --prediction_file go together")
    if options.out is not None:
        raise BadInput("--out", "", "cannot be used with --prediction_file", "leave one of them out")
    if options.runs:
        raise BadInput("--run", "", "cannot be used with --model_name", "it is for a submission")
    if options.tasks is not None and options.suite is not None:
        raise BadInput("--tasks", "", "cannot be used with --suite", "leave one of them out")


def _typed(name: str) -> str:
    return name if name in ("model_name", "prediction_file") else name.replace("_", "-")
