"""The rendered list of a model's tasks, with verdicts stored next to the row."""

from pathlib import Path

from benchmark.analysis.catalog import status_title
from benchmark.core.verdict import Status
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.model.page import model_pages
from benchmark.leaderboard.parts.answers import shard_size
from tests.leaderboard.conftest import templates

ROOT = Path(__file__).resolve().parents[3]
HOSTILE = "</td><script>alert(1)</script>\u202e\x1b[31m" + "z" * 10_000


def body(found, has=lambda _: False) -> str:
    (page,) = model_pages(found)
    return str(render(page, lambda source: f"/{source}", templates(), has))


def test_the_first_failed_check_is_escaped_and_clipped(tmp_path, make_row, sources, with_files) -> None:
    detail = f"assert f(1) == 2; f(1) gave '{HOSTILE}'"
    row = with_files(tmp_path, make_row("a", "PW"), "xx", detail=detail)
    text = body(sources(row, where=SiteConfig(rows=tmp_path)))
    assert "f(1) gave &#39;&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd\ufffd[31mzzz" in text
    assert "<script>" not in text
    assert "z" * 200 not in text


def test_the_list_names_the_files_of_answers(tmp_path, make_row, sources, with_files) -> None:
    row = with_files(tmp_path, make_row("a", "PW"), "xx")
    text = body(sources(row, where=SiteConfig(rows=tmp_path)))
    folder = f"/d/a/code-vision/rebuilt/a/{row.id[:12]}/00.json.gz"
    source = sum(file.bytes for file in (row.run.completions_file, row.run.verdicts_file))
    assert f'data-shard="{folder}" data-size="{shard_size(2, source)}"' in text
    assert text.index('data-s="failed" data-n="1"') < text.index('data-s="passed" data-n="0"')


def test_checks_of_fresh_tasks_are_not_shown(tmp_path, make_row, sources, with_files) -> None:
    detail = "assert f(1) == 2; f(1) gave 'amber'"
    row = with_files(tmp_path, make_row("a", "PW", dataset="fresh-0f1e2d3c4b5a"), "xx", detail=detail)
    text = body(sources(row, where=SiteConfig(rows=tmp_path)))
    assert "they would reveal the tasks" in text
    assert "amber" not in text
    assert "f(1)" not in text


def test_the_list_says_that_answers_are_not_shown_if_their_files_are_missing(
    tmp_path, make_row, sources
) -> None:
    text = body(sources(make_row("a", "PW"), where=SiteConfig(rows=tmp_path)))
    assert "Answers and checks are not shown" in text
    assert "data-shard" not in text
    assert "First failed check" not in text


def test_a_list_without_any_failed_check_has_no_column_for_them(
    tmp_path, make_row, sources, with_files
) -> None:
    row = with_files(tmp_path, make_row("a", "WW"), "xx")
    text = body(sources(row, where=SiteConfig(rows=tmp_path)))
    assert "Open a row" in text
    assert "First failed check" not in text
    assert 'class="ck"' not in text


def test_only_tasks_with_a_page_are_links(tmp_path, make_row, sources) -> None:
    found = sources(make_row("a", "PW"), where=SiteConfig(rows=tmp_path))
    text = body(found, has=lambda source: source == "task/code-vision/rebuilt/task-1/index.md")
    assert '<a href="/task/code-vision/rebuilt/task-1/index.md">task-1</a>' in text
    assert "task/code-vision/rebuilt/task-0" not in text


def test_the_script_names_every_result_as_the_pages_do() -> None:
    script = (ROOT / "site" / "assets" / "answer.js").read_text(encoding="utf-8")
    for status in (*Status, "missing"):
        assert f'{status}: "{status_title(status)}"' in script
