"""Tests of `export dataset`; the session `formats` loads such folders with `datasets`.

`mlcroissant` 1.1.1 has read all records of four such folders, with one warning: no date of publication. It is
in no lock, because a package that it needs has no wheel; what it checks is copied here from
https://docs.mlcommons.org/croissant/docs/croissant-spec.html.
"""

import hashlib
import io
import json
from pathlib import Path

import pytest
import yaml

from benchmark.core.canary import CANARY
from benchmark.suites import load

pq = pytest.importorskip("pyarrow.parquet", reason="in the extra parquet")
Image = pytest.importorskip("PIL.Image", reason="in the extra pictures")

FILE = Path("data", "test-00000-of-00001.parquet")
URL = ("--url", "https://example.org/open")
#: Of the specification, "Dataset-level information"; ours has no date of publication.
REQUIRED = {"@context", "@type", "conformsTo", "description", "license", "name", "url", "creator"}


@pytest.fixture
def exported(in_process, tmp_path: Path) -> Path:
    in_process("export", "dataset", "mmcode", "open", *URL, "--out", "out", code=0)
    return tmp_path / "out"


@pytest.mark.gate
def test_datasets_finds_the_features_that_decode_pictures(exported: Path) -> None:
    table = pq.read_table(exported / FILE)
    features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert list(features) == table.column_names
    assert features["images"] == {"feature": {"_type": "Image"}, "_type": "Sequence"}
    assert str(table.schema.field("images").type).endswith("struct<bytes: binary, path: string>>")
    assert all(
        feature == {"dtype": "string", "_type": "Value"}
        for name, feature in features.items()
        if name not in ("categories", "images")
    )
    card = yaml.safe_load((exported / "README.md").read_text().split("---")[1])
    assert card["license"] == "cc-by-4.0"
    (data,) = card["configs"][0]["data_files"]
    assert (data["split"], [*exported.glob(data["path"])]) == ("test", [exported / FILE])


@pytest.mark.gate
def test_every_task_is_there_with_its_pictures_and_the_canary(exported: Path) -> None:
    tasks = load("mmcode").datasets["open"]()
    rows = pq.read_table(exported / FILE).to_pylist()
    assert [row["id"] for row in rows] == [task.id for task in tasks]
    for row in rows:
        assert row["prompt"].count("![image](") == len(row["images"]) > 0
        assert row["canary"] == CANARY
    for picture in rows[0]["images"]:
        folder = Path(load("mmcode").datasets["open"]()[0].parts[1].folder)
        assert picture["bytes"] == (folder / "pictures" / picture["path"]).read_bytes()
        assert Image.open(io.BytesIO(picture["bytes"])).format == "PNG"
    assert json.loads(rows[0]["check"])["kind"] == "stdio"


@pytest.mark.gate
def test_croissant_describes_the_file_that_is_there(exported: Path) -> None:
    found = json.loads((exported / "croissant.json").read_text())
    assert found.keys() >= REQUIRED
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    (file,) = found["distribution"]
    data = (exported / file["contentUrl"]).read_bytes()
    assert file["sha256"] == hashlib.sha256(data).hexdigest()
    (records,) = found["recordSet"]
    fields = {field["@id"]: field for field in records["field"]}
    assert records["key"]["@id"] in fields
    columns = pq.read_schema(exported / FILE).names
    assert [field["source"]["extract"]["column"] for field in fields.values()] == columns
    assert all(field["source"]["fileObject"] == {"@id": file["@id"]} for field in fields.values())
    assert fields["tasks/images"]["dataType"] == "sc:ImageObject"
    assert fields["tasks/images"]["source"]["transform"] == {"jsonPath": "bytes"}
    assert {name for name, field in fields.items() if field.get("repeated")} == {
        "tasks/images",
        "tasks/categories",
    }


@pytest.mark.gate
def test_the_same_tasks_give_the_same_files(exported: Path, in_process) -> None:
    before = {path: path.read_bytes() for path in exported.rglob("*") if path.is_file()}
    in_process("export", "dataset", "mmcode", "open", *URL, "--out", "out", code=0)
    assert {path: path.read_bytes() for path in before} == before
    assert len(before) == 3


def test_tasks_of_others_are_refused(in_process) -> None:
    done = in_process("export", "dataset", "code-vision", "rebuilt", *URL, "--out", "out", code=2)
    assert "code-vision rebuilt was not written by this project" in done.stderr
    done = in_process("export", "dataset", "mmcode", "open", "--url", "ftp://x", "--out", "out", code=2)
    assert "--url: 'ftp://x' is not an https address" in done.stderr
