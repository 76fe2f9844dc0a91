"""Every task of every data set that comes with the package, judged with answers that need no model.

By our own rule: upstream's cuts an answer at the letters "assert", which a docstring may hold.
"""

import pytest

from benchmark.core.suite import Suite
from benchmark.core.verdict import Missing, Status
from benchmark.pipeline import baselines, sources
from benchmark.pipeline.evaluate import evaluate
from benchmark.pipeline.local import LocalPool
from benchmark.suites import SUITES

DATASETS = [(suite, dataset) for suite in SUITES.values() for dataset in suite.datasets]


@pytest.mark.parametrize(("baseline", "status"), [("gold", Status.PASSED), ("blank", Status.NO_ANSWER)])
@pytest.mark.parametrize(("suite", "dataset"), DATASETS, ids=[f"{s.id}-{d}" for s, d in DATASETS])
def test_gold_solves_every_task_and_blank_none(
    suite: Suite, dataset: str, baseline: str, status: Status
) -> None:
    source = sources.from_suite(suite.id, dataset)
    answers = baselines.completions(baseline, source.tasks)
    evaluation = evaluate(source.tasks, answers, rule=source.rule("own"), executor=LocalPool())
    other = [one for one in evaluation.outcomes if isinstance(one, Missing) or one.status != status]
    assert other == []
    assert evaluation.scores[0].value == (1.0 if baseline == "gold" else 0.0)
