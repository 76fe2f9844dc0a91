"""All suites with their data sets, settings, protocols and prompts: what `sightbench suites` prints."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import Field

from benchmark.core.errors import BadInput
from benchmark.core.names import is_fresh
from benchmark.core.suite import DrawProtocol, Suite
from benchmark.datasets.store import datasets_folder, read_fetched
from benchmark.files.edge import Record
from benchmark.suites import fetch_command, official_source

#: ``here``: on this machine · ``fetchable``: from its authors' public files · ``elsewhere``: needs files or a
#: package that no command fetches · ``fresh``: exists only where somebody built it.
Place = Literal["here", "fetchable", "elsewhere", "fresh"]


class DatasetEntry(Record):
    """A data set of a suite."""

    name: str = Field(description="a name that ends in * is the beginning of names")
    place: Place
    tasks: int | None = Field(description="number of tasks; null unless the data set is here")
    how: str = Field(description="how to get it; empty if it is here")
    settings: list[str] = Field(description="settings that fit its tasks")
    unshown: list[str] = Field(description="settings in which no model can be asked on this machine")
    unfetched: list[str] = Field(description="settings whose pictures have to be fetched first")
    submitted: bool = Field(description="whether a submission may name it")


class SettingEntry(Record):
    """A setting of a suite: what a model is shown."""

    name: str = Field(description="a name that ends in * is followed by the name of another model")
    picture: bool = Field(description="whether pictures are shown")
    prompts: list[str]


class ProtocolEntry(Record):
    """A protocol of a suite: how samples are drawn."""

    name: str
    settings: list[str] = Field(description="the only settings with these values; empty for all others")
    draws: int = Field(description="samples per task")
    temperature: float | None = Field(description="null leaves it to the vendor")
    top_p: float
    top_k: int | None
    max_tokens: int


class SuiteEntry(Record):
    """A suite, with everything that a run may name."""

    suite: str
    title: str
    version: int
    datasets: list[DatasetEntry]
    settings: list[SettingEntry]
    protocols: list[ProtocolEntry]


class SuiteList(Record):
    """All suites."""

    schema_: Literal["sightbench/suites/1"] = Field(default="sightbench/suites/1", alias="schema")
    suites: list[SuiteEntry]


#: Fields of a protocol that its entries have, too.
_DRAWN = ("draws", "temperature", "top_p", "top_k", "max_tokens")


def suite_list(known: Mapping[str, Suite]) -> SuiteList:
    """Return the list; no task is read of a data set whose number of tasks is known."""
    return SuiteList(
        suites=[
            SuiteEntry(
                suite=suite.id,
                title=suite.title,
                version=suite.version,
                datasets=[
                    _dataset_entry(suite, dataset) for dataset in (*suite.submittable, *suite.data.unranked)
                ],
                settings=[_setting_entry(suite, setting) for setting in suite.asked.settings],
                protocols=[*_protocol_entries(suite.asked.protocols.values())],
            )
            for _, suite in sorted(known.items())
        ]
    )


def _dataset_entry(suite: Suite, dataset: str) -> DatasetEntry:
    place, tasks, how = _place(suite, dataset)
    settings = suite.settings_for(dataset)
    # Loading what fetches them takes long, and only fetched data sets have pictures of their own.
    source = official_source(suite.id) if place == "here" and dataset in suite.data.fetched else None
    pictures = source.pictures if source else {}
    return DatasetEntry(
        name=dataset,
        place=place,
        tasks=tasks,
        how=how,
        settings=list(settings),
        unshown=[setting for setting in settings if setting in suite.asked.unshown.get(dataset, ())],
        unfetched=[
            setting
            for setting in settings
            if (found := pictures.get((dataset, setting))) and not found.are_here()
        ],
        submitted=dataset in suite.submittable,
    )


def _place(suite: Suite, dataset: str) -> tuple[Place, int | None, str]:
    """Return where a data set is, the number of its tasks, and how to get it."""
    if is_fresh(dataset):
        return "fresh", None, f"in a clone: python -m workshop build --suite {suite.id} --seed SECRET"
    try:
        if (fetched := read_fetched(suite.id, dataset)) is not None:
            return "here", fetched.tasks, ""
        if dataset in suite.data.fetched and not any(datasets_folder().glob(f"{suite.id}/{dataset}*")):
            return "fetchable", None, fetch_command(suite.id, dataset)
        if dataset not in suite.data.counts:
            return "here", len(suite.datasets[dataset]()), ""
        if dataset in suite.data.installed:
            suite.data.installed[dataset]()
        return "here", suite.data.counts[dataset], ""
    except BadInput as error:
        command = fetch_command(suite.id, dataset)
        return ("fetchable", None, command) if command else ("elsewhere", None, error.fix)


def _setting_entry(suite: Suite, setting: str) -> SettingEntry:
    theirs = {"upstream": suite.asked.upstream_prompts, "paper": suite.asked.paper_prompts}
    return SettingEntry(
        name=setting,
        picture=setting not in suite.blind.without_picture,
        prompts=["sightbench", *(name for name, settings in theirs.items() if setting in settings)],
    )


def _protocol_entries(protocols: Iterable[DrawProtocol]) -> Iterable[ProtocolEntry]:
    """Yield the protocols; one whose values differ in some settings has an entry for these as well."""
    for protocol in protocols:
        entries: dict[DrawProtocol, list[str]] = {protocol: []}
        for setting, other in protocol.elsewhere:
            entries.setdefault(other, []).append(setting)
        for drawn, settings in entries.items():
            values = {name: getattr(drawn, name) for name in _DRAWN}
            yield ProtocolEntry(name=protocol.id, settings=settings, **values)
