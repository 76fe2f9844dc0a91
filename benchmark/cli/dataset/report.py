"""The JSON that `sightbench dataset fetch --json` prints.

History of the format:
    sightbench/fetch/1: first version.
"""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Record


class FetchedDataset(Record):
    """A data set that is on this machine now."""

    dataset: str = Field(description="name of the data set, as in --dataset")
    tasks: int
    folder: str
    revision: str = Field(description="commit of the data; empty if they were read from a folder or file")
    source: str = Field(description="folder or file that the data were read from; empty if downloaded")
    content: str = Field(description="SHA-256 over all rows")
    repaired: dict[str, str] = Field(description="tasks with a repair that the import made, in words")
    left_out: dict[str, str] = Field(description="rows that could not become tasks, with the reason")
    broken: dict[str, str] | None = Field(
        description="tasks whose test scripts cannot judge an answer here, with the reason;"
        " null if the scripts were not tried"
    )


class FetchReport(Record):
    """The data sets of a suite after a fetch."""

    schema_: Literal["sightbench/fetch/1"] = Field(default="sightbench/fetch/1", alias="schema")
    suite: str
    datasets: list[FetchedDataset]
