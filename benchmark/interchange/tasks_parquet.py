"""The tasks of a data set as a Parquet file, with pictures in the form that `datasets` reads as images.

Texts that a task does not have are empty, not null.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Literal

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra
from benchmark.core.task import Picture, Task
from benchmark.files.pictures import join_prompt
from benchmark.files.tasks import task_record
from benchmark.generation.prompts.picture import read_picture
from benchmark.leaderboard.downloads.encodings import has_parquet, without_pandas

Kind = Literal["text", "texts", "number", "integer", "images"]
_ROWS_AT_ONCE = 100  #: rows of a row group, so that readers can load a part of the pictures


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file."""

    name: str
    kind: Kind
    meaning: str
    value: Callable[[Task], object]


def _record_text(name: str) -> Callable[[Task], object]:
    return lambda task: json.dumps(task_record(task)[name])


#: The columns in their order.
COLUMNS: tuple[Column, ...] = (
    Column("id", "text", "id of the task, unique", lambda task: task.id),
    Column(
        "prompt",
        "text",
        "text of the task with marks such as `![image](1.png)` in the places of its pictures",
        lambda task: join_prompt(task.parts)[0],
    ),
    Column(
        "images",
        "images",
        "the pictures of the task, in the order of their numbers",
        lambda task: list(_images(task)),
    ),
    Column("starter_code", "text", "signature that the answer continues", lambda task: task.starter_code),
    Column("entry_point", "text", "function or class that the tests call", lambda task: task.entry_point),
    Column("check", "text", "how an answer is judged, as JSON", _record_text("check")),
    Column("reference", "text", "a right answer, as a whole program", lambda task: task.reference),
    Column("subset", "text", "subset of the data set", lambda task: task.subset),
    Column("categories", "texts", "categories of the task", lambda task: list(task.categories)),
    Column("level", "text", "level of difficulty", lambda task: task.level),
    Column("stem", "text", "problem family; tasks of a family are not independent", lambda task: task.family),
    Column(
        "description",
        "text",
        "description of the pictures, which models do not read by default",
        lambda task: task.description,
    ),
    Column("chart", "text", "the flowchart of the pictures, as Mermaid text", lambda task: task.chart),
    Column("seconds", "number", "CPU seconds for one test or case", lambda task: float(task.limits.seconds)),
    Column("memory_mb", "integer", "MiB for one test or case", lambda task: task.limits.memory_mb),
    Column("version", "integer", "version of the task", lambda task: task.version),
    Column("canary", "text", "mark for filters of training data", lambda _task: CANARY),
)
#: Type of a column for the library `datasets`, which reads it from the file's metadata.
_FEATURES: Mapping[Kind, object] = {
    "text": {"dtype": "string", "_type": "Value"},
    "texts": {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"},
    "number": {"dtype": "float64", "_type": "Value"},
    "integer": {"dtype": "int64", "_type": "Value"},
    "images": {"feature": {"_type": "Image"}, "_type": "List"},
}


def tasks_parquet(tasks: Sequence[Task]) -> bytes:
    """Return the tasks as a Parquet file; the same tasks give the same bytes.

    Raises:
        BadInput: if the extra `parquet` is not installed, or a picture cannot be read.
    """
    if not has_parquet():
        raise BadInput("pyarrow", "", "is not installed", install_extra("parquet"))
    import pyarrow
    import pyarrow.parquet

    image = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    types = {
        "text": pyarrow.string(),
        "texts": pyarrow.list_(pyarrow.string()),
        "number": pyarrow.float64(),
        "integer": pyarrow.int64(),
        "images": pyarrow.list_(image),
    }
    features = {column.name: _FEATURES[column.kind] for column in COLUMNS}
    metadata = {"huggingface": json.dumps({"info": {"features": features}}), "canary": CANARY}
    schema = pyarrow.schema([(column.name, types[column.kind]) for column in COLUMNS], metadata=metadata)
    target = BytesIO()
    with pyarrow.parquet.ParquetWriter(target, schema, compression="zstd") as writer, without_pandas():
        for start in range(0, len(tasks), _ROWS_AT_ONCE):
            part = tasks[start : start + _ROWS_AT_ONCE]
            values = {column.name: [column.value(task) for task in part] for column in COLUMNS}
            writer.write_table(pyarrow.table(values, schema=schema))
    return target.getvalue()


def _images(task: Task) -> Iterator[dict[str, object]]:
    """Yield the pictures of a task in the order of their numbers."""
    pictures = sorted(
        (part for part in task.parts if isinstance(part, Picture)), key=lambda picture: picture.number
    )
    for picture in pictures:
        file = read_picture(picture, None, task.id)
        ending = file.media_type.removeprefix("image/")
        yield {"bytes": file.data, "path": f"{task.id}-{picture.number}.{ending}"}
