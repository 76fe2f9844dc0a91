"""Croissant metadata of an exported data set: https://docs.mlcommons.org/croissant/docs/croissant-spec.html."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmark.core.digest import sha256_hex
from benchmark.interchange.tasks_parquet import Column, Kind

#: The version of Croissant that the metadata conform to.
VERSION = "http://mlcommons.org/croissant/1.0"
#: The vocabulary of Croissant 1.0, as its specification gives it.
_CONTEXT: Mapping[str, object] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
_TYPES: Mapping[Kind, str] = {
    "text": "sc:Text",
    "texts": "sc:Text",
    "number": "sc:Float",
    "integer": "sc:Integer",
    "images": "sc:ImageObject",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetAbout:
    """What the files of an exported data set say about it."""

    name: str  #: such as ``sightbench-code-vision-open``
    title: str
    description: str
    version: str
    date: str  #: such as ``2026-11-23``
    licence: str  #: https address of the licence's text
    creator: str
    citation: str  #: BibTeX
    address: str = ""  #: https address of the data set; empty if it is unknown


def croissant(about: DatasetAbout, columns: Sequence[Column], path: str, content: bytes) -> bytes:
    """Return the metadata as JSON-LD.

    Args:
        about: what is known about the data set.
        columns: the columns of its only file.
        path: the file, relative to the metadata.
        content: the file's bytes.
    """
    file = "tasks.parquet"
    record = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": VERSION,
        "name": about.name,
        "alternateName": about.title,
        "description": about.description,
        "license": about.licence,
        "version": about.version,
        "datePublished": about.date,
        "creator": {"@type": "sc:Organization", "name": about.creator},
        "citeAs": about.citation,
        "inLanguage": "en",
        **({"url": about.address} if about.address else {}),
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file,
                "name": file,
                "description": "All tasks with their pictures.",
                "contentUrl": path,
                "contentSize": f"{len(content)} B",
                "encodingFormat": "application/x-parquet",
                "sha256": sha256_hex(content),
            }
        ],
        "recordSet": [
            {
                "@type": "cr:RecordSet",
                "@id": "tasks",
                "name": "tasks",
                "description": "One record per task.",
                "key": {"@id": "tasks/id"},
                "field": [_field(column, file) for column in columns],
            }
        ],
    }
    return (json.dumps(record, indent=2) + "\n").encode()


def _field(column: Column, file: str) -> dict[str, object]:
    source: dict[str, object] = {"fileObject": {"@id": file}, "extract": {"column": column.name}}
    if column.kind == "images":
        source["transform"] = {"jsonPath": "[*].bytes"}
    return {
        "@type": "cr:Field",
        "@id": f"tasks/{column.name}",
        "name": f"tasks/{column.name}",
        "description": column.meaning,
        "dataType": _TYPES[column.kind],
        "source": source,
        **({"repeated": True} if column.kind in ("texts", "images") else {}),
    }
