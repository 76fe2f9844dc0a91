"""Whether pages may show the tasks of a data set."""

from benchmark.core.fresh import is_fresh
from benchmark.core.suite import suite_of
from benchmark.core.suite_facts import Licence
from benchmark.suites import SUITES

#: (suite, data set) of tasks that other projects publish, whether or not they are on this machine.
EXTERNAL_DATASETS = frozenset(
    (name, dataset)
    for name, suite in SUITES.items()
    for dataset, licence in suite.licences.items()
    if licence.command
)


def licence_of(suite: str, dataset: str) -> Licence:
    """Return the licence of a data set; the tasks of an unknown data set are not shown."""
    known = suite_of(suite).licences.get(dataset)
    if known is not None:
        return known
    if is_fresh(dataset):
        return Licence(
            name="kept back",
            shows=False,
            kept_back=True,
            reason="Fresh tasks are not shown, so that models cannot learn them.",
        )
    return Licence(
        name="not known",
        shows=False,
        reason="The licence of these tasks is unknown, so they are not shown.",
    )
