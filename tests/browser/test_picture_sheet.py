"""The sheet on which people correct what a model says about pictures, opened from disk and read back."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from visits import Visits, too_wide

from benchmark.core.sample import Completion
from benchmark.files.predictions import read_predictions, write_predictions
from benchmark.pipeline.sources import TaskSource, from_suite
from benchmark.review.pictures import (
    Asked,
    PictureWork,
    add_corrections,
    caption_shares,
    read_made,
    write_final,
    write_sheet,
)
from benchmark.suites.mmcode.problem_prompt import picture_numbers

HOSTILE = "</script><script>document.title = 'owned'</script><img src=x onerror=alert(1)>"

MAP = "Picture 1: a map\nof two <b>ports</b>"


def work_of(folder: Path, asked: Asked, *replies: str) -> PictureWork:
    """Write the replies about the first problems with one picture, and the sheet."""
    source = from_suite("mmcode", "open")
    single = [task for task in source.tasks if len(picture_numbers(task)) == 1]
    tasks = tuple(single[: len(replies)])
    some = TaskSource(tasks=tasks, suite_id="mmcode", dataset="open", suite=source.suite)
    work = PictureWork(asked=asked, source=some, out=folder)
    write_predictions(
        work.file(".jsonl"),
        [Completion(task_id=task.id, draw=0, text=text) for task, text in zip(tasks, replies, strict=True)],
    )
    write_sheet(work, read_made(work))
    return work


@pytest.fixture
def opened(visits, tmp_path: Path):
    """A function that opens a sheet from disk."""
    disk: Visits = visits(f"{tmp_path.as_uri()}/")
    return lambda work: disk(work.file(".html").name)


def save(page: Page, to: Path) -> Path:
    with page.expect_download() as taken:
        page.get_by_role("button", name="Save as a file").click()
    path = to / taken.value.suggested_filename
    taken.value.save_as(path)
    return path


def test_labels_are_chosen_without_those_of_the_model_saved_and_read_back(opened, tmp_path: Path) -> None:
    work = work_of(tmp_path, "labels", f"needed - {HOSTILE}", "nothing - a logo", "I cannot say.")
    page = opened(work)
    assert too_wide(page) <= 0
    expect(page.locator("img")).to_have_count(3)
    assert page.locator("img").first.evaluate("image => image.complete && image.naturalWidth > 0")
    expect(page.get_by_role("radio").first).to_be_disabled()  # nobody has said who it is
    page.get_by_label("Your name").fill("Änna O'Hara")
    page.get_by_label("Your name").blur()
    first, second, _ = page.locator("fieldset").all()
    expect(first).not_to_contain_text("onerror", use_inner_text=True)  # the model's words are folded
    first.get_by_label("needed:").check()
    second.get_by_text("What the model says").click()
    expect(second).to_contain_text("nothing: a logo")
    second.get_by_label("helpful:").check()
    expect(page.locator("output")).to_have_text("2 of 3 done")
    page.reload()  # the browser keeps what was entered, under this name
    expect(page.locator("output")).to_have_text("0 of 3 done")
    page.get_by_label("Your name").fill("Änna O'Hara")
    page.get_by_label("Your name").blur()
    expect(page.locator("output")).to_have_text("2 of 3 done")
    expect(page.locator("fieldset").first.get_by_label("needed:")).to_be_checked()
    first.get_by_text("What the model says").click()
    expect(first).to_contain_text(HOSTILE, use_inner_text=True)  # as text
    assert page.title() != "owned"
    path = save(page, tmp_path)
    assert path.name == "labels.Änna-O-Hara.json"
    people = add_corrections(work, read_made(work), [path])
    found = [
        (each.picture, who, each.shown, each.said, each.seen)
        for who in people
        for each in people[who].values()
    ]
    assert found == [
        (1, "Änna O'Hara", "needed", "needed", False),
        (1, "Änna O'Hara", "nothing", "helpful", True),
    ]


def test_captions_are_left_edited_or_written_anew_and_read_back(opened, tmp_path: Path) -> None:
    work = work_of(tmp_path, "captions", MAP, "a tree", "<think>hm", "a grid")
    page = opened(work)
    page.get_by_label("Your name").fill("anna")
    page.get_by_label("Your name").blur()
    left, edited, anew, _ = page.locator("fieldset").all()
    expect(left.locator("textarea")).to_have_value("a map\nof two <b>ports</b>")
    left.get_by_label("The caption is right").check()
    edited.locator("textarea").fill("a tree of five nodes")
    expect(edited.get_by_label("The caption is right")).to_be_checked()
    expect(anew).to_contain_text("The model has no caption")
    anew.get_by_label("The caption is right").click()  # an empty caption cannot be right
    expect(anew.get_by_label("The caption is right")).not_to_be_checked()
    expect(page.locator("output")).to_have_text("2 of 4 done")
    anew.locator("textarea").fill("a clock")
    made = read_made(work)
    path = save(page, tmp_path)
    assert len(json.loads(path.read_text())["corrections"]) == 3
    corrections = add_corrections(work, made, [path])
    (share,) = caption_shares(made, corrections)
    assert share.accepted is not None
    assert (share.accepted.value, share.edited, share.written) == (0.5, 1, 1)
    texts = [each.text for each in read_predictions(write_final(work, made, corrections))]
    assert texts == [
        MAP,
        "Picture 1: a tree of five nodes",
        "Picture 1: a clock",
        "Picture 1: a grid",
    ]
    page.get_by_label("Your name").fill("bert")  # of another person, nothing is entered
    page.get_by_label("Your name").blur()
    expect(page.locator("output")).to_have_text("0 of 4 done")
