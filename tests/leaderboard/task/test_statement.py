"""Pictures that stand inside a task's text are shown at their places, for twins side by side."""

import base64
import io
from collections.abc import Callable

import pytest
from PIL import Image

from benchmark.core.task import Part, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.leaderboard.inputs.sources import Sources, TaskSet
from benchmark.leaderboard.parts.page import Page
from benchmark.leaderboard.task.page import task_pages
from benchmark.leaderboard.task.words import has_inner_picture

BEFORE, BETWEEN, AFTER = (
    Text(text="Ferries cross a lake."),
    Text(text="\nFares:\n"),
    Text(text="Print the cost."),
)


def picture(number: int, width: int) -> Picture:
    file = io.BytesIO()
    Image.new("RGB", (width, 30), "white").save(file, "PNG")
    return Picture(
        number=number, source="data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
    )


def ferries(name: str, *parts: Part) -> Task:
    check = StdioCheck(cases=(StdioCase(input="1\n", output="2\n"),))
    return Task(id=name, suite="mmcode", dataset="open", stem="ferries", parts=parts, check=check)


@pytest.fixture
def body(sources: Callable[..., Sources], html: Callable[[Page], str]) -> Callable[..., str]:
    """A function that renders the single page of some tasks."""

    def of(*tasks: Task) -> str:
        here = TaskSet("mmcode", "open", {task.id: task for task in tasks})
        (page,) = task_pages(sources(tasks={("mmcode", "open"): here}))
        return html(page)

    return of


def order(text: str, *found: str) -> list[int]:
    return [text.index(part) for part in found]


def test_only_a_picture_with_text_after_it_stands_inside_the_text() -> None:
    assert has_inner_picture([BEFORE, picture(1, 40), AFTER])
    assert not has_inner_picture([BEFORE, picture(1, 40)])
    assert not has_inner_picture([BEFORE, picture(1, 40), Text(text="\n ")])
    assert not has_inner_picture([BEFORE, AFTER])


def test_pictures_of_a_problem_stand_between_its_paragraphs(body: Callable[..., str]) -> None:
    text = body(ferries("f-1", BEFORE, picture(1, 40), BETWEEN, picture(2, 50), AFTER))
    assert text.count("<img") == 2
    places = order(text, BEFORE.text, 'width="40"', "Fares:", 'width="50"', AFTER.text)
    assert places == sorted(places)
    assert "Picture 1 of 2." in text
    assert "Picture 2 of 2." in text
    assert "[picture 1]" not in text


def test_twins_share_the_text_and_show_their_pictures_side_by_side(body: Callable[..., str]) -> None:
    twins = [ferries(f"f-{number}", BEFORE, picture(1, 40 + number), AFTER) for number in (1, 2)]
    text = body(*twins)
    assert text.count(BEFORE.text) == 1
    places = order(text, BEFORE.text, 'width="41"', 'width="42"', AFTER.text)
    assert places == sorted(places)
    assert "<bdi>f-2</bdi>, picture 1." in text


def test_tasks_with_different_texts_keep_a_text_each(body: Callable[..., str]) -> None:
    other = ferries("f-2", BEFORE, picture(1, 42), Text(text="Print the number of ferries."))
    text = body(ferries("f-1", BEFORE, picture(1, 41), AFTER), other)
    assert "[picture 1]" in text
    assert text.count("<img") == 2
