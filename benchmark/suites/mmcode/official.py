"""The published data set: 3,548 problems, of which 263 are the test split."""

from benchmark.core.task import Task
from benchmark.datasets.fetch import pinned_source
from benchmark.datasets.official import OfficialPart, RecordSet, Row, SourceColumn
from benchmark.datasets.store import load_tasks
from benchmark.suites.mmcode.problem_record import SUITE_ID, task_of_record
from benchmark.suites.mmcode.upstream_texts import upstream_texts

#: The data sets: the test split, which the paper's scores are on, and all problems. One fetch stores both.
TEST, ALL = "official", "official-all"

#: The fields of a record that a task is made of, or that say where the problem is from.
COLUMNS = (
    SourceColumn(name="problem_id", kind="text"),
    SourceColumn(name="question", kind="text"),
    SourceColumn(name="images", kind="pictures", required=False),
    SourceColumn(name="image_tags", kind="json", required=False),
    SourceColumn(name="input_output", kind="json", required=False),
    SourceColumn(name="starter_code", kind="text", required=False),
    SourceColumn(name="data_split", kind="text", required=False),
    SourceColumn(name="difficulty", kind="text", required=False),
    # Limits are texts such as "2 seconds" in some records and numbers in others.
    SourceColumn(name="time_limit", kind="json", required=False),
    SourceColumn(name="memory_limit", kind="json", required=False),
    SourceColumn(name="url", kind="text", required=False),
    SourceColumn(name="name", kind="text", required=False),
    SourceColumn(name="source", kind="text", required=False),
)


def in_test_split(row: Row) -> bool:
    """Whether a problem is in the test split."""
    return row["data_split"] == "test"


#: Version, as ``dataset fetch`` takes it → data set; there is one version.
OFFICIAL: dict[str, RecordSet] = {
    "": RecordSet(
        suite=SUITE_ID,
        dataset=ALL,
        version="",
        columns=COLUMNS,
        key="problem_id",
        task=task_of_record,
        prompts=upstream_texts,
        parts=(OfficialPart(dataset=TEST, belongs=in_test_split),),
        published="the paper counts 6,620, its authors' README 6,622",
    )
}


SOURCE = pinned_source(OFFICIAL)


def load() -> tuple[Task, ...]:
    """Return the tasks of the test split.

    Raises:
        BadInput: if the data set was not fetched, or its files were changed afterwards.
    """
    return load_tasks(SUITE_ID, TEST, OFFICIAL[""].command)


def load_all() -> tuple[Task, ...]:
    """Return the tasks of all problems; raises the errors of :func:`load`."""
    return load_tasks(SUITE_ID, ALL, OFFICIAL[""].command)
