"""All costs of a model: its evaluations, their sum, and a year of nights."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from benchmark.analysis.costs.evaluation_cost import AskedTasks, CostBasis, evaluation_cost, try_asked
from benchmark.analysis.costs.rates import PriceRate, Rate, Rates
from benchmark.analysis.costs.report import (
    CostReport,
    EvaluationCost,
    EvaluationTotal,
    RateOrigin,
    YearCost,
)
from benchmark.core.errors import BadInput
from benchmark.core.suite import DrawProtocol, Suite
from benchmark.suites import SUITES

NIGHTS = 365
_MIB = 1 << 20


def year_cost(asked: AskedTasks, protocol: DrawProtocol, basis: CostBasis, *, panel_tasks: int) -> YearCost:
    """Return the cost of a series that is drawn every night.

    Args:
        asked: the tasks of the series in its setting.
        protocol: its protocol, of which a night takes everything but the number of draws.
        basis: rates, price and size of jobs.
        panel_tasks: maximum tasks of a panel.
    """
    once = evaluation_cost(asked, replace(protocol.within(asked.setting), draws=1, elsewhere=()), basis)
    tasks = min(panel_tasks, once.tasks)
    samples = tasks * NIGHTS
    times = samples / once.samples
    jobs, stored = basis.rates.jobs, basis.rates.storage
    completions = stored.completion_bytes * (once.calls // once.samples)
    more = (jobs.night_jobs - jobs.plan_jobs) * math.ceil(jobs.setup_minutes)
    return YearCost(
        suite=once.suite,
        dataset=once.dataset,
        setting=once.setting,
        protocol=once.protocol,
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


_DIGITS = ("date", "source", "how", "measured", "provider")


def cost_report(
    known: Mapping[str, Suite],
    basis: CostBasis,
    *,
    panel_tasks: int,
    dataset: str = "",
    setting: str = "",
) -> CostReport:
    """Return the costs of the suites in ``known``.

    Args:
        known: the suites.
        basis: rates, price and size of jobs.
        panel_tasks: maximum tasks of a nightly panel.
        dataset: the only data set; empty for all.
        setting: the only setting; empty for the first in which a model can be asked.

    Raises:
        BadInput: if the data set that is named is not here, or does not have what the setting shows.
    """
    evaluations: list[EvaluationCost] = []
    first: list[EvaluationCost] = []
    year: list[YearCost] = []
    uncounted: list[str] = []
    for suite in known.values():
        for name in (dataset,) if dataset else _datasets(suite):
            asked = try_asked(suite, name, (setting,) if setting else _askable(suite, name))
            if isinstance(asked, BadInput):
                if dataset:
                    raise asked
                uncounted.append(f"{suite.id}/{name}")
                continue
            costs = [evaluation_cost(asked, protocol, basis) for protocol in suite.protocols.values()]
            evaluations += costs
            first += [] if name in suite.parts else costs[:1]
            year.append(_year(asked, basis, panel_tasks))
    return CostReport(
        price=_origin(basis.price),
        evaluations=evaluations,
        full=None if dataset or len(known) < len(SUITES) else _total(first),
        year=year,
        uncounted=uncounted,
        rates=[_origin(rate) for rate in _used(basis.rates)],
    )


def costs_of_models(
    known: Mapping[str, Suite], basis: CostBasis
) -> tuple[Sequence[EvaluationCost], Sequence[tuple[PriceRate, EvaluationTotal]]]:
    """Return what each model of the price list costs on our own data sets, named ``open`` or ``open-…``.

    Args:
        known: the suites.
        basis: rates and size of jobs; its price does not matter.

    Returns:
        The evaluations, each set in its first setting and protocol at the price of the basis, and their sum
        for each model.
    """
    found = [
        try_asked(suite, name, _askable(suite, name))
        for suite in known.values()
        for name in _datasets(suite)
        if name.partition("-")[0] == "open"
    ]
    asked = [tasks for tasks in found if not isinstance(tasks, BadInput)]

    def evaluations(basis: CostBasis) -> list[EvaluationCost]:
        return [evaluation_cost(tasks, next(iter(tasks.suite.protocols.values())), basis) for tasks in asked]

    sums = [(price, _total(evaluations(replace(basis, price=price)))) for price in basis.rates.prices]
    return evaluations(basis), sums


def _datasets(suite: Suite) -> Sequence[str]:
    """Return the data sets that a submission may name, without those that people build."""
    return [name for name in suite.submittable if name in suite.datasets]


def _askable(suite: Suite, dataset: str) -> Sequence[str]:
    other = {*suite.coder_settings, *suite.captioner_settings}
    return [name for name in suite.settings_for(dataset, asked=True) if name not in other]


def _year(asked: AskedTasks, basis: CostBasis, panel_tasks: int) -> YearCost:
    protocol = next(iter(asked.suite.protocols.values()))
    return year_cost(asked, protocol, basis, panel_tasks=panel_tasks)


def _total(costs: Sequence[EvaluationCost]) -> EvaluationTotal:
    return EvaluationTotal(
        samples=sum(cost.samples for cost in costs),
        tokens_in=sum(cost.tokens_in for cost in costs),
        tokens_out=sum(cost.tokens_out for cost in costs),
        usd=sum(cost.usd for cost in costs),
        usd_limit=sum(cost.usd_limit for cost in costs),
        cpu_hours=sum(cost.cpu_hours for cost in costs),
        ci_minutes=sum(cost.ci_minutes for cost in costs),
    )


def _used(rates: Rates) -> Iterable[Rate]:
    """Return all rates but the prices: the report names its price itself."""
    return [*rates.judging, rates.timeouts, *rates.answers, rates.storage, rates.jobs]


def _origin(rate: Rate) -> RateOrigin:
    values = rate.model_dump(exclude=set(_DIGITS))
    words = (f"{name} {_words(value)}" for name, value in values.items())
    return RateOrigin(
        rate=f"{type(rate).__name__.removesuffix('Rate').lower()}: {', '.join(words)}",
        measured=rate.measured,
        date=rate.date,
        source=rate.source,
        how=rate.how,
    )


def _words(value: object) -> str:
    return (
        " and ".join(map(str, value))
        if isinstance(value, list)
        else f"{value:g}"
        if isinstance(value, float)
        else str(value)
    )
