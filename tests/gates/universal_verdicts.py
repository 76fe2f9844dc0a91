"""Judges universal answers.

Verdicts are kept in `build/gates`, under a digest of the task, the answer, the judge's code, what runs in the
sandbox and the libraries there. So only what changed is judged again.
"""

import json
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from benchmark.core.digest import digest_lines, sha256_hex
from benchmark.core.executor import Shard
from benchmark.core.sample import Answer, Sample
from benchmark.core.task import FunctionCheck, StdioCheck, Task
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.files.atomic import write_atomic
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.sandbox.host.runtime import LIBRARIES
from tests.sampling import WHOLE, chosen_task

from .universal_answers import UniversalAnswer, read_universal_answers

CACHE = Path(__file__).parents[2] / "build" / "gates"
#: The part has a sample of the tasks, one in so many. Of the answers it has these, and a sixteenth of the
#: others, which each change of the judge chooses anew.
_TASKS = 8
_ALWAYS = ("class-alias", "always-equal", 'patched-judge {"named": ["@ENTRY@", number]}')
_PART = 16
#: Samples per shard. Verdicts are written after each, so that a run that is stopped can be continued.
_SHARD = 1000
#: Maximum CPU seconds of an answer. None computes anything, and endless iterators would use up longer limits.
_SECONDS = 3.0
#: Packages of ours that decide a verdict.
_PACKAGES = ("core", "judging", "sandbox")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredTask:
    """A task with one universal answer. Equal tasks of two data sets have the same key."""

    dataset: str
    task: Task
    answer: UniversalAnswer
    program: str
    key: str  #: digest of all that decides the verdict


def answered(dataset: str, task: Task, always: Collection[str]) -> Iterator[AnsweredTask]:
    """Yield a task with all universal answers, or with the part that is judged now.

    Args:
        dataset: name of the data set.
        task: the task.
        always: names of further answers that are always in the part.
    """
    content = repr((task.entry_point, task.starter_code, task.check, task.limits, task.reference))
    digest = sha256_hex(f"{_judge_digest()} {content}".encode("utf-8", "surrogatepass"))
    for answer in read_universal_answers():
        if isinstance(task.check, answer.check):
            program = answer.program(task)
            key = sha256_hex(f"{digest} {program}".encode("utf-8", "surrogatepass"))
            sampled = chosen_task(task, _TASKS) and (int(key[:8], 16) % _PART == 0 or answer.name in _ALWAYS)
            if WHOLE or sampled or answer.name in always:
                yield AnsweredTask(dataset=dataset, task=task, answer=answer, program=program, key=key)


def statuses(pairs: Sequence[AnsweredTask]) -> Mapping[str, str]:
    """Return the status of each key; of a sample without a verdict, the reason.

    The first test of a task decides nearly always, so the others run only if it passes. Those of EvalPlus are
    so long that sending them with each sample would take most of the time.
    """
    path = CACHE / f"universal-{_judge_digest()[:16]}.json"
    known: dict[str, str] = json.loads(path.read_bytes()) if path.exists() else {}
    missing: dict[str, str] = {}
    undecided: set[str] = set()

    def done(shard: Shard, outcomes: Sequence[Outcome]) -> None:
        for sample, outcome in zip(shard.samples, outcomes, strict=True):
            if isinstance(outcome, MissingSample):
                missing[sample.task.id] = f"missing: {outcome.reason}"
            elif outcome.status is Status.PASSED and shard.index < first_round:
                undecided.add(sample.task.id)
            else:
                known[sample.task.id] = outcome.status.value
        write_atomic(path, json.dumps(known, indent=0, sort_keys=True).encode())

    waiting = {pair.key: pair for pair in pairs if pair.key not in known}
    first_round = -(-len(waiting) // _SHARD)
    _judge([_sample(pair, slice(1)) for pair in waiting.values()], 0, done)
    _judge([_sample(waiting[key], slice(None)) for key in sorted(undecided)], first_round, done)
    return known | missing


def _judge(samples: Sequence[Sample], first: int, done: Callable[[Shard, Sequence[Outcome]], None]) -> None:
    """Judge samples in shards, whose numbers begin with ``first``."""
    places = range(0, len(samples), _SHARD)
    shards = [Shard(index=first + n, samples=samples[at : at + _SHARD]) for n, at in enumerate(places)]
    if shards:
        LocalPool().run(shards, done)


def _sample(pair: AnsweredTask, tests: slice) -> Sample:
    """Return what is judged: some tests of the task, of which the first that fails ends the judging."""
    match pair.task.check:
        case FunctionCheck() as check:
            task = replace(pair.task, check=replace(check, tests=check.tests[tests], kinds=()))
        case StdioCheck() as check:
            task = replace(pair.task, check=replace(check, cases=check.cases[tests]))
        case _:
            task = pair.task
    answer = Answer(code=pair.program, program=pair.program)
    limits = replace(task.limits, seconds=min(task.limits.seconds, _SECONDS))
    return Sample(task=replace(task, id=pair.key, limits=limits), draw=0, answer=answer)


@cache
def _judge_digest() -> str:
    """Return a digest of the judge's code, of what runs in the sandbox, and of the libraries there."""
    root = Path(str(files("benchmark")))
    paths = sorted(path for name in _PACKAGES for path in (root / name).rglob("*.py"))
    versions = [metadata.version(name) for name in (*LIBRARIES, "matplotlib")]
    return digest_lines([[sha256_hex(path.read_bytes()) for path in paths], versions, sys.version])
