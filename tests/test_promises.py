"""Numbers, lists and names on the pages are those of the code.

Each sentence of ``SENTENCES`` is written with the constants that it promises, and must be on its page.
"""

import math
import re
from pathlib import Path

import click
import pytest
import yaml

from benchmark import cli
from benchmark.authoring.gates import pictures, words
from benchmark.authoring.gates.tests import MIN_KILLED
from benchmark.chain.jobs import rechecking, sentinels
from benchmark.chain.plan import job, plan
from benchmark.chain.plan.policy import Policy
from benchmark.core.provider import providers
from benchmark.datasets import referenced_files
from benchmark.drawing import canvas, items, render
from benchmark.files import references
from benchmark.files.predictions import PredictionLine
from benchmark.files.task_line import LimitsLine, StdioCheckLine, TaskLine
from benchmark.generation.providers import local
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.reply import MAX_CHARS_PER_TOKEN
from benchmark.generation.wire.request import Sampling
from benchmark.judging.checks import case_result, lint, stdio
from benchmark.judging.codec import decoding, depth
from benchmark.leaderboard.downloads.feed import MAX_ENTRIES
from benchmark.leaderboard.parts.answers import TASKS_PER_SHARD
from benchmark.pipeline.judge import collected_outcomes, machine_memory, pauses, worker
from benchmark.pipeline.judge.missing import MISSING_LIMIT
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.status import ATTEMPTS
from benchmark.review.points import GRADES
from benchmark.sandbox.host import channel, probe, zygote
from benchmark.scoring.intervals import clustered_wilson
from benchmark.scoring.metrics import pass_at_k
from benchmark.scoring.signflip import ENUMERATED
from benchmark.scoring.summary import _PASS_AT
from benchmark.submissions.schema import ModelConfig, ModelLimits, ModelParameters, ModelServer, Submission

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "site" / "pages"
WORKFLOWS = ROOT / ".github" / "workflows"
NUMBERS = {
    1: "one",
    2: "two",
    3: "three",
    5: "five",
    6: "six",
    8: "eight",
    10: "ten",
    12: "twelve",
    20: "twenty",
}


def _time(cron: str) -> str:
    minute, hour, *_ = cron.split()
    return f"{int(hour):02}:{minute}"


def _unseen(share: float, samples: int = 10_000) -> float:
    """Return the chance that a draw of the second look has none of the forged samples."""
    forged = round(share * samples)
    return math.prod((samples - forged - drawn) / (samples - drawn) for drawn in range(rechecking.DRAWN))


def _mib(size: int) -> str:
    return f"{size >> 20} MiB"


_RANGE = [100 * end for end in clustered_wilson([1.0] * 3 + [0.0] * 161, [*map(str, range(164))])]
_LIMITS, _PATIENCE, _TASK = ModelLimits(), Patience(), LimitsLine()
#: Page → sentences, or parts of them.
SENTENCES = {
    "generate": (
        f"`concurrency` ({_LIMITS.concurrency}), `requests_per_minute`, `tokens_per_minute`, `timeout`",
        f"`timeout` ({_LIMITS.timeout:g} s per call), `attempts` ({_LIMITS.attempts})",
        f"`wait` ({_LIMITS.wait:g} s before the second attempt, doubled with each)",
        f"{local._DRAWS['vllm']} for OpenAI's own API and for vllm of `local`, else 1",
        f"asks for more than {NUMBERS[int(_PATIENCE.retry_after_max / 60)]} minutes, the run ends",
        f"After {_PATIENCE.breaker_after} failures in a row all calls pause",
        f"after {NUMBERS[_PATIENCE.breaker_pauses]} pauses without an answer the run ends",
        f"If more than {MISSING_LIMIT:.0%} are missing".replace("%", " %"),
        f"fewer than one token for {MAX_CHARS_PER_TOKEN} characters",
    ),
    "guides/submit-by-reference": (
        f"at most {references.FILES_LIMIT} files of at most {_mib(referenced_files.FILE_LIMIT)} each",
        f"each, and {_mib(referenced_files.TOTAL_LIMIT)} in all",
        f"They must arrive within {NUMBERS[int(referenced_files.SECONDS_LIMIT / 60)]} minutes",
    ),
    "evaluation": (
        f"score jobs of at most {plan.SAMPLES_PER_JOB:,} samples",
        f"at most {job.JOBS_LIMIT} jobs of each kind, of at most {job.MINUTES_LIMIT} minutes each",
        f"and a plan at most {plan.RUNS_LIMIT} runs",
        f"After {NUMBERS[ATTEMPTS]} attempts a run is not tried again",
        f"all of a run up to {rechecking.ALL_UP_TO:,}, otherwise {rechecking.DRAWN}",
        f"{100 * _unseen(0.01):.0f} % of draws, and 3 % in {100 * _unseen(0.03):.1f} %",
        f"the reference answers of up to {NUMBERS[sentinels.TASKS_LIMIT]} of its tasks",
        f"Completions and verdicts above {ROW_FILE_LIMIT // 10**6} MB",
    ),
    "results": (f"completions and verdicts of the row, up to {ROW_FILE_LIMIT // 10**6} MB each",),
    "formats": (
        f'`limits` | `{{"seconds": {_TASK.seconds:g}, "memory_mb": {_TASK.memory_mb}}}`',
        "by `tolerance`, absolute or relative; 1e-6 if left out",
        f"A graded answer has `points`, from {GRADES[0]} to {GRADES[1]}",
        f"the {MAX_ENTRIES} newest rows, withdrawals and changes of a first place",
        f"answers of about {TASKS_PER_SHARD} tasks of a row",
    ),
    "authoring": (
        f"a signature with its docstring, of {words.MIN_TOKENS} to {words.MAX_TOKENS} tokens",
        f"({words.MIN_STATEMENTS} to {words.MAX_STATEMENTS} statements, no algorithm",
        f"{words.MIN_STATEMENTS} to {words.MAX_STATEMENTS} statements |",
        f"arguments of {words.MIN_CALLS} to {words.MAX_CALLS} calls that the tests make",
        f"| values | {words.MIN_CALLS} to {words.MAX_CALLS} different calls",
        f"{MIN_KILLED:.0%} or more of the programs".replace("%", " %"),
        f"| description | {words.MIN_DESCRIPTION_WORDS} words or more",
        f"longer side of a picture is at most {render.MAX_SIDE} px. At {pictures.READ_AT} px a text",
        f"must be at least {pictures.MIN_TEXT:g} px high and a line {pictures.MIN_LINE:g} px wide",
        f"the defaults are {canvas.FONT_SIZE:g} and {items.LINE_WIDTH:g}",
    ),
    "metrics": (
        f"Rows keep pass@{', '.join(map(str, _PASS_AT[:-1]))} and {_PASS_AT[-1]}",
        f"pass@1 is {pass_at_k(5, 2, 1):g}, and pass@3 is 1 − C(3, 3) / C(5, 3) = {pass_at_k(5, 2, 3):g}",
        f"With more than {MISSING_LIMIT * 100:g} % missing there is no row",
        f"with a range of {_RANGE[0]:.1f} to {_RANGE[1]:.1f} %",
        f"exact up to {ENUMERATED} stems with a difference",
    ),
    "trust": (
        f"all of a run up to {rechecking.ALL_UP_TO:,}, otherwise {rechecking.DRAWN}",
        f"With more than {MISSING_LIMIT * 100:g} % missing there is no row",
    ),
    "open-data": (f"{MIN_KILLED * 100:g} % or more of the programs with one small fault fail",),
    "glossary": (
        f"Having used at least {case_result.NEAR_SHARE * 100:g} % of a time limit",
        f"from {probe._LOWEST:g} to {probe._HIGHEST:g}; time limits are multiplied by it",
        f"above {MISSING_LIMIT * 100:g} % missing no row is made",
    ),
    "sandbox": (
        f"a private `/tmp` of {zygote.TMP_MB} MiB",
        f"the task's seconds per test or case ({_TASK.seconds:g} by default)",
        f"killed at {zygote._CPU_SLACK:g} times that, in whole seconds",
        f"| memory of its tests, on the host | {worker.WORKER_MB} MiB per worker",
        f"of which it may allocate {worker._ALLOCATED_MB} MiB |",
        f"| one file, all of `/tmp` | {zygote.FILE_MB} MiB, {zygote.TMP_MB} MiB |",
        f"| a reply, standard output, standard error | {_mib(channel.REPLY_LIMIT)} each |",
        f"{_mib(channel.REPLY_MEMORY_LIMIT)} for its text and JSON values",
        f"{_mib(decoding.OBJECTS_LIMIT)} for objects that are made of them",
        f"holds more than {worker._KEPT_MB} MiB after a sample is replaced",
        f"{machine_memory.SANDBOX_MB} MiB for its zygotes and {worker.WORKER_MB} MiB for itself",
        f"{machine_memory.RESERVED_MB} MiB stay free",
        f"runs {NUMBERS[probe.PIECES]} times in the guest's interpreter",
        f"divided by {probe.REFERENCE_SECONDS:g} s, are the machine's time factor",
        f"kept between {probe._LOWEST:g} and {probe._HIGHEST:g}",
        f"one of its tests used {case_result.NEAR_SHARE * 100:g} % or more of its CPU or wall limit",
        f"CPU beyond {case_result.CLEAR_SHARE:g} times the limit leaves no doubt",
        f"{case_result._WAITED_SHARE * 100:g} % of the limit is enough",
        f"too, up to {NUMBERS[collected_outcomes._PAUSES]} times",
        f"after {NUMBERS[collected_outcomes._OUTAGE]} comparisons in a row that failed too",
        f"Python's own recursion limit of {depth.TESTING:,}",
    ),
    "sandbox/protocol": (
        f"too long ({_mib(channel.REPLY_LIMIT)}, or more memory",
        f"takes more than {lint.TEXT_SECONDS:g} s of CPU or needs more than {lint._LIMITS.memory_mb} MiB",
    ),
}


def _text(page: str) -> str:
    """Return a page as one line."""
    path = PAGES / page / "index.md"
    return " ".join((path if path.exists() else PAGES / f"{page}.md").read_text(encoding="utf-8").split())


@pytest.mark.parametrize(
    ("page", "sentence"), [(page, sentence) for page, listed in SENTENCES.items() for sentence in listed]
)
def test_a_sentence_has_the_numbers_of_the_code(page: str, sentence: str) -> None:
    assert sentence in _text(page)


def test_limits_that_pages_call_equal_are_equal() -> None:
    assert channel.REPLY_LIMIT == stdio.OUTPUT_LIMIT
    assert pauses.TICK_SECONDS == 0.1
    assert StdioCheckLine.model_fields["tolerance"].default == 1e-6


def _names(page: str, head: str, column: int = 1) -> set[str]:
    """Return what has backticks in a column of the first table after ``head``."""
    text = (PAGES / page / "index.md").read_text(encoding="utf-8").split(head, 1)[1]
    lines = [line for line in text.split("\n\n")[0].splitlines() if line.startswith("| ")]
    return {name for line in lines for name in re.findall(r"`([^`]+)`", line.split("|")[column])}


def test_tables_of_fields_have_every_field() -> None:
    assert _names("generate", "| field | meaning |") == {*ModelConfig.model_fields, "coder", "captioner"}
    assert _names("formats", "| field | meaning |") == set(PredictionLine.model_fields)
    assert _names("formats", "each task is one line.\n\n") == set(TaskLine.model_fields)
    assert _names("formats", "Anything that it does not name is not lent.\n\n") == set(
        Policy.model_fields
    ) - {"schema_"}


def test_pages_name_every_field_of_a_submission() -> None:
    table = (PAGES / "generate" / "index.md").read_text(encoding="utf-8").split("| field | meaning |")[1]
    named = set(re.findall(r"`([a-z_]+)`", table.split("\n\n")[0]))
    assert {*ModelParameters.model_fields, *ModelServer.model_fields, *ModelLimits.model_fields} <= named
    described = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[a-z_]+`|\b[a-z]+: ", _text("submit")))))
    assert set(Submission.model_fields) - {"schema_"} <= described


def test_the_table_of_providers_says_what_each_cannot_do() -> None:
    text = (PAGES / "generate" / "index.md").read_text(encoding="utf-8").split("## Providers")[1]
    rows = {line.split("`")[1]: line.split("|")[4] for line in text.splitlines() if line.startswith("| `")}
    assert set(rows) >= set(providers())
    lacking = set(Sampling.__dataclass_fields__) - local._PARAMETERS["transformers"]
    assert lacking == {"reasoning_effort", "stop"}
    assert all(f"`{name}`" in rows["local"] for name in lacking)


def test_the_table_of_workflows_has_every_workflow_with_its_schedule() -> None:
    files = {path.stem: yaml.safe_load(path.read_bytes()) for path in WORKFLOWS.glob("*.yml")}
    assert _names("own", "## What runs when\n\n") >= set(files)
    scheduled = {
        name: [entry["cron"] for entry in file[True]["schedule"]]
        for name, file in files.items()
        if "schedule" in file[True]
    }
    assert set(scheduled) == {"ci", "run", "care"}
    discover, decide, reconcile = scheduled["care"]
    (draw,) = scheduled["run"]
    assert f"every night](../nightly/index.md) at {_time(draw)} UTC" in _text("own")
    assert f"finds new models at {_time(discover)} UTC, decides at {_time(decide)}" in _text("own")
    assert re.fullmatch(r"\d+ \*/6 \* \* \*", reconcile)  # every six hours
    assert re.fullmatch(r"\d+ \d+ \* \* [0-6]", *scheduled["ci"])  # once a week


def test_the_check_of_a_pull_request_stops_after_the_minutes_that_the_page_names() -> None:
    (minutes,) = [option for option in _command("ci validate").params if option.name == "minutes"]
    assert f"judges for at most {minutes.default:g} minutes" in _text("submit")


def test_a_push_is_tried_again_for_ten_minutes() -> None:
    (deadline,) = [option for option in _command("ci record").params if option.name == "deadline"]
    assert deadline.default == 600
    assert "for at most ten minutes" in _text("results")
    assert "--deadline 600" in (WORKFLOWS / "run.yml").read_text(encoding="utf-8")


def test_a_generating_job_keeps_its_completions_after_each_of_five_hours() -> None:
    action = (ROOT / ".github/actions/generate/action.yml").read_text(encoding="utf-8")
    assert action.count("--minutes 60 ") == 5
    page = (PAGES / "evaluation" / "gpu-runners.md").read_text(encoding="utf-8")
    assert "generates for at most five hours. After each hour its completions are saved" in " ".join(
        page.split()
    )


def _command(path: str) -> click.Command:
    command: click.Command = cli.group
    for word in path.split():
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None, path
        command = found
    return command
