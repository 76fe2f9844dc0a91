"""An open data set as the Hugging Face hub and Croissant have data sets: one Parquet file with pictures.

Sources of the formats: https://docs.mlcommons.org/croissant/docs/croissant-spec.html (version 1.0), and the
features that the library `datasets` keeps in a Parquet file's metadata, by which it decodes pictures.
"""

import io
import json
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import PurePosixPath

from benchmark.core.canary import CANARY
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Task
from benchmark.files.tasks import task_record
from benchmark.generation.prompts.picture import read_picture
from benchmark.interchange.plain_values import Fields
from benchmark.leaderboard.inputs.facts import licence_of
from benchmark.leaderboard.parts.citations import citation_file
from benchmark.pipeline.sources import TaskSource

_FILE = PurePosixPath("data", "test-00000-of-00001.parquet")
#: Columns with text → what they have; a field that a task lacks is empty.
_TEXTS = {
    "id": "Id of the task.",
    "subset": "Part of the data set; empty if it has none.",
    "level": "Level from 1 to 5, by how many rules interact; words in older tasks.",
    "stem": "Tasks of one stem are variants of a problem, and not independent.",
    "prompt": "The task's text; ![image](n.png) marks the place of its n-th picture.",
    "starter_code": "Code that the answer begins with.",
    "entry_point": "Name of the function that the tests call.",
    "description": "A description of the picture in words.",
    "chart": "The flowchart as Mermaid text.",
    "reference": "A right answer.",
    "check": "How answers are judged, as JSON: the tests, cases, option or figure.",
    "canary": "Mark by which trainers of models can find these tasks and leave them out.",
}
_PICTURES = "The task's pictures, in the order of their marks."


def dataset_files(source: TaskSource, url: str) -> dict[PurePosixPath, bytes]:
    """Return the files of a data set by path: ``README.md``, ``croissant.json`` and the Parquet file.

    Args:
        source: the tasks of one of our open data sets.
        url: https address where the data set will be.

    Raises:
        BadInput: if the tasks are not ours to pass on.
    """
    licence = licence_of(source.suite_id, source.dataset)
    if not (licence.is_ours and licence.shows) or licence.kept_back:
        problem = f"{source.suite_id} {source.dataset} was not written by this project"
        raise BadInput("--dataset", "", problem, "name an open data set; `sightbench suites` lists them")
    data = _parquet(source.tasks)
    name, count = f"sightbench-{source.suite_id}-{source.dataset}", len(source.tasks)
    what = f"{count} tasks of {source.suite_id} {source.dataset}: models see a picture and write code."
    about = f"{what} {licence.credit} {CANARY}"
    authors = citation_file().authors[0].name
    croissant = _croissant(sha256_hex(data)) | {
        "name": name,
        "description": about,
        "license": licence.link,
        "url": url,
        "version": f"{1 if source.suite is None else source.suite.version}.0.0",
        "creator": {"@type": "sc:Organization", "name": authors},
        "citeAs": f"{authors}: Sightbench, {source.suite_id} {source.dataset}. {url}",
    }
    card = {
        "pretty_name": name,
        "license": licence.name.lower().replace(" ", "-"),
        "configs": [{"config_name": "default", "data_files": [{"split": "test", "path": "data/test-*"}]}],
    }
    # JSON is YAML, too.
    readme = (
        f"---\n{json.dumps(card)}\n---\n# {name}\n\n{about}\n\nAnswers are judged by `sightbench evaluate`.\n"
    )
    return {
        PurePosixPath("README.md"): readme.encode(),
        PurePosixPath("croissant.json"): (json.dumps(croissant, indent=1) + "\n").encode(),
        _FILE: data,
    }


def _parquet(tasks: Sequence[Task]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    picture = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    fields = [(name, pa.string()) for name in _TEXTS]
    fields += [("categories", pa.list_(pa.string())), ("images", pa.list_(picture))]
    text = {"dtype": "string", "_type": "Value"}
    features: Fields = dict.fromkeys(_TEXTS, text)
    # Version 4 of `datasets` writes `List`, and reads both; earlier ones know `Sequence` alone.
    features |= {
        "categories": {"feature": text, "_type": "Sequence"},
        "images": {"feature": {"_type": "Image"}, "_type": "Sequence"},
    }
    metadata = {"huggingface": json.dumps({"info": {"features": features}})}
    table = pa.Table.from_pylist(list(map(_row, tasks)), schema=pa.schema(fields, metadata=metadata))
    written = io.BytesIO()
    pq.write_table(table, written, compression="zstd")
    return written.getvalue()


def _row(task: Task) -> Fields:
    record = task_record(task)
    row: Fields = {name: str(record.get(name, "")) for name in _TEXTS}
    row |= {"check": json.dumps(record["check"]), "canary": CANARY, "categories": list(task.categories)}
    return row | {"images": list(_pictures(task))}


def _pictures(task: Task) -> Iterator[Fields]:
    for part in task.parts:
        if isinstance(part, Picture):
            name = "" if part.source.startswith("data:") else PurePosixPath(part.source).name
            yield {"bytes": read_picture(part, part.folder, task.id).data, "path": name}


def _croissant(sha256: str) -> Fields:
    """Return the part of the description that is the same for all data sets, but for the file's digest."""
    fields = [_field(column, words, "sc:Text") for column, words in _TEXTS.items()]
    fields += [
        _field("categories", "Kinds of the task and of its picture.", "sc:Text") | {"repeated": True},
        _field("images", _PICTURES, "sc:ImageObject", "bytes") | {"repeated": True},
    ]
    return {
        "@context": json.loads(files(__package__).joinpath("croissant_context.json").read_bytes()),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "isLiveDataset": False,
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": "test",
                "name": "test",
                "contentUrl": str(_FILE),
                "encodingFormat": "application/x-parquet",
                "sha256": sha256,
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "tasks",
                "name": "tasks",
                "key": {"@id": "tasks/id"},
                "field": fields,
            }
        ],
    }


def _field(column: str, about: str, kind: str, part: str = "") -> Fields:
    source: Fields = {"fileObject": {"@id": "test"}, "extract": {"column": column}}
    if part:
        source["transform"] = {"jsonPath": part}
    identifier = f"tasks/{column}"
    return {
        "@type": "cr:Field",
        "@id": identifier,
        "name": identifier,
        "description": about,
        "dataType": kind,
        "source": source,
    }
