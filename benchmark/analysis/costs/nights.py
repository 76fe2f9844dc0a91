"""The cost of a year of nights of one series, with its storage."""

import math
from dataclasses import replace

from benchmark.analysis.costs.evaluation_cost import AskedTasks, CostBasis, evaluation_cost
from benchmark.analysis.costs.report import YearCost
from benchmark.core.suite import DrawProtocol

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
        nights=NIGHTS,
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
