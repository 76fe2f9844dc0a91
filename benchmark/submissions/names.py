"""Which suites, data sets, settings and protocols a run may name."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteNames:
    """What one suite offers; a name that ends in ``*`` stands for all that begin so."""

    datasets: Collection[str]
    settings: Collection[str]
    protocols: Collection[str]
    built: bool = True  #: False when this version can check the run, but not judge it
    waiting: Collection[str] = ()  #: data sets of a built suite that this version cannot judge
    #: What each protocol sets, by parameter; empty where this version does not know.
    drawn: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def offers(names: Collection[str], name: str) -> bool:
    """Whether ``name`` is one of ``names``."""
    return any(name == known or (known.endswith("*") and name.startswith(known[:-1])) for known in names)


def announced() -> Mapping[str, SuiteNames]:
    """The suites of the design, whether this version has them or not."""
    table = tomllib.loads(
        files("benchmark.submissions").joinpath("announced.toml").read_text(encoding="utf-8")
    )
    return {suite: SuiteNames(**names, built=False) for suite, names in table.items()}
