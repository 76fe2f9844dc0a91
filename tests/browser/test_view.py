"""The viewer's page in a browser, opened from disk."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from visits import Visits, too_wide

from benchmark.core.sample import Completion
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.core.verdict import MissingSample, Outcome, Status, Verdict
from benchmark.leaderboard.view import page as viewer
from benchmark.leaderboard.view.page import write_view
from benchmark.leaderboard.view.read import ViewedRun
from benchmark.pipeline.sources import TaskSource, from_suite

HOSTILE = "</script><script>document.title = 'owned'</script><img src=x onerror=alert(1)>"
GOOD = "def {0}(x):\n    return 2 * x\n"
BROKEN = ("Apples roll along the track of a machine, one after the other,", "and end in one of its boxes.")
PROMPT = f'''

{BROKEN[0]}
{BROKEN[1]}
A. first
B. second

```python
def two(x):
    """
    {BROKEN[0]}
    {BROKEN[1]}

    >>> two(2)
    4
    """
```
'''
STATUSES = {
    "one": Status.PASSED,
    "two": Status.WRONG_ANSWER,
    "three": Status.WRONG_ANSWER,
    "four": Status.TIMEOUT,
    "five": Status.RUNTIME_ERROR,
}


def runs_of() -> list[ViewedRun]:
    """Return two runs on six tasks, of which one has no verdict; the first has hostile texts."""
    picture = next(
        part for part in from_suite("humaneval-v", "open").tasks[0].parts if isinstance(part, Picture)
    )
    tasks = tuple(
        Task(
            id=f"{name}-id",
            suite="mine",
            dataset="first",
            entry_point=name,
            categories=("sums",) if name == "two" else (),
            reference=GOOD.format(name),
            parts=(Text(text=f"Do {name}. "), picture, *((Text(text=PROMPT),) if name == "two" else ())),
            check=FunctionCheck(tests=(f"assert {name}(2) == 4",)),
        )
        for name in (*STATUSES, "lost")
    )
    source = TaskSource(tasks=tasks, suite_id="mine", dataset="first", suite=None)

    def outcomes(*, better: bool) -> list[Outcome]:
        judged: list[Outcome] = [
            Verdict(
                task_id=f"{name}-id",
                draw=0,
                status=Status.PASSED if better else status,
                detail=f"assert {name}(2) == 4; {name}(2) gave 5" if status is Status.WRONG_ANSWER else "",
            )
            for name, status in STATUSES.items()
        ]
        return [*judged, MissingSample(task_id="lost-id", draw=0, reason=HOSTILE)]

    def completions(text: str) -> dict[tuple[str, int], Completion]:
        return {
            (f"{name}-id", 0): Completion(
                task_id=f"{name}-id",
                draw=0,
                text=f"{text}\n```python\n{GOOD.format(name)}```\nEnd.",
                tokens_in=12,
                tokens_out=34,
                seconds=1.5,
                finish_reason="length",
            )
            for name in STATUSES
        }

    names = (("Acme <b>VL</b>", HOSTILE, False), ("Better VL", "Sure.", True))
    return [
        ViewedRun(name=name, source=source, completions=completions(text), outcomes=outcomes(better=better),
                  files=("v.jsonl",))
        for name, text, better in names
    ]  # fmt: skip


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of two runs, and one whose pictures lie next to it."""
    folder = tmp_path_factory.mktemp("view")
    write_view(runs_of(), folder / "view.html")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viewer, "PAGE_LIMIT", 10_000)
        write_view(runs_of(), folder / "large.html")
    return folder


@pytest.fixture
def view(visits: Callable[[str], Visits], folder: Path) -> Visits:
    """``view("view.html")`` opens a page from disk; a request, a message or an error fails the test."""
    return visits(f"{folder.as_uri()}/")


def heading(page: Page) -> str:
    return page.locator("h1").inner_text()


def listed(page: Page) -> list[str]:
    # Rows that Chromium has not laid out yet (content-visibility) have no inner text.
    return page.locator(".vl b").all_text_contents()


def test_a_page_from_disk_shows_the_first_failure_with_its_judged_lines(view: Visits) -> None:
    page = view("view.html")
    assert page.title() == "4 of 6 failed: Acme <b>VL</b> on mine, first · Sightbench"
    assert listed(page) == ["five", "four", "three", "two"]
    page.get_by_role("button", name="two two(2)").click()
    assert heading(page) == "two"
    assert page.locator(".chk dd").all_inner_texts() == ["two(2)", "4", "5"]
    assert page.locator(".ans .k").all_inner_texts() == ["def two(x):", "    return 2 * x"]
    assert HOSTILE in page.locator(".ans .off").first.inner_text()
    assert (
        page.locator(".meta").first.inner_text()
        == "12 tokens in, 34 out · 1.5 s · cut off at the limit of tokens"
    )
    assert page.evaluate("document.querySelector('.fig img').naturalWidth") > 100
    assert "Only for you" in page.locator(".own").inner_text()
    assert page.locator("script").count() == 2


def test_a_prompt_breaks_no_sentence_where_its_author_did_and_keeps_indents(view: Visits) -> None:
    page = view("view.html")
    page.get_by_role("button", name="two two(2)").click()
    sentence = " ".join(BROKEN)
    assert f"{sentence}\nA. first\nB. second" in page.locator(".pr p").all_inner_texts()
    lines = page.locator(".pr .code .l")
    assert lines.all_inner_texts()[2:5] == [f"    {sentence}", "", "    >>> two(2)"]
    lefts = lines.nth(2).evaluate(
        "(line) => { const range = document.createRange(), lefts = {}; range.selectNodeContents(line);"
        " for (const { top, left } of range.getClientRects())"
        " lefts[Math.round(top)] = Math.min(Math.round(left), lefts[Math.round(top)] ?? left);"
        " return Object.values(lefts); }"
    )
    assert len(lefts) > 2
    assert {left - lefts[0] > 20 for left in lefts[1:]} == {True}, "four spaces"


def test_widths_of_outcomes_are_their_counts_and_they_filter(view: Visits) -> None:
    page = view("view.html")
    outcomes = page.locator(".outs button")
    assert outcomes.all_inner_texts() == [
        "4 failed", "2 wrong answers", "1 error", "1 too slow", "1 no verdict", "1 passed"
    ]  # fmt: skip
    grown = page.evaluate(
        "[...document.querySelectorAll('.outs button')].map((b) => getComputedStyle(b).flexGrow)"
    )
    assert grown == ["0", "2", "1", "1", "1", "1"]
    outcomes.nth(1).click()
    assert listed(page) == ["three", "two"]
    assert outcomes.nth(1).get_attribute("aria-pressed") == "true"
    page.get_by_label("Category").select_option("sums")
    assert listed(page) == ["two"]
    outcomes.nth(5).click()
    assert heading(page) == "Nothing to show"
    page.get_by_label("Category").select_option("")
    assert listed(page) == ["one"]
    outcomes.nth(4).click()
    assert page.locator(".chk dd").inner_text() == HOSTILE


def test_keys_step_search_and_put_two_models_side_by_side(view: Visits) -> None:
    page = view("view.html")
    page.keyboard.press("j")
    assert heading(page) == "four"
    page.keyboard.press("k")
    page.keyboard.press("k")
    assert heading(page) == "two"
    page.keyboard.press("/")
    page.keyboard.type("fiv")
    assert listed(page) == ["five"]
    assert page.get_by_label("Find a task").input_value() == "fiv"
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    heads = page.locator(".ans h2")
    assert [text.splitlines()[0] for text in heads.all_inner_texts()] == [
        "Acme <b>VL</b>: error", "Better VL: passed"
    ]  # fmt: skip
    places = [page.locator(part).bounding_box() for part in (".fig", ".ans >> nth=0", ".ans >> nth=1")]
    left = [place["x"] for place in places if place]
    assert len(left) == 3
    assert left == sorted(left)
    page.get_by_label("Side by side with").select_option("reference")
    expect(heads.nth(1)).to_have_text("Reference")
    assert "def five(x):" in page.locator(".ans").nth(1).inner_text()
    page.get_by_label("Answers of").select_option("1")
    assert page.locator(".sum").inner_text().endswith("5 of 6 passed")
    page.get_by_role("button", name="Enlarge").click()
    expect(page.locator(".plate.big")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".plate.big")).to_have_count(0)


def test_pictures_next_to_a_large_page_are_shown(view: Visits, folder: Path) -> None:
    page = view("large.html")
    assert page.locator(".fig img").get_attribute("src").startswith("large.pictures/")
    assert page.evaluate("document.querySelector('.fig img').naturalWidth") > 100
    assert len([*(folder / "large.pictures").iterdir()]) == 1


def test_a_page_without_scripts_says_where_the_answers_are(view: Visits) -> None:
    page = view("view.html", scripts=False)
    expect(page.get_by_text("in these files, one per line: v.jsonl")).to_be_visible()
    expect(page.locator(".bar")).to_be_hidden()


@pytest.mark.parametrize("width", [1440, 700, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_accessible_and_fits_the_window(view: Visits, axe: str, scheme: str, width: int) -> None:
    page = view("view.html", scheme=scheme, width=width)
    page.evaluate(axe)
    for key in ("", "s"):
        if key:
            page.keyboard.press(key)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in found["violations"]] == []
        assert too_wide(page) <= 0
