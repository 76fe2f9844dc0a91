"""Judge answers that need no model on tasks of every data set on this machine: a sample, weekly all.

The extraction rule is our own: upstream's rule cuts an answer at the letters "assert", which a docstring may
contain.
"""

from itertools import combinations

import pytest

from benchmark.core.sample import Completion
from benchmark.core.suite import Suite
from benchmark.core.verdict import MissingSample, Status
from benchmark.datasets.store import read_fetched
from benchmark.datasets.twins import blind_ceiling, twin_groups
from benchmark.pipeline import sources
from benchmark.pipeline.judge import baselines
from benchmark.pipeline.judge.evaluate import evaluate
from benchmark.pipeline.judge.local_pool import LocalPool
from benchmark.suites import fetch_command, load_all
from benchmark.suites.mathopeval.names import REAL_DATASETS
from benchmark.suites.open_collections import OPEN_COLLECTIONS
from tests.sampling import chosen_task
from workshop.authoring.twin_proof import without_kind


def is_fetched(suite: str, dataset: str) -> bool:
    return dataset.startswith("official") or dataset in REAL_DATASETS or bool(fetch_command(suite, dataset))


#: All data sets; of those that users fetch, import or make, only those on this machine.
DATASETS = [
    (suite, dataset)
    for suite in load_all().values()
    for dataset in suite.datasets
    if not is_fetched(suite.id, dataset) or read_fetched(suite.id, dataset) is not None
]


@pytest.mark.parametrize(("baseline", "status"), [("gold", Status.PASSED), ("blank", Status.NO_ANSWER)])
@pytest.mark.parametrize(("suite", "dataset"), DATASETS, ids=[f"{s.id}-{d}" for s, d in DATASETS])
def test_gold_solves_tasks_and_blank_none(suite: Suite, dataset: str, baseline: str, status: Status) -> None:
    source = sources.from_suite(suite.id, dataset)
    # Large calls were measured when the tasks were built.
    # A drawing costs most, and the three sets of drawings have the same references.
    share = {"open-free": 72, "open-picture": 240, "open-words": 240}.get(dataset, 24)
    tasks = [without_kind(task, "large") for task in source.tasks if chosen_task(task, share)]
    answers = baselines.completions(baseline, tasks)
    evaluation = evaluate(tasks, answers, rule=source.rule("own"), executor=LocalPool())
    unexpected = [
        outcome
        for outcome in evaluation.outcomes
        if isinstance(outcome, MissingSample) or outcome.status != status
    ]
    assert unexpected == []
    assert evaluation.scores[0].value == (1.0 if baseline == "gold" else 0.0)


@pytest.mark.parametrize(
    ("suite_id", "known"),
    [
        ("humaneval-v", 77 / 255),
        pytest.param("mmcode", 86 / 211, marks=pytest.mark.weekly),
        pytest.param("code-vision", 117 / 283, marks=pytest.mark.weekly),
    ],
)
def test_no_program_without_the_pictures_exceeds_the_blind_ceiling(suite_id: str, known: float) -> None:
    """Neither guesses from the text nor the set of all right programs help without the pictures."""
    source = sources.from_suite(suite_id, OPEN_COLLECTIONS[suite_id].dataset)
    tasks = [without_kind(task, "large") for task in source.tasks]
    groups = twin_groups(tasks)
    ceiling = blind_ceiling(groups) / len(tasks)
    by_id = {task.id: task for task in tasks}
    first: dict[str, str] = {}
    for group in groups:
        twins = {frozenset((pair.first, pair.second)) for pair in group.pairs if pair.are_twins}
        # Captures of pictures are of another instance, which may have no twin in the first one.
        sets = (chosen for chosen in combinations(group.tasks, group.ceiling))
        alone = next(each for each in sets if twins.isdisjoint(map(frozenset, combinations(each, 2))))
        first |= {name: by_id[name if name in alone else alone[0]].reference for name in group.tasks}
    knowing = [
        Completion(task_id=name, draw=0, text=f"```python\n{program}```") for name, program in first.items()
    ]
    scores = [
        evaluate(tasks, answers, rule=source.rule("own"), executor=LocalPool()).scores[0].value
        for answers in (baselines.completions("guess", tasks), knowing)
    ]
    assert scores[0] <= ceiling
    assert scores[1] == round(ceiling, 6)  # as scores are
    assert ceiling == pytest.approx(known)
