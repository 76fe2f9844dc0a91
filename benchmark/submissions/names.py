"""Which suites, data sets, settings and protocols a run may name."""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files


def _unknown(_protocol: str, _setting: str) -> Mapping[str, object]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteNames:
    """What one suite offers; a name that ends in ``*`` stands for all that begin so."""

    datasets: Collection[str]
    settings: Collection[str]
    protocols: Collection[str]
    built: bool = True  #: False when this version can check the run, but not judge it
    waiting: Collection[str] = ()  #: data sets of a built suite that this version cannot judge
    coders: Sequence[str] = ()  #: settings whose name says which model writes the program
    #: What a protocol sets in a setting, by parameter; nothing where this version does not know.
    drawn: Callable[[str, str], Mapping[str, object]] = _unknown


def announced() -> Mapping[str, SuiteNames]:
    """The suites of the design, whether this version has them or not."""
    table = tomllib.loads(
        files("benchmark.submissions").joinpath("announced.toml").read_text(encoding="utf-8")
    )
    return {suite: SuiteNames(**names, built=False) for suite, names in table.items()}
