"""The values that `submit new` offers for the fields of a run: all that this version can judge."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

import click

from benchmark.core.errors import BadInput, quote_value
from benchmark.core.names import is_fresh
from benchmark.core.suite import Suite, offers
from benchmark.submissions.schema import Provider


class RunChoices:
    """The valid values of a run's fields, which depend on each other.

    Args:
        known: names that runs may use, by suite.
        asked: whether a model will be asked; if not, there are answers already.
    """

    def __init__(self, known: Mapping[str, Suite], *, asked: bool) -> None:
        self._suites = dict(sorted(known.items()))
        self._asked = asked

    def names(self, field: str, given: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the values of a field that fit the other given values; empty if any text may be right."""
        if field == "suite":
            return tuple(self._suites)
        if field == "provider":
            return get_args(Provider)
        suite = self._suites.get(given["suite"] or "")
        return () if suite is None else self._of_suite(suite, field, given["dataset"] or "")

    def may_be(self, field: str, given: Mapping[str, Any]) -> bool:
        """Whether the given value of a field fits the other given values."""
        names = self.names(field, given)
        return not names or offers(names, given[field])

    def sentence(self, field: str, given: Mapping[str, Any]) -> str:
        """Return a fix with the values of a field, by suite if the suite is not known; or an empty text."""
        if names := self.names(field, given):
            return f"use one of {_listed(names)}"
        by_suite = {suite: self._of_suite(names, field, "") for suite, names in self._suites.items()}
        if not any(by_suite.values()):
            return ""
        return "; ".join(f"{suite}: {_listed(names)}" for suite, names in by_suite.items())

    def _of_suite(self, suite: Suite, field: str, dataset: str) -> tuple[str, ...]:
        if field == "dataset":
            return suite.submittable
        if field == "setting":
            settings = suite.settings_for(dataset, asked=self._asked)
            # Settings that name another model need its config, which only a file can contain, not an option.
            other = {*suite.asked.coder_settings, *suite.asked.captioner_settings} if self._asked else set()
            return tuple(name for name in settings if name not in other)
        return tuple(suite.asked.protocols) if field == "protocol" else ()


def matching_datasets(
    known: Mapping[str, Suite], ids: Collection[str], given: Mapping[str, str | None]
) -> list[tuple[str, str]]:
    """Return suite and data set of all ranked data sets whose tasks have exactly these ids.

    ``given`` may name the ``suite`` or the ``dataset``. Data sets that are not on this machine do not match.
    """
    from benchmark.pipeline.sources import from_suite

    found = []
    for suite_id in [given["suite"]] if given["suite"] else known:
        for dataset in known[suite_id].submittable if suite_id in known else ():
            if dataset.endswith("*") or given["dataset"] not in (None, "", dataset):
                continue
            try:
                tasks = from_suite(suite_id, dataset).tasks
            except BadInput:
                continue
            if {task.id for task in tasks} == {*ids}:
                found.append((suite_id, dataset))
    return found


class OfferedName(click.ParamType[str]):
    """A value for a question on a terminal, which is asked again until the value is one of the names.

    Args:
        names: the values; one that ends in ``*`` means all with that prefix. Empty if any text will do.
    """

    name = "text"

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the value, or fail and list the valid names."""
        if self._names and not offers(self._names, value):
            self.fail(f"{quote_value(value)} is not one of the values above", param, ctx)
        return value

    def question(self, text: str) -> str:
        """Return the question with its values."""
        return f"{text} ({_listed(self._names)})" if self._names else text


def _listed(names: Sequence[str]) -> str:
    """Return the names as text; a name that is only a prefix says what follows."""
    return ", ".join(name + _follows(name) for name in names)


def _follows(name: str) -> str:
    if not name.endswith("*"):
        return ""
    return " (a set that you built; CI cannot judge it)" if is_fresh(name) else " (* is a model's name)"
