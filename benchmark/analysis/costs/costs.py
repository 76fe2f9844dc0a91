"""What evaluations and a year of nights cost, from tasks, prompts and protocols, and from measured rates."""

import math
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.core.prompt import Prompt, PromptWithExamples
from benchmark.core.suite import DrawProtocol, Suite
from benchmark.core.task import ChoiceCheck, RubricCheck, Task
from benchmark.files.edge import Amount, Count, Record, validate_record
from benchmark.generation.asking.estimate import estimate
from benchmark.generation.providers import PROVIDERS
from benchmark.generation.wire.pace import RateLimits
from benchmark.generation.wire.price import find_pricer
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.submissions.schema import ModelConfig, Submission
from benchmark.suites import SUITES, guessed_share

#: What a model writes: a program; words and then a program; or the letter of an option.
AnswerKind = Literal["program", "reasoning", "letter"]
FILE = "rates.toml"


class Rate(Record):
    """The origin of a rate."""

    date: Annotated[str, Field(pattern=r"^20\d\d-\d\d-\d\d$")]
    source: str = Field(description="the data or the program that gave it")
    how: str = Field(description="how it was measured, or why it is assumed")
    measured: bool = Field(description="whether it was measured; if not, it is an assumption")

    @property
    def words(self) -> str:
        """The rate without its origin: ``timeout: share 0.0053, low 0, high 0.013``."""
        values = self.model_dump(exclude={"date", "source", "how", "measured"})
        named = ", ".join(f"{name} {_words(value)}" for name, value in values.items())
        return f"{type(self).__name__.removesuffix('Rate').lower()}: {named}"


class JudgingRate(Rate):
    """CPU time of judging right answers, in all processes of the command."""

    suite: str
    datasets: list[str] = Field(min_length=1)
    cpu_seconds: Amount = Field(description="per completion")
    start_cpu_seconds: Amount = Field(description="per command, to read the tasks and start the sandbox")


class TimeoutRate(Rate):
    """Share of real answers that use their whole CPU time."""

    share: Annotated[float, Field(ge=0, le=1)]
    low: Annotated[float, Field(ge=0, le=1)] = Field(description="the model with the lowest share")
    high: Annotated[float, Field(ge=0, le=1)] = Field(description="the model with the highest share")


class AnswerRate(Rate):
    """Mean tokens of an answer."""

    kind: AnswerKind
    tokens: Amount
    low: Amount = Field(description="the model with the shortest answers")
    high: Amount = Field(description="the model with the longest answers")


class StorageRate(Rate):
    """Bytes per sample on the results branch."""

    row_bytes: Count = Field(description="of a row or a panel, JSON")
    verdict_bytes: Count = Field(description="gzipped")
    completion_bytes: Count = Field(description="gzipped")


class JobRate(Rate):
    """Jobs of CI, apart from those that generate and judge."""

    cores: Annotated[int, Field(ge=1)] = Field(description="of a runner")
    setup_minutes: Amount = Field(description="per job: check out, set up Python, install")
    plan_jobs: Count = Field(description="jobs of run.yml that plan and reserve")
    evaluation_jobs: Count = Field(
        description="jobs of run.yml for a part that neither ask nor judge, and those of site.yml"
    )
    night_jobs: Count = Field(description="jobs of a night per day: its plan, care.yml and site.yml")


class PriceRate(Rate):
    """US dollars per million tokens."""

    model: str
    input_usd: Amount
    output_usd: Amount


class Rates(Record):
    """All rates."""

    judging: list[JudgingRate]
    timeouts: TimeoutRate
    answers: list[AnswerRate]
    storage: StorageRate
    jobs: JobRate

    def judging_rate(self, suite: str, dataset: str) -> tuple[JudgingRate, bool]:
        """Return the rate of a data set, and whether it was measured on this very data set.

        Otherwise it is that of the suite's set with the same ending, of the suite, or the first of all.
        """
        same = [rate for rate in self.judging if rate.suite == suite]
        for rate in same:
            if dataset in rate.datasets:
                return rate, True
        ending = dataset.rpartition("-")[2]
        alike = (rate for rate in same if any(name.endswith(ending) for name in rate.datasets))
        return next(alike, (same or self.judging)[0]), False

    def answer_rate(self, kind: AnswerKind) -> AnswerRate:
        """Return the length of answers of a kind."""
        return next(rate for rate in self.answers if rate.kind == kind)

    def used(self) -> list[Rate]:
        """Return all rates; a report names its price itself."""
        return [*self.judging, self.timeouts, *self.answers, self.storage, self.jobs]


def read_rates() -> Rates:
    """Read the rates of this version.

    Raises:
        BadInput: if the file is not valid.
    """
    text = files("benchmark.analysis.costs").joinpath(FILE).read_text(encoding="utf-8")
    rates = tomllib.loads(text)
    # Many rates have the same origin.
    rates["judging"] = [{**origin, **rate} for origin in rates["judging"] for rate in origin.pop("rates")]
    return validate_record(Rates, rates, FILE)


def _words(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return " and ".join(map(str, value)) if isinstance(value, list) else str(value)


NIGHTS = 365
_MIB = 1 << 20
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
    #: Tokens of the prompts of all tasks, by stage; without the text of an earlier one.
    prompt_tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What something costs."""

    samples: int
    tokens_in: int  #: of prompts; guessed, as `generate --estimate` does
    tokens_out: int  #: expected
    usd: float  #: US dollars, expected
    usd_limit: float  #: US dollars if every answer were as long as the protocol allows
    cpu_hours: float  #: of judging, with the mean share of answers that time out
    ci_minutes: int  #: minutes of CI; each job is rounded up


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationCost(Cost):
    """The cost of one evaluation of one model."""

    suite: str
    dataset: str
    setting: str
    protocol: str
    calls: int  #: calls of a model: one per sample and stage
    cpu_measured: bool  #: whether judging was measured on this data set


@dataclass(frozen=True, slots=True, kw_only=True)
class YearCost(Cost):
    """The cost of 365 nights of one series, in addition to its evaluation."""

    suite: str
    dataset: str
    setting: str
    panel_tasks: int
    storage_mib: float  #: added to the results branch, before git compresses it


@dataclass(frozen=True, slots=True, kw_only=True)
class CostReport:
    """The costs of several suites."""

    evaluations: list[EvaluationCost]
    #: Every data set here once, in its first setting and its first protocol; None with --suite.
    full: Cost | None
    year: list[YearCost]  #: each data set as a series of one model
    uncounted: list[str]  #: data sets whose cost is unknown, because their tasks are not here


def asked_tasks(suite: Suite, dataset: str, setting: str) -> AskedTasks:
    """Read a data set, and guess the tokens of its prompts as `generate --estimate` does.

    Raises:
        BadInput: if the data set is not here, or lacks something that the setting shows.
    """
    if setting in suite.asked.looking:
        problem = f"how many calls {setting} needs depends on the model"
        raise BadInput(
            "--setting", "", problem, "use `sightbench generate --estimate`, which says the maximum"
        )
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
    drawn, rates = protocol.within(asked.setting), basis.rates
    samples, stages = len(asked.tasks) * drawn.draws, len(asked.prompt_tokens)
    lengths = _answer_lengths(asked, drawn, basis)
    (tokens_in, tokens_out), at_most = (
        (sum(asked.prompt_tokens) * drawn.draws + round(samples * sum(each[:-1])), round(samples * sum(each)))
        for each in (lengths, [float(drawn.max_tokens)] * stages)
    )
    rate, measured = rates.judging_rate(asked.suite.id, asked.dataset)
    jobs = math.ceil(samples / basis.samples_per_job)
    run = (task for task in asked.tasks if not isinstance(task.check, ChoiceCheck | RubricCheck))
    full = drawn.draws * sum(task.limits.seconds for task in run)  # of answers that do not end
    cpu = rate.start_cpu_seconds * jobs + samples * rate.cpu_seconds + rates.timeouts.share * full
    asking = estimate(
        samples=samples * stages,
        calls=samples * stages,
        tokens_in=tokens_in,
        tokens_limit=max(1, round(sum(lengths) / stages)),
        limits=RateLimits(),
        pricer=None,
    )
    setup = rates.jobs.setup_minutes
    judging = jobs * math.ceil(setup + cpu / jobs / rates.jobs.cores / _MINUTE)
    others = (rates.jobs.plan_jobs + rates.jobs.evaluation_jobs) * math.ceil(setup)
    return EvaluationCost(
        suite=asked.suite.id,
        dataset=asked.dataset,
        setting=asked.setting,
        protocol=drawn.id,
        samples=samples,
        calls=samples * stages,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        usd=_usd(tokens_in, tokens_out, basis.price),
        usd_limit=_usd(*at_most, basis.price),
        cpu_hours=cpu / _HOUR,
        cpu_measured=measured,
        ci_minutes=judging + math.ceil(setup + asking.seconds / _MINUTE) + others,
    )


def _answer_lengths(asked: AskedTasks, drawn: DrawProtocol, basis: CostBasis) -> list[float]:
    """Return the expected tokens of the text of each stage; an earlier stage describes a picture in words."""
    last: AnswerKind = "program" if guessed_share(asked.suite.id, asked.dataset) is None else "letter"
    if asked.setting in asked.suite.asked.reasoning:
        last = "reasoning"
    earlier: AnswerKind = "reasoning"
    kinds = [earlier] * (len(asked.prompt_tokens) - 1) + [last]
    expected = (
        basis.rates.answer_rate(kind).tokens if basis.tokens is None else basis.tokens for kind in kinds
    )
    return [min(tokens, float(drawn.max_tokens)) for tokens in expected]


def _usd(tokens_in: int, tokens_out: int, price: PriceRate) -> float:
    return (tokens_in * price.input_usd + tokens_out * price.output_usd) / _MILLION


def year_cost(asked: AskedTasks, protocol: DrawProtocol, basis: CostBasis, *, panel_tasks: int) -> YearCost:
    """Return the cost of a series that is drawn every night, with panels of at most ``panel_tasks`` tasks."""
    once = evaluation_cost(asked, replace(protocol.within(asked.setting), draws=1, elsewhere=()), basis)
    tasks = min(panel_tasks, once.samples)
    samples = tasks * NIGHTS
    times = samples / once.samples
    jobs, stored = basis.rates.jobs, basis.rates.storage
    completions = stored.completion_bytes * len(asked.prompt_tokens)
    more = (jobs.night_jobs - jobs.plan_jobs) * math.ceil(jobs.setup_minutes)
    return YearCost(
        suite=once.suite,
        dataset=once.dataset,
        setting=once.setting,
        panel_tasks=tasks,
        samples=samples,
        tokens_in=round(once.tokens_in * times),
        tokens_out=round(once.tokens_out * times),
        usd=once.usd * times,
        usd_limit=once.usd_limit * times,
        cpu_hours=once.cpu_hours * times,
        ci_minutes=NIGHTS * (once.ci_minutes + more),
        storage_mib=samples * (stored.row_bytes + stored.verdict_bytes + completions) / _MIB,
    )


def cost_report(
    known: Mapping[str, Suite],
    basis: CostBasis,
    *,
    panel_tasks: int,
    dataset: str = "",
    setting: str = "",
) -> CostReport:
    """Return the costs of the suites in ``known``.

    An empty ``dataset`` stands for all, an empty ``setting`` for the first in which a model can be asked.

    Raises:
        BadInput: if the data set that is named is not here, or does not have what the setting shows.
    """
    evaluations: list[EvaluationCost] = []
    first: list[EvaluationCost] = []
    year: list[YearCost] = []
    uncounted: list[str] = []
    for suite in known.values():
        for name in (dataset,) if dataset else _datasets(suite):
            asked = _try_asked(suite, name, (setting,) if setting else _askable(suite, name))
            if isinstance(asked, BadInput):
                if dataset:
                    raise asked
                uncounted.append(f"{suite.id}/{name}")
                continue
            protocols = list(suite.asked.protocols.values())
            costs = [evaluation_cost(asked, protocol, basis) for protocol in protocols]
            evaluations += costs
            first += [] if name in suite.data.parts else costs[:1]
            year.append(year_cost(asked, protocols[0], basis, panel_tasks=panel_tasks))
    full = None if dataset or len(known) < len(SUITES) else _total(first)
    return CostReport(evaluations=evaluations, full=full, year=year, uncounted=uncounted)


def table_price(config: ModelConfig) -> PriceRate | None:
    """Return the price of a model by the price table of today; None if it has none, or calls the model free.

    Raises:
        BadInput: if the price table is not installed.
    """
    vendor, url = PROVIDERS[config.provider].vendor, config.base_url
    pricer = find_pricer(config.model, vendor=vendor, base_url=url, given=None)
    if pricer is None or min(pricer.price.input_usd, pricer.price.output_usd) <= 0:
        return None
    price = pricer.price
    return PriceRate(
        model=config.model,
        input_usd=price.input_usd,
        output_usd=price.output_usd,
        date=price.date,
        source=price.source,
        how="price table of the package; nothing is taken off for caches or batches",
        measured=True,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionCost:
    """What the runs of a submission cost; its models have the price of the first."""

    submission: Submission
    config: ModelConfig
    price: PriceRate | None  #: None if the price table has none
    runs: Sequence[EvaluationCost]  #: empty without a price
    total: Cost


def submission_costs(
    submissions: Iterable[Submission], known: Mapping[str, Suite], *, samples_per_job: int, tokens: float
) -> Iterator[SubmissionCost]:
    """Yield what each submission with a model costs by the price table of today.

    Args:
        submissions: their runs name data sets that are on this machine.
        known: suites by name.
        samples_per_job: completions that one job of CI judges.
        tokens: expected tokens per answer of models that think; others write as much as was measured.

    Raises:
        BadInput: if the price table is not installed.
    """
    rates = read_rates()
    read = cache(lambda suite, dataset, setting: asked_tasks(known[suite], dataset, setting))
    for submission in submissions:
        config = next(run.model for run in submission.runs if run.model is not None)
        runs = []
        if price := table_price(config):
            length = None if submission.reasoning is False else tokens
            basis = CostBasis(rates=rates, price=price, samples_per_job=samples_per_job, tokens=length)
            for run in submission.runs:
                protocol = known[run.suite].asked.protocols[run.protocol]
                runs.append(evaluation_cost(read(run.suite, run.dataset, run.setting), protocol, basis))
        yield SubmissionCost(submission=submission, config=config, price=price, runs=runs, total=_total(runs))


def _datasets(suite: Suite) -> Sequence[str]:
    """Return the data sets that a submission may name, without those that people build."""
    return [name for name in suite.submittable if name in suite.datasets]


def _askable(suite: Suite, dataset: str) -> Sequence[str]:
    other = {*suite.asked.coder_settings, *suite.asked.captioner_settings}
    return [name for name in suite.settings_for(dataset, asked=True) if name not in other]


def _try_asked(suite: Suite, dataset: str, settings: Sequence[str]) -> AskedTasks | BadInput:
    """Return the data set in the first setting in which a model can be asked here, or the last error."""
    error = BadInput(dataset, "", "has no setting", "")
    for setting in settings:
        try:
            return asked_tasks(suite, dataset, setting)
        except BadInput as found:
            error = found
    return error


def _total(costs: Sequence[Cost]) -> Cost:
    return Cost(**{field.name: sum(getattr(cost, field.name) for cost in costs) for field in fields(Cost)})
