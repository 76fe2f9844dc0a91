"""Asks a model to judge: for key elements, then for a score, and again if it cannot be read."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmark.core.sample import Completion, sample_key
from benchmark.core.task import Task
from benchmark.files.predictions import read_predictions
from benchmark.generation.asking.estimate import Estimate, add_estimates
from benchmark.generation.record.manifest import read_manifest
from benchmark.pipeline.generate.generate import Listen, estimate_plan, generate_unless_refused, spent_so_far
from benchmark.pipeline.generate.generation_file import samples_present
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.rubric.requests import (
    MOST_TOKENS,
    Ask,
    RubricPlan,
    again_request,
    elements_request,
    printed_request,
    request_plan,
    score_request,
)
from benchmark.pipeline.rubric.rubrics import (
    ELEMENTS,
    ELEMENTS_AGAIN,
    SCORE,
    again_step,
    read_score,
    reply_text,
)
from benchmark.results.rubric import StepReply

_CHARACTERS_PER_TOKEN = 4  #: for guessing the length of extracted elements


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedReplies:
    """The replies of a model, and why some are missing."""

    replies: tuple[StepReply, ...]
    refused: Mapping[str, str]  #: reason by ``task_id#draw``, of samples that the server refused
    started: str  #: UTC


def estimate_rubric(plan: RubricPlan) -> Estimate:
    """Estimate a judging without a call or a key; requests that repeat a question are not counted.

    Raises:
        BadInput: if the config of the model, a price or a file of an earlier run is wrong.
    """
    steps = _Steps(plan)
    if plan.printed:
        printed = [printed_request(sample, plan.printed) for sample in plan.asked]
        scores = steps.plan(SCORE, "score", printed)
        return estimate_plan(scores, prepare(scores, calls=False))
    elements = steps.plan(ELEMENTS, "elements", [elements_request(sample) for sample in plan.asked])
    ready = prepare(elements, calls=False)
    estimates = [estimate_plan(elements, ready)]
    whole = "x" * (_CHARACTERS_PER_TOKEN * (plan.access.sampling.max_tokens or MOST_TOKENS))
    complete = samples_present(elements, ready[0].stage, ready[0].config).missing == 0
    if plan.asked and (complete or _begun(plan, SCORE)):
        files = [elements.out, plan.folder / f"{ELEMENTS_AGAIN}.jsonl"]
        replies = [reply for file in files if file.is_file() for reply in read_predictions(file)]
        extracted = {reply.task_id: reply_text(reply) for reply in replies}
        known = [sample for sample in plan.asked if extracted.get(sample.request_id)]
        requests = [score_request(sample, extracted[sample.request_id]) for sample in known]
        scores = steps.plan(SCORE, "score", requests)
    else:  # no file of scores has begun; the other name keeps a broken one out of this
        scores = steps.plan("estimate", "score", [score_request(sample, whole) for sample in plan.asked])
    return add_estimates([*estimates, estimate_plan(scores, prepare(scores, calls=False))])


def ask(plan: RubricPlan, listen: Listen, seconds: float | None = None) -> AskedReplies:
    """Ask for everything that is missing; replies are written to the plan's folder as they arrive.

    A sample that the server refuses has no score. Calling again continues where an earlier run stopped.

    Args:
        plan: what to judge.
        listen: shows the progress of each step.
        seconds: make no further call after this time; None for no limit.

    Raises:
        BadInput: if the config, a price or a file of an earlier run is wrong, or the budget is used up.
        OurFailure: if replies are missing because of outages.
        RunInterrupted: after Ctrl-C, or when the time is up.
    """
    steps = _Steps(plan, listen, None if seconds is None else time.monotonic() + seconds)
    samples = {sample.request_id: sample for sample in plan.asked}
    if not samples:
        return AskedReplies(replies=(), refused={}, started="")
    if plan.printed:
        requests = {id_: printed_request(sample, plan.printed) for id_, sample in samples.items()}
        waiting = steps.run(SCORE, "score", [*requests.values()], again_step(1))
        _ask_again(steps, plan, waiting, lambda id_, _: requests[id_])
        return AskedReplies(replies=tuple(steps.replies), refused=steps.refused, started=steps.started)
    extracted = steps.run(
        ELEMENTS, "elements", [elements_request(sample) for sample in plan.asked], ELEMENTS_AGAIN, SCORE
    )
    empty = [elements_request(samples[id_]) for id_, reply in extracted.items() if not reply_text(reply)]
    extracted |= steps.run(ELEMENTS_AGAIN, "elements", empty, SCORE)
    elements = {id_: found for id_, reply in sorted(extracted.items()) if (found := reply_text(reply))}
    waiting = steps.run(
        SCORE,
        "score",
        [score_request(samples[id_], text) for id_, text in elements.items()],
        again_step(1),
    )
    _ask_again(steps, plan, waiting, lambda id_, reply: again_request(samples[id_], elements[id_], reply))
    return AskedReplies(replies=tuple(steps.replies), refused=steps.refused, started=steps.started)


def _ask_again(
    steps: "_Steps",
    plan: RubricPlan,
    waiting: Mapping[str, Completion],
    request: Callable[[str, Completion], Task],
) -> None:
    """Ask again for each score that cannot be read, as often as the plan allows."""
    for number in range(1, plan.repeats + 1):
        unread = {id_: reply for id_, reply in waiting.items() if read_score(reply) is None}
        requests = [request(id_, reply) for id_, reply in unread.items()]
        waiting = steps.run(again_step(number), "again", requests, again_step(number + 1))


class _Steps:
    """The steps so far: their replies, refusals and costs."""

    def __init__(self, plan: RubricPlan, listen: Listen | None = None, until: float | None = None) -> None:
        self._plan, self._listen, self._until = plan, listen, until
        self._samples = {sample.request_id: sample for sample in plan.asked}
        self._spent = 0.0
        self.replies: list[StepReply] = []
        self.refused: dict[str, str] = {}
        self.started = ""

    def plan(self, step: str, ask: Ask, requests: Sequence[Task]) -> GenerationPlan:
        """Return the plan of a step."""
        return request_plan(self._plan, step, ask, requests, self._spent)

    def run(self, step: str, ask: Ask, requests: Sequence[Task], *following: str) -> dict[str, Completion]:
        """Ask for the replies of a step, and return them by the id of the request, sorted.

        If a following step has begun, nothing is asked: its requests follow from these replies.
        """
        if not requests:
            return {}
        own = self.plan(step, ask, requests)
        ready = prepare(own)
        if not any(_begun(self._plan, step) for step in following):
            assert self._listen is not None  # noqa: S101 - an estimate asks nothing
            left = None if self._until is None else max(0.0, self._until - time.monotonic())
            generate_unless_refused(own, ready, self._listen, left)
        samples_present(own, ready[0].stage, ready[0].config)  # whether it is of the same config
        found = (
            {reply.task_id: reply for reply in read_predictions(own.out)} if _begun(self._plan, step) else {}
        )
        manifest = read_manifest(own.out)
        if manifest is not None:
            self.started = self.started or manifest.started
            missing = {sample_key(name)[0]: why for name, why in manifest.missing.items()}
            self.refused |= {self._samples[id_].name: why for id_, why in missing.items() if id_ not in found}
        self._spent += spent_so_far(own, ready)
        for id_, reply in found.items():
            sample = self._samples[id_]
            self.replies.append((step, replace(reply, task_id=sample.task.id, draw=sample.draw)))
        return dict(sorted(found.items()))


def _begun(plan: RubricPlan, step: str) -> bool:
    file = plan.folder / f"{step}.jsonl"
    return file.is_file() and file.stat().st_size > 0
