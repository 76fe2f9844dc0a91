"""`sightbench try`: from a model to its failures, in one command."""

from __future__ import annotations

import datetime
import re
import shlex
import shutil
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchmark.cli.generate.checked_options import GenerateOptions, typed_again
from benchmark.cli.generate.lending import lend_option
from benchmark.cli.shared.console import print_tables, progress
from benchmark.cli.shared.options import preset_option, preset_path
from benchmark.cli.shared.say import say
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, SandboxFailure, SightbenchError, quote_value
from benchmark.core.install import install_program
from benchmark.core.names import slugify
from benchmark.core.sample import CUT_AT_LIMIT, CUT_TOLD
from benchmark.core.similar import did_you_mean
from benchmark.core.suite import FRONTIER
from benchmark.core.suite_facts import TitledTable
from benchmark.core.verdict import Status, Verdict
from benchmark.scoring.installed import need_statistics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmark.pipeline.generate.generation_plan import GenerationPlan
    from benchmark.pipeline.judge.evaluate import Evaluation

_MOST_NAMES = 10
_LIST_SECONDS = 9.0  #: within which a server has to list its models
_PAGE = "failures.html"
_GAP = 0.05  #: difference of two models for which the number of tasks is printed
_DATE = re.compile(r"date: [\"']?([\d-]+)")
_ADDRESS = re.compile(r"https?://")
#: Protocol by whether a server was named: a vendor's models think first; a server may have little room.
_PROTOCOL = {False: "thinking", True: "greedy"}
_EXAMPLES = """\b
Examples:
  sightbench try http://127.0.0.1:8000/v1
  sightbench try openai/gpt-x --budget 2
  sightbench try openai/gpt-x --suite code-vision --limit 5 --budget 1
"""


@click.command(epilog=_EXAMPLES)
@click.argument("model")
@click.option("--suite", "suites", multiple=True, help="Suite to try; may be repeated. By default all four.")
@preset_option("--limit", type=click.IntRange(min=1), default=20, help="Maximum tasks per suite.")
@click.option("--budget", type=click.FloatRange(min=0), help="Maximum cost of all answers, in US dollars.")
@click.option(
    "--price",
    type=(click.FloatRange(min=0), click.FloatRange(min=0)),
    metavar="INPUT OUTPUT",
    help="US dollars per million tokens, such as 0.1 0.4, of a model that the price table does not have.",
)
@click.option(
    "--protocol",
    help="How samples are drawn: by default `thinking`, with room to think; `greedy` for an address.",
)
@click.option("--name", help="The model to ask, if the server at an address has several.")
@click.option("--base-url", help="Address of another server with the provider's API.")
@click.option("--api-key-env", help="Name of the environment variable with the key.")
@lend_option
@preset_path(
    "--out", default="build/try", help="Folder; all files lie in OUT/MODEL, or in OUT/MODEL-PROTOCOL."
)
def command(
    *,
    model: str,
    suites: tuple[str, ...],
    limit: int,
    budget: float | None,
    price: tuple[float, float] | None,
    protocol: str | None,
    name: str | None,
    base_url: str | None,
    api_key_env: str | None,
    lend: Mapping[str, str],
    out: Path,
) -> None:
    """Ask a model a small sample of tasks, judge the answers, and write a page that shows its failures.

    MODEL is PROVIDER/NAME, with its key in the environment, or the address of a server with OpenAI's API.
    The sample is the same for everybody: of each suite's own set, tasks of the levels that boards lead with,
    drawn by family. OUT/MODEL/ids.txt lists them; figures with the same SHA-256 of that list can be compared.
    A sample is never a row. Runs `generate`, `evaluate` and `view` one after the other, and prints them.

    Reads the data sets of this machine. Needs the network for the server. Safe to repeat: continues where it
    stopped, and asks only for answers that are missing, also with a larger --limit.
    """
    need_statistics("try")
    from benchmark.cli.generate.generate import generate_files, plans_of
    from benchmark.files.predictions import check_filled
    from benchmark.sandbox.host.runtime import find_bubblewrap
    from benchmark.submissions.check import FILE_NAME

    if find_bubblewrap() is None:  # before a call is paid
        raise SandboxFailure("bubblewrap is not installed", install_program("bubblewrap"))
    at_address = _ADDRESS.match(model) is not None
    config = _config(model, name, base_url, api_key_env)
    usual = _PROTOCOL[at_address]
    protocol = protocol or usual
    # A submission has one protocol per run, and answers of several ones must not meet in a file.
    slug = slugify(config["model"] if protocol == usual else f"{config['model']}-{protocol}") or "model"
    if price is not None:
        file = out / slug / FILE_NAME
        date = _DATE.search(file.read_text("utf-8")) if file.is_file() else None
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        config["price"] = {"input": price[0], "output": price[1], "date": date[1] if date else today}
    is_new = not (out / slug).exists()
    folder, ids = _write_inputs(out / slug, config, suites, protocol, limit)
    answers = folder / "answers"
    answers.mkdir(exist_ok=True)
    options = GenerateOptions(submission=folder, ids=ids, out=answers, budget=budget, lend=lend)
    plans: list[GenerationPlan] = []
    stopped: SightbenchError | None = None
    try:
        plans += [plan for plan, _ in plans_of(options)]
        generate_files([(plan, "") for plan in plans], options)
    except SightbenchError as error:  # such as a budget that is spent: what arrived is judged
        stopped = error
    plans = [plan for plan in plans if plan.out.is_file() and plan.out.stat().st_size]
    if stopped is not None and not plans:
        if is_new:
            shutil.rmtree(folder)  # so that the same folder takes other options
        if isinstance(stopped, BadInput) and Path(stopped.file) == folder / FILE_NAME:  # written by us
            is_price = stopped.place.endswith(".price")
            option, fix = ("--budget", "add --price INPUT OUTPUT") if is_price else (model, stopped.fix)
            fix += "; name its variable with --api-key-env" * (" key " in fix and not api_key_env)
            raise BadInput(option, "", stopped.problem, fix) from None
        raise stopped
    try:
        judged = [(plan, _judge(plan, folder)) for plan in plans]
    except KeyboardInterrupt:
        say("run the same command to continue; no answer is paid twice", err=True)
        raise
    _print_commands(folder, ids, plans, budget)
    for plan, evaluation in judged:
        try:
            check_filled(plan.out, evaluation.completions)
        except BadInput as error:  # no answer, as from a model that only reasons
            stopped = stopped or BadInput(error.file, error.place, error.problem, "look at its server")
    if judged:
        _report(folder, ids, judged)
    if stopped is not None:
        raise stopped


def _config(model: str, name: str | None, base_url: str | None, api_key_env: str | None) -> dict[str, Any]:
    """Return the fields of a model config that name the model and its server.

    Raises:
        BadInput: if MODEL is neither a name nor an address, or a server does not have exactly one model.
    """
    from benchmark.generation.providers import PROVIDERS

    given = {"base_url": base_url, "api_key_env": api_key_env}
    if _ADDRESS.match(model):
        if base_url is not None:
            raise BadInput("--base-url", "", "cannot be used with an address", "leave it out")
        found = {
            "provider": "openai",
            "model": name or _only_model(model),
            **given,
            "base_url": model.rstrip("/"),
        }
    else:
        provider, slash, rest = model.partition("/")
        if not slash or not rest or name is not None:
            problem = f"{quote_value(model)} is neither PROVIDER/NAME nor an address"
            if name is not None:
                problem = "--name is for an address"
            fix = "use a name such as openai/gpt-x, or an address such as http://127.0.0.1:8000/v1"
            raise BadInput("MODEL", "", problem, fix)
        if provider not in PROVIDERS:
            fix = f"use one of: {', '.join(PROVIDERS)}; an address begins with http:// or https://"
            problem = f"there is no provider {quote_value(provider)}{did_you_mean(provider, PROVIDERS)}"
            raise BadInput("MODEL", "", problem, fix)
        found = {"provider": provider, "model": rest, **given}
    return {field: value for field, value in found.items() if value is not None}


def _only_model(address: str) -> str:
    """Return the id of the only model of a server."""
    from benchmark.generation.wire.patience import Patience
    from benchmark.nightly.discovery import list_models

    once = Patience(attempts=1)  # somebody waits, and can repeat the command
    listed = list_models("openai", {}, base_url=address, seconds=_LIST_SECONDS, patience=once)
    names = [each.id for each in listed.models]
    if len(names) == 1:
        return names[0]
    if names:
        shown = ", ".join(names[:_MOST_NAMES]) + ("" if len(names) <= _MOST_NAMES else " and others")
        raise BadInput(address, "", f"the server has {len(names)} models: {shown}", "choose one with --name")
    fix = "check the address and that the server runs, or name the model with --name, and --api-key-env"
    raise BadInput(address, "", str(listed.why_incomplete), fix)


def _write_inputs(
    folder: Path, config: Mapping[str, Any], suites: Sequence[str], protocol: str, limit: int
) -> tuple[Path, Path]:
    """Write the submission and the list of tasks, unless they are there; return the folder and the list.

    A larger sample replaces the list: it has all tasks of a smaller one.

    Raises:
        BadInput: for an unknown suite or protocol, and if the folder has another submission or other tasks.
    """
    from benchmark.files.atomic import write_atomic
    from benchmark.pipeline.small_sample import draw_sample
    from benchmark.pipeline.sources import from_suite
    from benchmark.submissions.check import FILE_NAME
    from benchmark.submissions.create import create_submission, dump_submission, ready_submissions
    from benchmark.suites.run_names import known_suites

    known = known_suites()
    places = [(run.suite, run.dataset, run.setting) for run in ready_submissions(known)[0].runs]
    if unknown := set(suites) - {suite for suite, _, _ in places}:
        fix = f"use one of: {', '.join(suite for suite, _, _ in places)}"
        near = did_you_mean(min(unknown), [suite for suite, _, _ in places])
        raise BadInput("--suite", "", f"{quote_value(min(unknown))} has no sample{near}", fix)
    chosen = [place for place in places if not suites or place[0] in suites]
    runs = [
        {
            "suite": suite,
            "dataset": dataset,
            "setting": setting,
            "protocol": protocol,
            "model": deepcopy(config),
        }
        for suite, dataset, setting in chosen
    ]
    sampled = [draw_sample(from_suite(suite, dataset).tasks, limit) for suite, dataset, _ in chosen]
    listed = "".join(f"{task.id}\n" for tasks in sampled for task in tasks)
    fields = {"slug": folder.name, "name": config["model"], "owners": ["nobody"], "runs": runs}
    present = {FILE_NAME: dump_submission(fields), "ids.txt": listed.encode()}
    if not folder.exists():
        create_submission(folder.parent, fields, {}, known)
        write_atomic(folder / "ids.txt", present["ids.txt"])
    for name, data in present.items():
        if name == "ids.txt" and _is_larger(folder / name, listed):
            write_atomic(folder / name, data)
        if not (folder / name).is_file() or (folder / name).read_bytes() != data:
            what = (
                "lists other or more tasks" if name == "ids.txt" else "asks other suites, or in another way"
            )
            fix = "use the same options, or choose another folder with --out"
            raise BadInput(folder / name, "", f"is of an earlier try, which {what}", fix)
    return folder, folder / "ids.txt"


def _is_larger(file: Path, listed: str) -> bool:
    """Whether a sample has all tasks of the one in a file, so that its answers can be kept."""
    return file.is_file() and {*file.read_text("utf-8", "replace").split()} < {*listed.split()}


def _print_commands(folder: Path, ids: Path, plans: Sequence[GenerationPlan], budget: float | None) -> None:
    limited = "" if budget is None else f" --budget {budget:g}"
    place = shlex.quote(str(folder))
    say("this command ran:")
    say(f"  sightbench generate {place} --ids {place}/{ids.name} --out {place}/answers{limited}")
    for plan in plans:
        named = f"--predictions {shlex.quote(str(plan.out))} --suite {plan.suite} --dataset {plan.dataset}"
        verdicts = shlex.quote(str(_verdicts(plan, folder)))
        say(f"  sightbench evaluate {named} --partial --verdicts {verdicts}")
    say(f"  sightbench view {place}/*.verdicts.jsonl --out {place}/{_PAGE}")


def _verdicts(plan: GenerationPlan, folder: Path) -> Path:
    return folder / f"{plan.suite}.verdicts.jsonl"


def _judge(plan: GenerationPlan, folder: Path) -> Evaluation:
    from benchmark.pipeline import evaluate, sources
    from benchmark.pipeline.identity import GivenIdentity
    from benchmark.pipeline.judge.local_pool import LocalPool

    source = sources.from_suite(plan.suite, plan.dataset)
    job = evaluate.read(evaluate.load([plan.out]), source, GivenIdentity(), "own", partial=True)
    outputs = evaluate.Outputs(verdicts=_verdicts(plan, folder), resumable=True)
    return evaluate.evaluate(job, LocalPool(None), outputs, stage=progress)


def _table(judged: Sequence[tuple[GenerationPlan, Evaluation]], ids: Path) -> TitledTable:
    """Return a line per suite: the score with its range, and how many tasks would show five points."""
    from benchmark.analysis.score_cells import outcome_line, words_of
    from benchmark.analysis.wording import count
    from benchmark.scoring.power import ASSUMED, assumed_spreads, tasks_needed
    from benchmark.suites import ranking_metric

    digest = sha256_hex(ids.read_bytes())
    rows = []
    for plan, evaluation in judged:
        metric = ranking_metric(plan.suite, plan.dataset)
        score = next(each for each in evaluation.scores if each.metric == metric and not each.category)
        words = words_of(score.scale)
        asked = {outcome.task_id for outcome in evaluation.outcomes}
        families = [*Counter(task.family for task in plan.tasks if task.id in asked).values()]
        # A score of 0 or 100 % leaves no spread; the middle of its range does.
        _, between = assumed_spreads((score.low + score.high) / 2, *ASSUMED)
        wanted = tasks_needed(between, families, plan.protocol.draws, _GAP)
        more = "over a million" if wanted is None else count(max(0, wanted - len(asked)))
        shown = (words.value(score.value), words.range(score.low, score.high), more)
        rows.append((plan.suite, len(asked), *shown, outcome_line(evaluation.outcomes)))
    heads = ("suite", "tasks", "solved %", "95 % range", "more tasks to see 5 points", "outcomes")
    notes = [
        f"{ids}, SHA-256 {digest[:16]}: whoever has this list can compare; a sample is never a row",
        f"drawn by family from levels {FRONTIER[0]} to {FRONTIER[-1]}; a suite may have fewer such tasks",
        "5 points: the difference of two models, if answers and models correlate by 0.5 (assumed)",
    ]
    return TitledTable("", heads, rows, notes)


def _failures(judged: Sequence[tuple[GenerationPlan, Evaluation]]) -> Iterator[str]:
    """Yield each judged answer that failed: its task, and the first failed check."""
    for _, evaluation in judged:
        for outcome in evaluation.outcomes:
            if isinstance(outcome, Verdict) and outcome.status != Status.PASSED:
                yield f"{outcome.task_id}: {outcome.words}"


def _report(folder: Path, ids: Path, judged: Sequence[tuple[GenerationPlan, Evaluation]]) -> None:
    """Print the scores and the first failure, write the page, and name the command for cut answers."""
    print_tables(_table(judged, ids))
    if first := next(_failures(judged), None):
        say(f"first failure: {first}")
    say(f"the answers and what failed: {_view(folder, [plan for plan, _ in judged])}")
    rooms = (_more_room(plan, evaluation) for plan, evaluation in judged)
    if protocol := next(filter(None, rooms), ""):
        say(f"for more room: {typed_again(protocol=protocol)}")


def _more_room(plan: GenerationPlan, evaluation: Evaluation) -> str:
    """Return the protocol with most room, if many answers were cut off and it has more; else empty."""
    from benchmark.suites import suite_of

    cut = sum(completion.finish_reason == CUT_AT_LIMIT for completion in evaluation.completions)
    room = suite_of(plan.suite).roomiest(plan.setting, plan.protocol.max_tokens)
    return "" if room is None or cut <= CUT_TOLD * len(evaluation.completions) else room.id


def _view(folder: Path, plans: Sequence[GenerationPlan]) -> Path:
    from benchmark.leaderboard.view.page import write_view
    from benchmark.leaderboard.view.read import read_judged

    runs = [read_judged(_verdicts(plan, folder), None, (), None) for plan in plans]
    return write_view(runs, folder / _PAGE).page
