"""The requests of a judging by a model: each is a plan of its own, with one text for each sample."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from benchmark.core.digest import digest_lines
from benchmark.core.prompt import OWN_PROMPT, PAPER, Turn
from benchmark.core.sample import Completion
from benchmark.core.suite import DrawProtocol
from benchmark.core.task import RubricCheck, RubricName, Task, Text
from benchmark.generation.asking.budget import lower_limit
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.rubric.prompting import (
    again_prompt,
    elements_prompt,
    printed_digests,
    printed_prompt,
    prompt_digests,
    score_prompt,
)
from benchmark.pipeline.rubric.samples import RubricSample

PROTOCOL = "rubric"
MOST_TOKENS = 4096  #: tokens of a reply if the config of the model does not say
_NOTHING = "(no reply)"  #: in place of an empty reply
Ask = Literal["elements", "score", "again"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricPlan:
    """Which answers are judged, and by whom."""

    samples: tuple[RubricSample, ...]
    suite: str
    dataset: str
    access: ModelAccess
    folder: Path  #: for the files of replies while the model is asked
    repeats: int = 2  #: how often a reply without a score is asked for again, at most
    budget: float | None = None  #: US dollars
    lent: Mapping[str, str] = field(default_factory=dict)  #: variable → the host that it is lent to
    #: The paper's scoring prompts, which ask for a score at once; empty for ours.
    printed: Mapping[RubricName, str] = field(default_factory=dict)

    @property
    def asked(self) -> tuple[RubricSample, ...]:
        """The samples that the model is shown."""
        return tuple(sample for sample in self.samples if sample.code)


class RequestPrompt:
    """A :class:`benchmark.core.prompt.Prompt` that shows a request, the text in ``description``."""

    stages = 1

    def __init__(self, digest: str) -> None:
        self.digest = digest

    def turns(self, task: Task, stage: int, earlier: str) -> Sequence[Turn]:  # noqa: ARG002 - of the protocol
        """Return the request."""
        return (Turn(speaker="user", parts=(Text(text=task.description),)),)


def printed_request(sample: RubricSample, printed: Mapping[RubricName, str]) -> Task:
    """Return the request for the score of an answer in the words of the paper."""
    return _request(sample, printed_prompt(printed[sample.rubric.name], sample.task, sample.code))


def digests_of(plan: RubricPlan) -> dict[str, str]:
    """Return the digests of all prompts of a judging, by name."""
    return printed_digests(plan.printed) if plan.printed else prompt_digests()


def elements_request(sample: RubricSample) -> Task:
    """Return the request for the key elements of an answer."""
    return _request(sample, elements_prompt(sample.task, sample.rubric, sample.code))


def score_request(sample: RubricSample, elements: str) -> Task:
    """Return the request for the score of an answer, given its key elements."""
    return _request(sample, score_prompt(sample.rubric, elements))


def again_request(sample: RubricSample, elements: str, reply: Completion) -> Task:
    """Return the request that follows a reply without a score, which is data too."""
    return _request(sample, again_prompt(sample.rubric, elements, reply.text.strip() or _NOTHING))


def protocol_of(access: ModelAccess) -> DrawProtocol:
    """Return how a model is asked: once, at temperature 0."""
    tokens = access.sampling.max_tokens or MOST_TOKENS
    return DrawProtocol(id=PROTOCOL, draws=1, temperature=0.0, max_tokens=tokens)


def request_plan(
    plan: RubricPlan, step: str, ask: Ask, requests: Sequence[Task], spent: float
) -> GenerationPlan:
    """Return the plan of all requests of a step.

    Args:
        plan: the judging.
        step: name of the step, and of its file.
        ask: what is asked for.
        requests: one request per sample.
        spent: US dollars that other steps have cost.
    """
    own = plan.access
    digest = digest_lines(sorted(digests_of(plan).items())) if plan.printed else prompt_digests()[ask]
    budget = lower_limit(plan.budget, own.max_cost)  # one limit for all steps together
    return GenerationPlan(
        tasks=tuple(requests),
        suite=plan.suite,
        dataset=plan.dataset,
        setting=f"{PROTOCOL}-{step}",
        prompt=RequestPrompt(digest),
        prompt_name=PAPER if plan.printed else OWN_PROMPT,
        protocol=protocol_of(own),
        access=replace(own, max_cost=None),
        out=plan.folder / f"{step}.jsonl",
        budget=budget,
        spent_usd=spent,
        lent=plan.lent,
    )


def _request(sample: RubricSample, text: str) -> Task:
    check = RubricCheck(rubric=sample.rubric.name, reference="")
    return Task(
        id=sample.request_id,
        suite=sample.task.suite,
        dataset=sample.task.dataset,
        check=check,
        description=text,
    )
