"""The names of suites, data sets, settings and protocols that a run may use."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from benchmark.core.fresh import is_fresh
from benchmark.core.suite import DrawProtocol


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteNames:
    """The names of one suite; a name that ends in ``*`` means all names with that prefix."""

    datasets: Collection[str]
    settings: Collection[str]
    protocols: Mapping[str, DrawProtocol]  #: how samples are drawn, by name
    coders: Sequence[str] = ()  #: settings whose name includes the model that writes the program
    captioners: Sequence[str] = ()  #: settings whose name includes the model that describes the pictures
    first_picture: Sequence[str] = ()  #: settings in which a model may get only the first picture of a task
    upstream: Sequence[str] = ()  #: settings with a prompt of the authors
    #: Data set → settings in which no model can be asked, because what they show is not here.
    unshown: Mapping[str, Collection[str]] = field(default_factory=dict)
    #: Data set → settings that fit its tasks; all settings fit a data set that is not listed.
    fitting: Mapping[str, Collection[str]] = field(default_factory=dict)

    def settings_for(self, dataset: str, *, asked: bool = False) -> tuple[str, ...]:
        """Return the settings that fit a data set, which is one of ``datasets`` or a name that fits one.

        Args:
            dataset: the data set; a fresh one is like the open one with the same ending.
            asked: leave out settings in which no model can be asked here.
        """
        like = f"open-{dataset.rpartition('-')[2]}" if is_fresh(dataset) else dataset
        unshown = self.unshown.get(dataset, ()) if asked else ()
        return tuple(name for name in self.fitting.get(like, self.settings) if name not in unshown)
