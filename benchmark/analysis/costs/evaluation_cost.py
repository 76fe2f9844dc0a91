"""The cost of one evaluation, from its tasks, prompts and protocol, and from measured rates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmark.analysis.costs.rates import AnswerKind, PriceRate, Rates
from benchmark.analysis.costs.report import EvaluationCost
from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt, PromptWithExamples
from benchmark.core.suite import DrawProtocol, Suite
from benchmark.core.task import ChoiceCheck, RubricCheck, Task
from benchmark.generation.asking.estimate import estimate
from benchmark.generation.wire.pace import RateLimits
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.suites.settings import guessed_share

_BYTES_PER_TOKEN = 3  #: of an earlier stage's text, as prompts are guessed
_MILLION, _MINUTE, _HOUR = 1_000_000, 60.0, 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBasis:
    """What a cost is computed from, apart from the tasks."""

    rates: Rates
    price: PriceRate
    samples_per_job: int  #: completions that one job of CI judges
    tokens: float | None = None  #: tokens per answer that the user expects; None for the measured length


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTasks:
    """A data set in a setting, with the tokens of its prompts, which are the same for all protocols."""

    suite: Suite
    dataset: str
    setting: str
    tasks: Sequence[Task]
    prompt_tokens: tuple[
        int, ...
    ]  #: of the prompts of all tasks, by stage; without the text of an earlier one


def asked_tasks(suite: Suite, dataset: str, setting: str) -> AskedTasks:
    """Read a data set, and guess the tokens of its prompts as `generate --estimate` does.

    Raises:
        BadInput: if the data set is not here, or lacks something that the setting shows.
    """
    tasks = suite.datasets[dataset]()
    prompt: Prompt = suite.prompt("sightbench", setting)
    if isinstance(prompt, PromptWithExamples):
        prompt = prompt.within(dataset)
    prompts = Prompts(tasks, prompt, folders={}, max_side=None)
    tokens = tuple(sum(prompts.guess(task.id, stage, "") for task in tasks) for stage in range(prompt.stages))
    return AskedTasks(suite=suite, dataset=dataset, setting=setting, tasks=tasks, prompt_tokens=tokens)


def evaluation_cost(asked: AskedTasks, protocol: DrawProtocol, basis: CostBasis) -> EvaluationCost:
    """Return the cost of one evaluation.

    Tokens in: prompts as they are guessed, times the draws, plus the earlier text in a second stage. Tokens
    out: the expected length of an answer, at most the limit of the protocol. CPU time: the measured time of
    right answers, plus the share of answers that use all of their CPU time. Minutes of CI: jobs, each rounded
    up to a minute as it is billed.
    """
    drawn = protocol.within(asked.setting)
    count = len(asked.tasks)
    samples, stages = count * drawn.draws, len(asked.prompt_tokens)
    lengths = _answer_lengths(asked, drawn, basis)
    limits = [float(drawn.max_tokens)] * stages
    tokens_in, limit_in = (
        sum(asked.prompt_tokens) * drawn.draws + round(samples * sum(each[:-1])) for each in (lengths, limits)
    )
    tokens_out, limit_out = (round(samples * sum(each)) for each in (lengths, limits))
    rate, measured = basis.rates.judging_rate(asked.suite.id, asked.dataset)
    jobs = math.ceil(samples / basis.samples_per_job)
    cpu = rate.start_cpu_seconds * jobs + samples * rate.cpu_seconds
    timeouts = basis.rates.timeouts
    full = drawn.draws * sum(_cpu_limit(task) for task in asked.tasks)
    return EvaluationCost(
        suite=asked.suite.id,
        dataset=asked.dataset,
        setting=asked.setting,
        protocol=drawn.id,
        tasks=count,
        draws=drawn.draws,
        samples=samples,
        calls=samples * stages,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        tokens_out_limit=limit_out,
        usd=_usd(tokens_in, tokens_out, basis.price),
        usd_limit=_usd(limit_in, limit_out, basis.price),
        cpu_hours=(cpu + timeouts.share * full) / _HOUR,
        cpu_hours_low=(cpu + timeouts.low * full) / _HOUR,
        cpu_hours_high=(cpu + timeouts.high * full) / _HOUR,
        cpu_measured=measured,
        jobs=jobs + 1 + basis.rates.jobs.plan_jobs + basis.rates.jobs.evaluation_jobs,
        ci_minutes=_ci_minutes(
            cpu + timeouts.share * full,
            jobs,
            _asking_seconds(samples * stages, tokens_in, round(sum(lengths) / stages)),
            basis.rates,
        ),
    )


def _answer_lengths(asked: AskedTasks, drawn: DrawProtocol, basis: CostBasis) -> list[float]:
    """Return the expected tokens of the text of each stage; an earlier stage describes a picture in words."""
    stages = len(asked.prompt_tokens)
    first: AnswerKind = "reasoning"
    kinds = [first] * (stages - 1) + [answer_kind(asked)]
    expected = (
        basis.rates.answer_rate(kind).tokens if basis.tokens is None else basis.tokens for kind in kinds
    )
    return [min(tokens, float(drawn.max_tokens)) for tokens in expected]


def answer_kind(asked: AskedTasks) -> AnswerKind:
    """Return what a model writes in this setting."""
    if asked.setting in asked.suite.reasoning:
        return "reasoning"
    return "program" if guessed_share(asked.suite.id, asked.dataset) is None else "letter"


def _cpu_limit(task: Task) -> float:
    """Return the CPU seconds of an answer that does not end; 0 if nothing is run."""
    return 0.0 if isinstance(task.check, ChoiceCheck | RubricCheck) else task.limits.seconds


def _usd(tokens_in: int, tokens_out: int, price: PriceRate) -> float:
    return (tokens_in * price.input_usd + tokens_out * price.output_usd) / _MILLION


def _asking_seconds(calls: int, tokens_in: int, tokens: int) -> float:
    """Return the time in which an API answers, with the default limit of calls at a time."""
    found = estimate(
        samples=calls,
        calls=calls,
        tokens_in=tokens_in,
        tokens_limit=max(1, tokens),
        limits=RateLimits(),
        pricer=None,
    )
    return found.seconds


def _ci_minutes(cpu: float, jobs: int, asking: float, rates: Rates) -> int:
    setup = rates.jobs.setup_minutes
    judging = jobs * math.ceil(setup + cpu / jobs / rates.jobs.cores / _MINUTE)
    others = rates.jobs.plan_jobs + rates.jobs.evaluation_jobs
    return judging + math.ceil(setup + asking / _MINUTE) + others * math.ceil(setup)


def try_asked(suite: Suite, dataset: str, settings: Sequence[str]) -> AskedTasks | BadInput:
    """Return the data set in the first setting in which a model can be asked here, or the last error."""
    error = BadInput(dataset, "", "has no setting", "")
    for setting in settings:
        try:
            return asked_tasks(suite, dataset, setting)
        except BadInput as found:
            error = found
    return error
