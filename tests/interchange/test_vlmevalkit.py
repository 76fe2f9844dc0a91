"""Tests of `import answers vlmevalkit`, with tables that VLMEvalKit itself published."""

import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput
from benchmark.files.predictions import read_predictions
from benchmark.interchange.found_answers import find_answers
from benchmark.interchange.from_vlmevalkit import read_vlmevalkit
from tests.case_files import FOLDER

TABLES = FOLDER / "vlmevalkit"
MMVET, OWL = TABLES / "instructblip_7b_MMVet.xlsx", TABLES / "mPLUG-Owl3_RealWorldQA_openai_result.xlsx"
SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>{}</sheetData>'
    "</worksheet>"
)


def workbook(path: Path, *rows: tuple[str, ...], sheet: str = "") -> Path:
    """Write a workbook with texts within its cells; an empty cell is left out, as spreadsheets do."""
    lines = [
        "".join(
            f'<c r="{"ABCDEF"[column]}{number}" t="inlineStr"><is><t>{text}</t></is></c>'
            for column, text in enumerate(row)
            if text
        )
        for number, row in enumerate(rows, 1)
    ]
    with zipfile.ZipFile(path, "w") as file:
        body = SHEET.format("".join(f"<row>{line}</row>" for line in lines))
        file.writestr("xl/worksheets/sheet1.xml", sheet or body)
    return path


def test_real_tables_are_read_with_every_answer(in_process, tmp_path: Path) -> None:
    in_process("import", "answers", "vlmevalkit", MMVET, "--out", "vet.jsonl", code=0)
    vet = read_predictions(tmp_path / "vet.jsonl")
    assert [answer.task_id for answer in vet] == [str(number) for number in range(1, 219)]
    assert [answer.text for answer in vet[:2]] == ["3", "14"]
    in_process("import", "answers", "vlmevalkit", OWL, "--out", "owl.jsonl.gz", code=0)
    owl = read_predictions(tmp_path / "owl.jsonl.gz")
    assert (len(owl), owl[0].text) == (765, "['A']")


@pytest.mark.gate
def test_verdicts_of_a_judged_table_are_found() -> None:
    found = find_answers(TABLES)
    assert {file.path.name: len(file.published) for file in found.files} == {MMVET.name: 0, OWL.name: 765}
    assert Counter(answer.passed for answer in read_vlmevalkit(OWL)) == {True: 372, False: 393}


def test_rows_without_a_cell_with_escapes_and_with_repeats(tmp_path: Path) -> None:
    head = ("index", "qid", "prediction")
    body = ("1", "q1", "  if x:_x000D_\n &lt;b&gt;_x005F_x0041_")
    path = workbook(tmp_path / "t.xlsx", head, body, ("2", "q1", ""))
    answers = [answer.completion for answer in read_vlmevalkit(path)]
    assert [(answer.task_id, answer.draw, answer.text) for answer in answers] == [
        ("q1", 0, "  if x:\r\n <b>_x0041_"),
        ("q1", 1, ""),
    ]
    assert [answer.completion.task_id for answer in read_vlmevalkit(path, "index")] == ["1", "2"]


def test_tables_of_text_keep_their_spaces(tmp_path: Path) -> None:
    tsv = tmp_path / "t.tsv"
    tsv.write_text('"index"\t"prediction"\n"7"\t"    return ""x""\n"\n', encoding="utf-8")
    (answer,) = read_vlmevalkit(tsv)
    assert (answer.completion.task_id, answer.completion.text) == ("7", '    return "x"\n')
    records = tmp_path / "t.json"
    records.write_text(json.dumps([{"index": 7, "prediction": " y", "score": True}]), encoding="utf-8")
    (answer,) = read_vlmevalkit(records)
    assert (answer.completion.task_id, answer.completion.text, answer.passed) == ("7", " y", True)


HEAD = ("index", "prediction")


@pytest.mark.parametrize(
    ("rows", "sheet", "says"),
    [
        ([HEAD, ("1", "Failed to obtain answer via API.")], "", "is a failure of the server"),
        ([HEAD, ("1", "x" * 32_767)], "", "was cut by the spreadsheet's limit"),
        ([("index", "answer"), ("1", "A")], "", "has no prediction; its columns are index, answer"),
        ([("name", "prediction"), ("1", "A")], "", "has no index"),
        ([], "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "or a DOCTYPE"),
        ([], "<worksheet>", "is not XML"),
    ],
)
def test_what_is_no_answer_is_refused(
    tmp_path: Path, rows: list[tuple[str, ...]], sheet: str, says: str
) -> None:
    path = workbook(tmp_path / "t.xlsx", *rows, sheet=sheet)
    with pytest.raises(BadInput, match=says):
        list(read_vlmevalkit(path))


def test_other_files_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"PK, but no workbook")
    (tmp_path / "b.tsv").write_text('"a\n', encoding="utf-8")
    found = find_answers(tmp_path)
    assert (found.files, found.unread, found.others) == ([], [], 2)
    with pytest.raises(BadInput, match="is not a workbook"):
        list(read_vlmevalkit(tmp_path / "a.xlsx"))
