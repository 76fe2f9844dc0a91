import gzip
import json
import re

import pytest
from inline_snapshot import snapshot
from markdown_it import MarkdownIt

from benchmark.chain.pull_request import summary as summary_module
from benchmark.chain.pull_request.pull_report import (
    DeferredRun,
    NeighbourGap,
    Preview,
    PreviewLine,
    PullReport,
    ReportProblem,
    SubsetScore,
)
from benchmark.chain.pull_request.summary import annotations, summary, task_tables
from benchmark.core.names import MEANING
from tests.case_files import read_text
from tests.wording import wrapped

HOSTILE = '</sub>`|"><img src=x onerror=alert(1)>@octocat [x](javascript:alert(1)) ::error::x ##[add-mask]x'
COMMITS = {"base": "a" * 40, "head": "b" * 40}
ORIGIN = {"commit": "b" * 40, "run_url": "https://github.com/octo/bench/actions/runs/1"}


def line_of(
    name: str, place: tuple[int, int], score: tuple[float, float, float], *, this: bool = False
) -> PreviewLine:
    return PreviewLine(
        name=name, first=place[0], last=place[1], value=score[0], low=score[1], high=score[2], this=this
    )


def preview(**changed: object) -> Preview:
    fields: dict[str, object] = {
        "slug": "minicpm-v-2-6",
        "name": "MiniCPM-V 2.6",
        "suite": "code-vision",
        "dataset": "rebuilt",
        "setting": "flowchart",
        "protocol": "cool-1",
        "predictions": "predictions.jsonl",
        "value": 0.253425,
        "low": 0.215,
        "high": 0.296,
        "tasks": 438,
        "draws": 1,
        "passed": 111,
        "missing": 0,
        "subsets": [SubsetScore(name="HumanEval", value=0.402, low=0.33, high=0.479, tasks=164, passed=66)],
        "standings": [
            line_of("Gemini 1.5 Flash", (3, 3), (0.546, 0.499, 0.592)),
            line_of("Claude 3 Haiku", (4, 4), (0.356, 0.313, 0.402)),
            line_of("MiniCPM-V 2.6", (5, 6), (0.253, 0.215, 0.296), this=True),
            line_of("Llama 3.2 11B Vision", (5, 6), (0.212, 0.177, 0.253)),
        ],
        "against": [
            NeighbourGap(name="Llama 3.2 11B Vision", difference=0.041, low=-0.004, high=0.086, real=False),
            NeighbourGap(name="Claude 3 Haiku", difference=-0.103, low=-0.149, high=-0.056, real=True),
        ],
        "models": 7,
        "outcomes": {"passed": 111, "wrong_answer": 327},
    }
    return Preview.model_validate({**fields, **changed})


def report(**fields: object) -> PullReport:
    return PullReport.model_validate({"outcome": "judged", **COMMITS, **fields})


def test_a_judged_submission_is_shown_among_its_neighbours() -> None:
    text = summary(report(previews=[preview()], seconds=4.0), **ORIGIN)
    assert text.replace("\\", "").replace("\u200b", "") == read_text("chain/judged.md")


def test_problems_are_shown_as_a_table() -> None:
    problems = [
        ReportProblem(
            file="submissions/a/submission.yaml", line=9, field="runs[0].x", problem="must be 0", fix="use 0"
        ),
        ReportProblem(file="submissions/a/p.jsonl", problem="is empty"),
    ]
    text = summary(report(outcome="refused", problems=problems, more_problems=3))
    assert text.startswith("### 5 problems found, so nothing was judged\n")
    assert r"| `submissions/a/submission.yaml` | line 9, `runs[0].x` | must be 0 | use 0 |" in text
    assert "| `submissions/a/p.jsonl` |  | is empty |  |" in text
    assert "\n```\nsightbench submit check submissions/a\n```\n" in text


@pytest.mark.parametrize("file", ["policy.yml", "submissions/`x`/submission.yaml", "submissions/A B/x"])
def test_the_suggested_command_has_no_untrusted_text(file: str) -> None:
    text = summary(report(outcome="refused", problems=[ReportProblem(file=file, problem="x")]))
    assert "\n```\nsightbench submit check submissions/SLUG\n```\n" in text


def test_only_a_model_alone_is_called_the_first() -> None:
    """Without the extra `statistics` models have no places, but there are other models in the table."""
    others, alone = (
        summary(report(previews=[preview(standings=[], against=[], models=models)])) for models in (5, 1)
    )
    assert "first model" not in others
    assert "would join 4 other models on Code" in others
    assert re.search("would be the first model on Code(\u200b|-Vision)", alone)
    assert "| Place |" not in alone


GAP = {"name": "A", "difference": 0.0, "low": -0.2, "high": 0.2, "real": False}
CLOSE = GAP | {"difference": -0.0004, "low": -0.0006, "high": -0.00001, "real": True}
UNSURE = GAP | {"difference": 0.2, "low": 0.1, "high": 0.3, "real": True, "sure": False}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"against": [GAP]}, "- Against **A**: the same score (−20.0 to +20.0). **Too close to call.**"),
        ({"against": [CLOSE]}, "- Against **A**: 0.1 points behind (−0.1 to −0.1). The difference is real."),
        ({"against": [UNSURE]}, "The difference is real unless the missing samples would change that."),
        (
            {"missing": 4, "worst": 0.25, "best": 0.26},
            "4 samples missing, with which the score could be 25.0–26.0 %.",
        ),
        ({"passed": None, "draws": 20}, "438 tasks, 20 tries each, 0 samples missing"),
        (
            {"dataset": "fresh-0123456789ab"},
            f"`fresh-0123456789ab` is **fresh**: {MEANING}.",
        ),
    ],
)
def test_a_preview_says_what_limits_it(changed: dict[str, object], said: str) -> None:
    assert said in summary(report(previews=[preview(**changed)]), **ORIGIN)
    assert said not in summary(report(previews=[preview()]), **ORIGIN)


def test_deferred_runs_show_their_reason() -> None:
    later = DeferredRun(
        slug="a",
        suite="mmcode",
        dataset="open",
        setting="s",
        protocol="greedy",
        why="this version cannot judge it",
    )
    text = summary(report(later=[later] * 25))
    assert "The submission is valid; nothing is judged before the merge" in text
    assert "this version cannot judge it" in text
    assert "and 5 more runs" in text


@pytest.mark.parametrize("outcome", ["none", "failed"])
def test_an_outcome_without_a_score_shows_none(outcome: str) -> None:
    text = summary(report(outcome=outcome))
    assert text.startswith("### ")
    assert "solved" not in text


def test_hostile_texts_have_no_effect() -> None:
    """The text is in every field of the report at once."""
    line = HOSTILE[:100]
    hostile = report(
        previews=[
            preview(
                name=line,
                setting=line,
                protocol=line,
                subsets=[SubsetScore(name=line, value=0.5, low=0, high=1, tasks=1, passed=None)],
                standings=[line_of(line, (1, 1), (0.5, 0, 1), this=True)],
                against=[NeighbourGap(name=line, difference=0.5, low=0, high=1, real=True)],
                outcomes={line: 1},
            )
        ],
        later=[DeferredRun(slug="a", suite="b", dataset="c", setting=line, protocol=line, why=HOSTILE)],
        notes=[HOSTILE],
    )
    refused = report(
        outcome="refused",
        problems=[ReportProblem(file=HOSTILE, line=1, field=HOSTILE, problem=HOSTILE, fix=HOSTILE)],
    )
    for text in (summary(hostile, **ORIGIN), summary(refused, **ORIGIN)):
        page = MarkdownIt("commonmark", {"html": True}).enable(["table"]).render(text)
        found = set(re.findall(r"<(/?[a-z0-9!-]+)", page))
        kinds = {tag.strip("/") for tag in found}
        allowed = re.findall(
            r"\w+", "h3 p strong table thead tbody tr th td code ul li sub a details summary pre"
        )
        assert kinds <= {*allowed}
        assert re.findall(r'href="([^"]*)"', page) == re.findall(r"\((https://github\.com[^)]*)\)", text)
        assert not re.search(r"@octocat", page)


def test_an_annotation_is_exactly_one_command() -> None:
    problem = ReportProblem(
        file="submissions/a/x,y:z%.jsonl",
        line=7,
        field="a,b::c",
        problem="50 % ::stop-commands::x",
        fix="write\u2028it"[:5],
    )
    assert next(annotations([problem])) == (
        "::error file=submissions/a/x%2Cy%3Az%25.jsonl,line=7,title=a%2Cb%3A%3Ac"
        "::50 %25 ::stop-commands::x (fix: write)"
    )
    assert len([*annotations([problem] * 50)]) == 10


HOSTILE_DETAIL = (
    '</details>`|"><img src=x onerror=alert(1)>@octocat [x](javascript:alert(1)) \\| x\n# y\x1b[31m\u202e'
)


def table_of(*lines: dict[str, object], **changed: object) -> str:
    made = report(previews=[preview(**{"name": "Acme One", **changed})])
    return task_tables(made, {"minicpm-v-2-6.0.verdicts.jsonl.gz": pack(*lines)})


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
    assert wrapped(found.replace("\u200b", "").replace("\\", "")) == snapshot("""\

**Acme One on Code-Vision, rebuilt, flowchart**: 3 of 4 samples did not pass.

<details><summary>Tasks</summary>

| Task | Result | First failed check |
|---|---|---|
| `b` | Wrong answer | `assert f(1) == 2; f(1) gave 3` |
| `c` | Missing | `the provider did not answer` |
| `d` | Runtime error (KeyError) | `f(1) raised` |
| `a` | Passed |  |

</details>
""")


def test_samples_of_one_task_are_numbered() -> None:
    found = table_of(verdict("a"), {**verdict("a", "timeout"), "draw": 1}, draws=2)
    assert "| `a`, draw 2 | Timeout |  |\n| `a`, draw 1 | Passed |  |" in found


def test_a_long_table_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_module, "_SAMPLES_LIMIT", 5)
    lines = [verdict(f"t{number}", "wrong_answer", "x" * 5000) for number in range(8)]
    found = table_of(*lines)
    assert found.count("| Wrong answer |") == 5
    assert "And 3 more, in the verdict files of this workflow run." in found
    assert "x" * 300 not in found
    monkeypatch.setattr(summary_module, "_BYTES_LIMIT", 100)
    assert (
        table_of(*lines)
        == "\nThe tables of further runs are too long for this page: see the verdict files.\n"
    )


def test_hostile_texts_in_a_table_of_tasks_have_no_effect() -> None:
    task = HOSTILE_DETAIL.partition("\n")[0].strip()
    found = table_of(
        verdict(task, "runtime_error", HOSTILE_DETAIL, exception=HOSTILE_DETAIL), name=HOSTILE_DETAIL[:60]
    )
    page = MarkdownIt("commonmark", {"html": True}).enable(["table"]).render(found)
    kinds = {tag.strip("/") for tag in re.findall(r"<(/?[a-z0-9!-]+)", page)}
    assert kinds <= {"details", "summary", "table", "thead", "tbody", "tr", "th", "td", "code", "p", "strong"}
    assert page.count("<tr>") == 2
    assert page.count("</details>") == 1
    assert "@octocat" not in page
    assert not any(character in found for character in "\x1b\u202e")


def test_a_report_without_judged_runs_has_no_table() -> None:
    assert task_tables(report(outcome="none"), {}) == ""
