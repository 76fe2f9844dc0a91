"""`sightbench submit reference`: create a submission from answers that others publish."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from benchmark.analysis.wording import count, plural
from benchmark.cli.shared.console import progress
from benchmark.cli.shared.options import PATH, PROMPTS, SETTING, preset_option, preset_path, workers_option
from benchmark.cli.submit.new import check_folder, description_options, given_fields, parse_link
from benchmark.core.errors import BadInput, OurFailure, SightbenchError, quote_value

if TYPE_CHECKING:
    from benchmark.core.sample import Completion
    from benchmark.core.suite import Suite
    from benchmark.core.verdict import Outcome
    from benchmark.files.references import ReferencedAnswers
    from benchmark.pipeline.sources import TaskSource

_SHOWN = 20  #: maximum tasks that a list names
#: By format, the data sets that its files may answer, each with its parts, unless options name others.
_DATASETS = {"code-vision-outputs": ("code-vision", ("official", "official-humaneval"))}


@click.command()
@click.argument("urls", metavar="URL...", nargs=-1, required=True)
@description_options
@preset_option(
    "--format",
    "form",
    type=click.Choice(["code-vision-outputs", "sightbench"]),
    default="code-vision-outputs",
    help="Format of the files.",
)
@click.option("--suite", help="Suite; by default that of the format.")
@click.option(
    "--dataset",
    "datasets",
    multiple=True,
    help="Data set; repeat it for more, the largest first. By default all that the files answer.",
)
@preset_option("--setting", type=SETTING, default="flowchart", help="What the model saw.")
@click.option("--protocol", required=True, help="How the samples were drawn, such as cool-1-long.")
@preset_option("--prompt", type=click.Choice(PROMPTS), default="upstream", help="Whose prompt was used.")
@preset_option(
    "--extraction",
    type=click.Choice(["own", "upstream"]),
    default="upstream",
    help="Whose rule takes the program from an answer.",
)
@click.option(
    "--dropped",
    multiple=True,
    type=click.Choice(["temperature", "top_p", "top_k"]),
    help="Parameter that the protocol asks for and the model did not get, as the publisher says; repeatable.",
)
@click.option("--answers", type=PATH, help="Folder that has the files, such as a clone of their repository.")
@workers_option
@preset_path("--into", default="submissions", help="Folder of all submissions.")
def command(
    *,
    urls: tuple[str, ...],
    form: str,
    suite: str | None,
    datasets: tuple[str, ...],
    extraction: str,
    dropped: tuple[str, ...],
    answers: Path | None,
    workers: int | None,
    into: Path,
    **given: Any,
) -> None:
    """Create a submission whose answers others publish at URL..., and judge them here.

    Each URL is a file at a commit of 40 digits, or of a release; a branch is refused. Fetches the files, at
    most 64 MiB each, or reads them from --answers. Prints their SHA-256, the tasks that are missing or
    answered twice (the first line counts), and the verdicts that differ from the published ones. Judges the
    answers in the sandbox. Writes INTO/SLUG/submission.yaml, and keeps the files in the folder of data sets;
    answers are not copied. Needs the network, unless the files are here, and no keys. Never overwrites a
    submission. Exit code 2 if a task has no answer; then nothing is written.
    """
    from benchmark.files.stored_completions import draws_per_task
    from benchmark.pipeline.evaluate import Job, judge
    from benchmark.pipeline.judge.local_pool import LocalPool
    from benchmark.submissions.create import create_submission
    from benchmark.submissions.schema import Submission
    from benchmark.suites.importers import published_verdicts
    from benchmark.suites.run_names import known_suites

    check_folder(into)
    if missing := [name for name in ("slug", "name", "owners") if not given[name]]:
        option = f"--{missing[0].removesuffix('s')}"
        raise BadInput(option, "", "is required", "name the folder, the model and its owner")
    if form not in _DATASETS and not (suite and datasets):
        raise BadInput("--dataset", "", f"files of {form} do not say it", "add --suite and --dataset")
    if (target := into / given["slug"]).exists():  # before minutes of judging
        raise BadInput(target, "", "already exists", "choose another slug, or remove the folder")
    suite, datasets = suite or _DATASETS[form][0], datasets or _DATASETS[form][1]
    _check_names(known_suites(), suite, datasets, given["setting"], given["protocol"])
    reference, found = _fetch(form, urls, answers)
    completions = [completion for of_file in found.values() for completion in of_file]
    sources = _answered(suite, datasets, {completion.task_id for completion in completions})
    largest = next(iter(sources.values()))
    rule = largest.rule(extraction, setting=given["setting"])
    largest.check_draws(given["protocol"], draws_per_task(completions), "--protocol")
    job = Job(tasks=largest.tasks, completions=completions, rule=rule)
    outcomes = judge(job, LocalPool(workers), stage=progress).outcomes
    _compare(outcomes, published_verdicts(reference, answers))
    given["links"] = dict(map(parse_link, given["links"]))
    drawn: dict[str, Any] = {name: given[name] for name in ("setting", "protocol", "prompt")}
    drawn |= {"dropped": [*dropped]} if dropped else {}
    runs = []
    for dataset, source in sources.items():
        ids = {task.id for task in source.tasks}
        files = [
            file.model_dump()
            for file in reference.files
            if any(completion.task_id in ids for completion in found[file.url])
        ]
        predictions = {"format": form, "files": files}
        named = {"suite": suite, "dataset": dataset, **drawn}
        runs.append({**named, "extraction": extraction, "predictions": predictions})
    fields = {**given_fields(given, Submission), "runs": runs}
    folder = create_submission(into, fields, {}, known_suites())
    click.echo(f"wrote {folder / 'submission.yaml'}")
    click.echo(f"next: sightbench submit check {folder}")


def _check_names(
    known: Mapping[str, Suite], suite: str, datasets: Sequence[str], setting: str, protocol: str
) -> None:
    """Refuse names that the suite does not have, before files are fetched and answers judged."""
    from benchmark.core.suite import offers

    def check(option: str, value: str, names: Iterable[str]) -> None:
        if not offers(tuple(names), value):
            problem = f"{quote_value(value)} is not known here"
            raise BadInput(option, "", problem, f"use one of: {', '.join(names)}")

    check("--suite", suite, known)
    check("--protocol", protocol, known[suite].asked.protocols)
    for dataset in datasets:
        check("--dataset", dataset, known[suite].submittable)
        check("--setting", setting, known[suite].settings_for(dataset))


def _fetch(
    form: str, urls: Sequence[str], folder: Path | None
) -> tuple[ReferencedAnswers, Mapping[str, Sequence[Completion]]]:
    """Fetch the files, print their digests, and return their reference and the completions of each."""
    from benchmark.datasets.referenced_files import with_digests
    from benchmark.files.edge import validate_record
    from benchmark.files.references import ReferencedAnswers, ReferencedFile, check_address
    from benchmark.suites.importers import read_referenced, recorded_reference

    # Not validated yet: a file of a release needs its digest, which nobody knows before it is fetched.
    files = [ReferencedFile.model_construct(url=check_address(url, "URL")) for url in urls]
    named = [file.model_dump() for file in with_digests(files, folder)]
    reference = validate_record(ReferencedAnswers, {"format": form, "files": named}, "URL")
    found: dict[str, Sequence[Completion]] = {}
    for file in reference.files:
        found[file.url] = read_referenced(reference.model_copy(update={"files": [file]}), folder)
        click.echo(f"{file.url}\n  sha256 {file.sha256}, answers to {plural(len(found[file.url]), 'task')}")
    # All files together, so that a task in two of them, or a second model, is refused.
    reference = recorded_reference(reference, folder)
    _list_tasks("answered twice, of which the first line counts", reference.doubled)
    return reference, found


def _answered(suite: str, datasets: Sequence[str], ids: Collection[str]) -> Mapping[str, TaskSource]:
    """Return the data sets whose every task has an answer; print how many tasks of each are missing.

    Raises:
        BadInput: if there is none.
        OurFailure: if an answered data set could not be fetched.
    """
    from benchmark.pipeline.sources import fetched_source

    sources: dict[str, TaskSource] = {}
    here, absent = set[str](), cast("SightbenchError | None", None)
    for dataset in datasets:
        try:
            source = fetched_source(suite, dataset)
        except BadInput as error:
            click.echo(f"{dataset}: {error.problem}\n  fix: {error.fix}")
            failed = isinstance(error.__cause__, OurFailure)
            absent = absent or (OurFailure(f"{dataset} {error.problem}", error.fix) if failed else error)
            continue
        here.update(task.id for task in source.tasks)
        missing = [task.id for task in source.tasks if task.id not in ids]
        click.echo(
            f"{dataset}: {count(len(source.tasks) - len(missing))} of {count(len(source.tasks))} tasks"
        )
        _list_tasks("without an answer", missing)
        if not missing:
            sources[dataset] = source
    if absent is not None and not here.issuperset(ids):
        raise absent
    if not sources:
        problem = f"the files do not answer all tasks of {' or '.join(datasets)}"
        raise BadInput("URL", "", problem, "name the files of all subsets")
    known = {task.id for source in sources.values() for task in source.tasks}
    if unknown := sorted(set(ids) - known):
        problem = f"the files answer {quote_value(unknown[0])}, which is no task of {next(iter(sources))}"
        raise BadInput("URL", "", problem, "name the files of complete data sets only")
    return sources


def _list_tasks(what: str, tasks: Sequence[str]) -> None:
    if tasks:
        more = ", …" if len(tasks) > _SHOWN else ""
        click.echo(f"  {plural(len(tasks), 'task')} {what}: {', '.join(tasks[:_SHOWN])}{more}")


def _compare(outcomes: Sequence[Outcome], published: Mapping[str, tuple[bool, str]]) -> None:
    """Print how many answers passed here and as published, and the verdicts that differ."""
    from benchmark.core.verdict import Status, Verdict
    from benchmark.suites.code_vision.referenced import differences

    here = sum(isinstance(outcome, Verdict) and outcome.status == Status.PASSED for outcome in outcomes)
    click.echo(f"passed here: {count(here)} of {count(len(outcomes))}")
    if not published:
        return
    click.echo(f"passed as published: {count(sum(passed for passed, _ in published.values()))}")
    differing = [*differences(outcomes, published)]
    click.echo(f"verdicts that differ from the published ones: {count(len(differing))}")
    for task, then, now in differing:
        click.echo(f"  {task}: published {then}, here {now}")
