"""Numbers, lists and names on the pages are those of the code.

Each sentence of ``SENTENCES`` is written with the constants that it promises, and must be on its page.
"""

import math
import re
from pathlib import Path

import pytest

from benchmark.analysis.wording import number_word
from benchmark.chain.jobs import rechecking, scoring
from benchmark.chain.plan import job, plan
from benchmark.chain.plan.policy import Policy
from benchmark.core.verdict import MISSING_LIMIT
from benchmark.datasets import referenced_files
from benchmark.files import references
from benchmark.files.predictions import PredictionLine
from benchmark.files.task_line import LimitsLine, StdioCheckLine, TaskLine
from benchmark.generation.providers import local
from benchmark.generation.wire.patience import Patience
from benchmark.generation.wire.reply import MAX_CHARS_PER_TOKEN
from benchmark.judging.checks import case_result, stdio
from benchmark.judging.codec import decoding, depth
from benchmark.leaderboard.downloads.feed import MAX_ENTRIES
from benchmark.leaderboard.parts.answers import TASKS_PER_SHARD
from benchmark.pipeline.judge import collected_outcomes, local_pool, worker, worker_processes
from benchmark.results.layout import ROW_FILE_LIMIT
from benchmark.results.status import ATTEMPTS
from benchmark.review.points import GRADES
from benchmark.sandbox.host import channel, probe, zygote
from benchmark.scoring.metrics import _PASS_AT, clustered_wilson, pass_at_k
from benchmark.scoring.signflip import ENUMERATED
from benchmark.submissions.schema import ModelConfig, ModelLimits

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "site" / "pages"


def _word(number: float) -> str:
    return "twenty" if number == 20 else number_word(int(number))


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
        f"`concurrency` ({_LIMITS.concurrency}; 1 for `transformers` and `llama.cpp`, which",
        "`requests_per_minute`, `tokens_per_minute`, `timeout`",
        f"`timeout` ({_LIMITS.timeout:g} s per call), `attempts` ({_LIMITS.attempts})",
        f"`wait` ({_LIMITS.wait:g} s before the second attempt, doubled with each)",
        f"{local._ENGINES['vllm'].draws} for OpenAI's own API and for vllm of `local`, else 1",
        f"asks for a pause of over {_word(_PATIENCE.retry_after_max / 60)} minutes, the run ends",
        f"After {_PATIENCE.breaker_after} failures in a row all calls pause",
        f"after {_word(_PATIENCE.breaker_pauses)} pauses without an answer the run ends",
        f"If more than {MISSING_LIMIT:.0%} of the samples are missing".replace("%", " %"),
        f"fewer than one per {MAX_CHARS_PER_TOKEN} characters",
    ),
    "guides/submit-by-reference": (
        f"at most {references.FILES_LIMIT} files of at most {_mib(referenced_files.FILE_LIMIT)} each",
        f"All files together have at most {_mib(referenced_files.TOTAL_LIMIT)}",
        f"They must arrive within {_word(referenced_files.SECONDS_LIMIT / 60)} minutes",
    ),
    "evaluation": (
        f"score jobs judge at most {plan.SAMPLES_PER_JOB:,} samples each",
        f"at most {job.JOBS_LIMIT} jobs of each kind, and each job takes at most {job.MINUTES_LIMIT} minutes",
        f"A plan has at most {plan.RUNS_LIMIT} runs",
        f"After {_word(ATTEMPTS)} attempts a run is not tried again",
        f"all samples of a run with up to {rechecking.ALL_UP_TO:,} samples, and {rechecking.DRAWN} samples",
        f"contain no forged sample in {100 * _unseen(0.01):.0f} of 100 cases",
        f"If 3 % are forged, this happens in {1000 * _unseen(0.03):.0f} of 1,000 cases",
        f"the reference answers of up to {_word(scoring.TASKS_LIMIT)} of its tasks",
        f"Completions and verdicts above {ROW_FILE_LIMIT // 10**6} MB",
    ),
    "results": (f"completions and verdicts of the row, up to {ROW_FILE_LIMIT // 10**6} MB each",),
    "formats": (
        f'`limits` | `{{"seconds": {_TASK.seconds:g}, "memory_mb": {_TASK.memory_mb}}}`',
        "by `tolerance`, absolutely or relatively (1e-6 if left out)",
        f"An answer that is graded in points has `points`, from {GRADES[0]} to {GRADES[1]}",
        f"Two feeds have the {MAX_ENTRIES} newest entries",
        f"with a row's answers to {TASKS_PER_SHARD} or more tasks",
    ),
    "metrics": (
        f"Rows store pass@{', '.join(map(str, _PASS_AT[:-1]))} and {_PASS_AT[-1]}",
        f"pass@1 is {pass_at_k(5, 2, 1):g}, and pass@3 is 1 − C(3, 3) / C(5, 3) = {pass_at_k(5, 2, 3):g}",
        f"A run with more than {MISSING_LIMIT * 100:g} % missing samples gets no row",
        f"with a range of {_RANGE[0]:.1f} to {_RANGE[1]:.1f} %",
        f"exact signs for up to {ENUMERATED} stems",
    ),
    "trust": (
        f"all samples of a run with up to {rechecking.ALL_UP_TO:,}, otherwise {rechecking.DRAWN}",
        f"A run with more than {MISSING_LIMIT * 100:g} % missing samples gets no row",
    ),
    "sandbox": (
        f"a private `/tmp` of {zygote.TMP_MB} MiB",
        f"the task's seconds per test or case ({_TASK.seconds:g} by default)",
        f"killed at {zygote._CPU_SLACK:g} times that, in whole seconds",
        f"| memory of tests, on the host | {worker.WORKER_MB} MiB per worker",
        f"of which the worker may allocate {worker._ALLOCATED_MB} MiB |",
        f"| one file; all files in `/tmp` together | {zygote.FILE_MB} MiB; {zygote.TMP_MB} MiB |",
        f"| a reply, standard output, standard error | {_mib(channel.REPLY_LIMIT)} each |",
        f"{_mib(channel.REPLY_MEMORY_LIMIT)} for its text and JSON values",
        f"{_mib(decoding.OBJECTS_LIMIT)} for objects that are made of them",
        f"holds more than {worker._KEPT_MB} MiB after a sample, it is replaced",
        f"{local_pool.SANDBOX_MB} MiB for its zygotes and {worker.WORKER_MB} MiB for itself",
        f"{local_pool.RESERVED_MB} MiB stay free",
        f"runs {_word(probe.PIECES)} times in the guest's interpreter",
        f"divided by {probe.REFERENCE_SECONDS:g} s, are the machine's time factor",
        f"which is at least {probe._LOWEST:g} and at most {probe._HIGHEST:g}",
        f"one of its tests used {case_result.NEAR_SHARE * 100:g} % or more of its CPU or wall limit",
        f"more than {case_result.CLEAR_SHARE:g} times the CPU limit is not judged again",
        f"waited for a core for at least {case_result._WAITED_SHARE * 100:g} % of this limit",
        f"repeated up to {_word(collected_outcomes._PAUSES)} times",
        f"the reference also fails in {_word(collected_outcomes._OUTAGE)} such comparisons in a row",
        f"Python's own recursion limit of {depth.TESTING:,}",
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
    assert worker_processes.TICK_SECONDS == 0.1
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
    assert _names("formats", "Submissions can use no others.\n\n") == set(Policy.model_fields) - {"schema_"}
