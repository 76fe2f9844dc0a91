"""Open data sets as tasks of Inspect (https://inspect.aisi.org.uk): its providers answer, our judge scores.

Inspect finds this module by the package's entry point ``inspect_ai``, and imports it in each of its runs.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from typing import Any, TypeVar

import anyio
import click
from inspect_ai import Epochs, Task, task
from inspect_ai import dataset as inspect_dataset
from inspect_ai import model as inspect_model
from inspect_ai import scorer as inspect_scorer
from inspect_ai import solver as inspect_solver

from benchmark import __version__
from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.core.sample import RawSample, Sample
from benchmark.core.task import ChoiceCheck, Text
from benchmark.core.task import Task as OurTask
from benchmark.core.verdict import MissingSample, Outcome, Status
from benchmark.files.tasks import tasks_digest
from benchmark.generation.prompts.message import Message, TextPart
from benchmark.interchange.from_inspect import answer_text
from benchmark.pipeline import sources
from benchmark.pipeline.generate.prompting import first_requests
from benchmark.pipeline.judge.evaluate import extract_and_judge, needed_versions
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.pipeline.judge.needed_libraries import check_libraries
from benchmark.suites import load_all, ranking_metric

_PASS_AT = (1, 3, 10, 100, 1000)
_EXTRACTION = "own"
_MESSAGES = {
    "system": inspect_model.ChatMessageSystem,
    "user": inspect_model.ChatMessageUser,
    "assistant": inspect_model.ChatMessageAssistant,
}

Factory = TypeVar("Factory", bound=Callable[..., Any])


def _in_our_namespace(function: Factory) -> Factory:
    """Let Inspect take the name ``sightbench/…`` as it is, without this package's name before it."""
    function.__module__ = "sightbench_inspect"
    return function


class _JudgeQueue:
    """Judges the answers of all runs in this process, by the rules of ``sightbench evaluate``.

    While a batch is judged, others wait, so that an answer near a limit can be judged again alone.
    """

    def __init__(self) -> None:
        self._numbers = count()
        self._waiting: deque[tuple[RawSample, Future[tuple[Sample, Outcome]]]] = deque()
        self._thread, self._pool = ThreadPoolExecutor(1), LocalPool(keep=True)

    def judge(self, ours: OurTask, text: str, extraction: Callable[..., Any]) -> tuple[Sample, Outcome]:
        """Return the sample with its answer, and its outcome; waits for them.

        Raises:
            OurFailure: if nothing can be judged on this machine.
        """
        found: Future[tuple[Sample, Outcome]] = Future()
        # The number tells apart the answers of several models to the same task; the judge does not use it.
        raw = RawSample(task=ours, draw=next(self._numbers), text=text, extraction=extraction)
        self._waiting.append((raw, found))
        self._thread.submit(self._judge_waiting)
        return found.result()

    def _judge_waiting(self) -> None:
        # Every answer submits a call of this method, and the first takes all that wait: others may find none.
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        try:
            samples, outcomes = extract_and_judge([raw for raw, _ in batch], executor=self._pool)
        except Exception as error:  # noqa: BLE001 - those who wait raise it
            for _, found in batch:
                found.set_exception(error)
            return
        for (_, found), sample, outcome in zip(batch, samples, outcomes, strict=True):
            found.set_result((sample, outcome))


_JUDGE = _JudgeQueue()


@_in_our_namespace
def _messages(suite: str, dataset: str, setting: str, prompt: str, protocol: str) -> inspect_solver.Solver:
    """Show a task as `sightbench generate` does; pictures are read when a sample begins."""
    requests = first_requests(sources.from_suite(suite, dataset), setting, prompt, protocol)

    async def solve(
        state: inspect_solver.TaskState, _generate: inspect_solver.Generate
    ) -> inspect_solver.TaskState:
        shown = await _in_thread(requests.prompts.first, str(state.sample_id), 0)
        state.messages = [_chat_message(message) for message in shown]
        return state

    return solve


def _chat_message(message: Message) -> inspect_model.ChatMessage:
    parts: list[inspect_model.Content] = [
        inspect_model.ContentText(text=part.text)
        if isinstance(part, TextPart)
        else inspect_model.ContentImage(image=part.data_url)
        for part in message.parts
    ]
    plain = all(isinstance(part, TextPart) for part in message.parts)  # some servers refuse a list here
    return _MESSAGES[message.role](content=message.text if plain else parts)


@_in_our_namespace
def _judge(suite: str, dataset: str, setting: str) -> inspect_scorer.Scorer:
    """Judge answers in the sandbox: points, or correct or not. A failure of ours leaves a sample unscored."""
    source = sources.from_suite(suite, dataset)
    tasks = {ours.id: ours for ours in source.tasks}
    extraction = source.rule(_EXTRACTION, setting=setting).extract

    async def score(state: inspect_solver.TaskState, _target: inspect_scorer.Target) -> inspect_scorer.Score:
        content = state.output.choices[0].message.content if state.output.choices else ""
        text = answer_text(content, {})
        try:
            sample, outcome = await _in_thread(_JUDGE.judge, tasks[str(state.sample_id)], text, extraction)
        except OurFailure as failure:
            raise _shown_error(failure) from failure
        if isinstance(outcome, MissingSample):
            return inspect_scorer.Score.unscored(reason="scorer_error", explanation=outcome.reason)
        passed = inspect_scorer.CORRECT if outcome.status is Status.PASSED else inspect_scorer.INCORRECT
        return inspect_scorer.Score(
            value=passed if outcome.points is None else outcome.points,
            answer=sample.answer.code,
            explanation=outcome.detail or None,
            metadata={"status": outcome.status.value, "exception": outcome.exception},
        )

    return score


async def _in_thread(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function that waits or computes in a thread of its own, which keeps no other thread waiting."""
    return await anyio.to_thread.run_sync(
        functools.partial(function, *arguments), limiter=anyio.CapacityLimiter(1)
    )


def _shown_error(error: SightbenchError) -> click.ClickException:
    """Return an error that Inspect's command prints without a traceback."""
    kind = click.UsageError if isinstance(error, BadInput) else click.ClickException
    return kind(f"{error}\n  fix: {error.fix}" if error.fix else str(error))


messages = inspect_solver.solver(name="sightbench/messages")(_messages)
judge = inspect_scorer.scorer(
    name="sightbench/judge", metrics=[inspect_scorer.accuracy(), inspect_scorer.stderr(cluster="stem")]
)(_judge)


def _task(suite: str, dataset: str, setting: str, prompt: str, protocol: str) -> Task:
    """Return a data set as a task.

    Raises:
        ClickException: if a name is unknown, or this machine cannot judge; no model has been asked then.
    """
    try:
        source = sources.from_suite(suite, dataset)
        requests = first_requests(source, setting, prompt, protocol)
        check_libraries(source.tasks)
        needed_versions(source.tasks)  # tries the sandbox
    except BadInput as error:
        named = f"-T {error.file}" if error.file in {"setting", "prompt", "protocol"} else error.file
        raise _shown_error(BadInput(named, error.place, error.problem, error.fix)) from error
    except OurFailure as failure:
        raise _shown_error(failure) from failure
    setting, drawn = requests.setting, requests.protocol
    assert source.suite is not None  # noqa: S101 - the source is that of a suite
    has_points = ranking_metric(suite, dataset) == "points"
    # With fewer samples than k there is no unbiased estimate of pass@k.
    reducers = ["mean"] if has_points else [f"pass_at_{k}" for k in _PASS_AT if k <= drawn.draws]
    about = {"suite": suite, "dataset": dataset, "setting": setting, "prompt": prompt, "protocol": drawn.id}
    about |= {
        "extraction": _EXTRACTION,
        "tasks_digest": tasks_digest(source.tasks),
        "sightbench": __version__,
    }
    return Task(
        dataset=inspect_dataset.MemoryDataset(
            [_sample(ours) for ours in source.tasks], name=f"{suite}/{dataset}"
        ),
        setup=messages(suite, dataset, setting, prompt, protocol),
        scorer=judge(suite, dataset, setting),
        metrics=[inspect_scorer.mean(), inspect_scorer.stderr(cluster="stem")] if has_points else None,
        epochs=Epochs(drawn.draws, reducers),
        config=inspect_model.GenerateConfig(
            temperature=drawn.temperature,
            # 1 changes nothing, and an API may refuse it next to a temperature.
            top_p=None if drawn.top_p == 1 else drawn.top_p,
            top_k=drawn.top_k,
            max_tokens=drawn.max_tokens,
            stop_seqs=list(drawn.stop) or None,
        ),
        version=source.suite.version,
        metadata=about,
    )


def _sample(ours: OurTask) -> inspect_dataset.Sample:
    """Return a task with its text; the messages, with the pictures, are made when the sample begins."""
    shown = [part.text if isinstance(part, Text) else "[picture]" for part in ours.parts]
    return inspect_dataset.Sample(
        id=ours.id,
        input="\n".join([*shown, ours.starter_code]).strip() or "[picture]",
        target=ours.check.answer if isinstance(ours.check, ChoiceCheck) else "",
        metadata={"stem": ours.family, "level": ours.level, "categories": [*ours.categories]},
    )


def _register(suite: str, dataset: str) -> None:
    """Let Inspect know a data set as a task, such as ``sightbench/humaneval_v_open``."""

    def built(setting: str = "", prompt: str = "sightbench", protocol: str = "") -> Task:
        return _task(suite, dataset, setting, prompt, protocol)

    built.__doc__ = (
        f"{suite} {dataset}: -T setting=… -T prompt=… -T protocol=…, as `sightbench suites` lists."
    )
    task(name=f"sightbench/{suite}_{dataset}".replace("-", "_"))(_in_our_namespace(built))


for _suite in load_all().values():
    for _dataset in _suite.data.public:
        _register(_suite.id, _dataset)
