"""The report of an import: counts, and every problem that was dropped or repaired."""

from typing import Literal

from pydantic import Field

from benchmark.files.edge import Count, Record

NAME = "report.json"


class ImportItem(Record):
    """A flaw of one problem."""

    problem_id: str
    outcome: Literal["dropped", "repaired"]
    rule: str = Field(description="name of the rule; the documentation lists them")
    picture: Count = Field(default=0, description="number of the picture in the source; 0 if about none")
    detail: str = ""


class ImportCounts(Record):
    """Counts of problems and pictures."""

    read: Count = Field(description="problems in the source")
    with_pictures: Count = Field(description="problems of the source whose statement shows a picture")
    kept: Count
    pictures: Count = Field(description="pictures of the kept problems")
    test: Count = Field(description="kept problems in the test split")
    matched_by_url: Count = Field(description="kept problems whose tests come from the file of --tests")
    labelled_pictures: Count = Field(description="pictures with a category")
    corrected_pictures: Count = Field(description="pictures whose category a person gave")
    corrected_test_pictures: Count = Field(description="of them, those in the test split")
    dropped: dict[str, Count] = Field(description="rule → problems")
    repaired: dict[str, Count] = Field(description="rule → repairs")


class ImportOptions(Record):
    """What decides the result, besides the files."""

    test: Count
    seed: int
    keep_pictureless: bool


class ImportReport(Record):
    """report.json of an import."""

    schema_: Literal["sightbench/problem-import/1"] = Field(
        default="sightbench/problem-import/1", alias="schema"
    )
    source: str = Field(description="name of the file or folder")
    dataset: str
    options: ImportOptions
    counts: ImportCounts
    sites: dict[str, Count] = Field(description="site → kept problems")
    kept: list[str] = Field(description="ids, in the order of the task file")
    unread_fields: dict[str, Count] = Field(description="fields that are not read → problems that have them")
    items: list[ImportItem]
