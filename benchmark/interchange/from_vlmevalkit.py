"""Tables of VLMEvalKit (https://github.com/open-compass/VLMEvalKit): predictions, and verdicts if judged."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

from benchmark.core.errors import BadInput
from benchmark.core.sample import Completion
from benchmark.files.bounded import MIB, decode, read_bytes
from benchmark.files.edge import Name, Record, validate_record
from benchmark.files.strict_json import loads
from benchmark.interchange.imported import FoundAnswer

ENDINGS = (".xlsx", ".tsv", ".json")
#: Columns that may have the task's id, in this order; each table has the last one, which may be a number.
ID_COLUMNS = ("task_id", "qid", "question_id", "index")
_SHEET, _STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"
_LIMIT = 64 * MIB  #: maximum bytes of a part of a workbook, and of a table of text
_CELL_LIMIT = 32_767  #: characters of a cell, after which spreadsheets cut a text
#: What stands in place of an answer that the server did not give.
_NO_ANSWER = "Failed to obtain answer"
_ESCAPE = re.compile("_x([0-9A-Fa-f]{4})_")
_VERDICTS = {"1": True, "1.0": True, "True": True, "0": False, "0.0": False, "False": False}


class _VlmTask(Record):
    id: Name


def read_vlmevalkit(path: Path, field: str = "") -> Iterator[FoundAnswer]:
    """Yield the predictions of a table, .xlsx, .tsv or .json; repeats of a task are its draws.

    Verdicts are those of the column ``hit``, else ``score``, if they are 0 or 1, as judged tables have them.

    Args:
        path: the file.
        field: column with the task's id; empty for the first of :data:`ID_COLUMNS` that the table has.

    Raises:
        BadInput: if the file is not such a table, an answer is missing or was cut, or a task has no id.
    """
    draws: dict[str, int] = {}
    for number, row in enumerate(_rows(path), 2):
        place = f"row {number}"
        name = next((name for name in ([field] if field else ID_COLUMNS) if row.get(name)), "")
        if not name or "prediction" not in row:
            problem = f"has no {'prediction' if name else field or 'index'}; its columns are {', '.join(row)}"
            raise BadInput(path, place, problem, "name the table MODEL_DATASET.xlsx, or use --id-field")
        text = row["prediction"]
        if text.startswith(_NO_ANSWER):
            fix = "run VLMEvalKit again, which asks for such answers once more"
            raise BadInput(path, f"{place}: prediction", "is a failure of the server, not an answer", fix)
        if len(text) >= _CELL_LIMIT and path.suffix == ".xlsx":
            fix = "write the table with PRED_FORMAT=tsv"
            raise BadInput(path, f"{place}: prediction", "was cut by the spreadsheet's limit", fix)
        task = validate_record(_VlmTask, {"id": row[name]}, path, f"{place}: {name}").id
        draw = draws[task] = draws.get(task, -1) + 1
        passed = _VERDICTS.get(row.get("hit", row.get("score", "")))
        yield FoundAnswer(path, place, Completion(task_id=task, draw=draw, text=text), passed)


def has_predictions(path: Path) -> bool:
    """Whether a file is a table with the columns ``index`` and ``prediction``.

    Raises:
        BadInput: if it cannot be read.
    """
    first = next(_rows(path), {})
    return {"index", "prediction"} <= first.keys()


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    if path.suffix == ".xlsx":
        yield from _of_workbook(path)
    elif path.suffix == ".tsv":
        text = decode(read_bytes(path, _LIMIT), path, 1)
        csv.field_size_limit(_LIMIT)  # answers can be longer than the default of 128 KiB
        try:
            for row in csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", restval="", strict=True):
                yield {str(name): cell for name, cell in row.items() if isinstance(cell, str)}
        except csv.Error as error:
            raise BadInput(path, "", f"is not a table: {error}", "restore the file") from None
    else:
        found = loads(read_bytes(path, _LIMIT), path)
        for row in found if isinstance(found, list) else []:
            if isinstance(row, dict):
                yield {name: "" if cell is None else str(cell) for name, cell in row.items()}


def _of_workbook(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of the first sheet by the names in its first row."""
    try:
        with zipfile.ZipFile(path) as workbook:
            parts = {name: _part(workbook, name, path) for name in (_SHEET, _STRINGS)}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile, NotImplementedError) as error:
        raise BadInput(path, "", f"is not a workbook: {error}", "restore the file") from None
    strings = ["".join(_texts(item)) for item in parts[_STRINGS].iterfind("{*}si")]
    heads: dict[str, str] = {}
    for row in parts[_SHEET].iterfind("{*}sheetData/{*}row"):
        cells = {_letters(cell): _value(cell, strings) for cell in row.iterfind("{*}c")}
        if heads:
            yield {head: cells.get(place, "") for place, head in heads.items()}
        else:
            heads = cells


def _part(workbook: zipfile.ZipFile, name: str, path: Path) -> ElementTree.Element:
    if name == _STRINGS and name not in workbook.namelist():
        return ElementTree.Element("sst")  # a workbook may have all texts in its cells
    with workbook.open(name) as stream:
        data = stream.read(_LIMIT + 1)
    # Entities could make a text of any length; no workbook has them.
    if len(data) > _LIMIT or b"<!DOCTYPE" in data:
        raise BadInput(path, name, f"has over {_LIMIT // MIB} MiB, or a DOCTYPE", "write a table .tsv")
    try:
        return ElementTree.fromstring(data)  # noqa: S314 - without entities, and of limited size
    except ElementTree.ParseError as error:
        raise BadInput(path, name, f"is not XML: {error}", "restore the file") from None


def _letters(cell: ElementTree.Element) -> str:
    return cell.get("r", "").rstrip("0123456789")


def _value(cell: ElementTree.Element, strings: list[str]) -> str:
    if cell.get("t") == "inlineStr":
        return "".join(_texts(cell))
    text = cell.findtext("{*}v") or ""
    if cell.get("t") == "s" and text.isdecimal() and int(text) < len(strings):
        return strings[int(text)]
    return _plain(text)


def _texts(item: ElementTree.Element) -> Iterator[str]:
    """Yield the texts of a cell, which may be in parts with other fonts."""
    return (_plain(text.text or "") for text in item.iterfind(".//{*}t"))


def _plain(text: str) -> str:
    """Return a text without the escapes of characters that XML cannot have."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
