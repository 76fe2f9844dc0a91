"""The table of tasks in the summary of a job."""

import gzip
import json
import re

import pytest
from markdown_it import MarkdownIt

from benchmark.chain.pull_request import summary
from benchmark.chain.pull_request.pull_report import Preview, PullReport
from benchmark.chain.pull_request.summary import task_tables

HOSTILE = (
    '</details>`|"><img src=x onerror=alert(1)>@octocat [x](javascript:alert(1)) \\| x\n# y\x1b[31m\u202e'
)


def preview(**changed: object) -> Preview:
    fields: dict[str, object] = {
        "slug": "acme-1",
        "name": "Acme One",
        "suite": "code-vision",
        "dataset": "rebuilt",
        "setting": "flowchart",
        "protocol": "cool-1",
        "predictions": "p.jsonl",
        "value": 0.5,
        "low": 0.2,
        "high": 0.8,
        "tasks": 3,
        "draws": 1,
        "passed": 1,
        "missing": 1,
    }
    return Preview.model_validate({**fields, **changed})


def table_of(*lines: dict[str, object], **changed: object) -> str:
    commits = {"base": "a" * 40, "head": "b" * 40}
    report = PullReport.model_validate({"outcome": "judged", **commits, "previews": [preview(**changed)]})
    return task_tables(report, {"acme-1.0.verdicts.jsonl.gz": pack(*lines)})


def pack(*lines: dict[str, object]) -> bytes:
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())


def verdict(task: str, status: str = "passed", detail: str = "", **more: object) -> dict[str, object]:
    return {"task_id": task, "draw": 0, "status": status, "detail": detail, **more}


def test_a_failed_task_names_the_kinds_of_tests_that_it_failed() -> None:
    kinds = {"typical": "passed", "edge": "passed", "large": "timeout"}
    found = table_of(verdict("a", "timeout", "more than 3 s", kinds=kinds), verdict("b"))
    assert "| `a` | Timeout; failed: large | `more than 3 s` |" in found
    assert "| `b` | Passed |" in found


def test_failed_tasks_come_first_with_their_failed_check() -> None:
    found = table_of(
        verdict("a"),
        verdict("b", "wrong_answer", "assert f(1) == 2; f(1) gave 3"),
        {"task_id": "c", "draw": 0, "missing": "the provider did not answer"},
        verdict("d", "runtime_error", "f(1) raised", exception="KeyError"),
    )
    assert found.replace("\u200b", "").replace("\\", "") == (
        "\n**Acme One on Code-Vision, rebuilt, flowchart**: 3 of 4 samples did not pass.\n"
        "\n<details><summary>Tasks</summary>\n"
        "\n| Task | Result | First failed check |\n|---|---|---|\n"
        "| `b` | Wrong answer | `assert f(1) == 2; f(1) gave 3` |\n"
        "| `c` | Missing | `the provider did not answer` |\n"
        "| `d` | Runtime error (KeyError) | `f(1) raised` |\n"
        "| `a` | Passed |  |\n"
        "\n</details>\n"
    )


def test_samples_of_one_task_are_numbered() -> None:
    found = table_of(verdict("a"), {**verdict("a", "timeout"), "draw": 1}, draws=2)
    assert "| `a`, draw 2 | Timeout |  |\n| `a`, draw 1 | Passed |  |" in found


def test_a_long_table_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "_SAMPLES_LIMIT", 5)
    lines = [verdict(f"t{number}", "wrong_answer", "x" * 5000) for number in range(8)]
    found = table_of(*lines)
    assert found.count("| Wrong answer |") == 5
    assert "And 3 more, in the verdict files of this workflow run." in found
    assert "x" * 300 not in found
    monkeypatch.setattr(summary, "_BYTES_LIMIT", 100)
    assert (
        table_of(*lines)
        == "\nThe tables of further runs are too long for this page: see the verdict files.\n"
    )


def test_hostile_texts_have_no_effect() -> None:
    task = HOSTILE.partition("\n")[0].strip()
    found = table_of(verdict(task, "runtime_error", HOSTILE, exception=HOSTILE), name=HOSTILE[:60])
    page = MarkdownIt("commonmark", {"html": True}).enable(["table"]).render(found)
    kinds = {tag.strip("/") for tag in re.findall(r"<(/?[a-z0-9!-]+)", page)}
    assert kinds <= {"details", "summary", "table", "thead", "tbody", "tr", "th", "td", "code", "p", "strong"}
    assert page.count("<tr>") == 2
    assert page.count("</details>") == 1
    assert "@octocat" not in page
    assert not any(character in found for character in "\x1b\u202e")


def test_a_report_without_judged_runs_has_no_table() -> None:
    report = PullReport.model_validate({"outcome": "none", "base": "a" * 40, "head": "b" * 40})
    assert task_tables(report, {}) == ""
