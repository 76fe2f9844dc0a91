"""What a suite's settings and data sets mean for analyses and pages."""

from collections.abc import Sequence

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.suite import offers
from benchmark.suites import suite_of


def ranking_metric(suite: str, dataset: str) -> str:
    """Return the metric that ranks the models of a data set: ``points``, or ``pass@1``."""
    return "points" if dataset.endswith(suite_of(suite).judged.points_endings) else "pass@1"


def guessed_share(suite: str, dataset: str) -> float | None:
    """Return the share of questions that a blind guess solves; None if the tasks are not multiple choice."""
    known = suite_of(suite).judged
    return (
        1 / known.choice_options if known.choice_options and dataset.endswith(known.choice_ending) else None
    )


def blind_setting(suite: str, dataset: str) -> str:
    """Return the blind setting of a suite that fits a data set; empty if none does."""
    return next(iter(fitting_settings(suite, dataset, suite_of(suite).blind.settings)), "")


def fitting_settings(suite: str, dataset: str, settings: Sequence[str]) -> tuple[str, ...]:
    """Return those of a suite's settings that fit a data set; all of them if the data set has no list."""
    listed = suite_of(suite).listed_settings(dataset)
    return tuple(settings) if listed is None else tuple(name for name in settings if offers(listed, name))


def check_setting(suite: str, dataset: str, setting: str) -> None:
    """Check that a setting of a suite fits a data set.

    Raises:
        BadInput: if it does not.
    """
    listed = suite_of(suite).listed_settings(dataset)
    if listed is not None and not offers(listed, setting):
        problem = f"{quote_value(setting)} does not fit the tasks of {suite} {dataset}"
        raise BadInput("--setting", "", problem, f"use one of: {', '.join(listed)}")
