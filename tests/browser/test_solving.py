"""`review solve` in a browser: accessible, narrow enough, and keeps what is written."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from visits import Visits

from benchmark.authoring.attempts import read_attempts
from benchmark.core.sample import Sample
from benchmark.core.task import FunctionCheck, Picture, Task
from benchmark.core.verdict import Status, Verdict
from benchmark.review.solving.server import SolvingServer
from benchmark.review.solving.session import Sitting

PNG = (
    "data:image/png;base64,"
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
TASK = Task(
    id="odd-socks-1",
    stem="odd-socks",
    parts=(Picture(number=1, source=PNG),),
    starter_code=f'def solution(socks: list[int]) -> int:\n    """{"Count the pairs of socks. " * 6}"""\n',
    entry_point="solution",
    check=FunctionCheck(tests=("assert solution([1]) == 2",)),
)
WIDTHS = (390, 1280)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ab.yaml"


class Passing:
    """Stands in for the sandbox, which other tests use."""

    def judge(self, sample: Sample) -> Verdict:
        return Verdict(task_id=sample.task.id, draw=0, status=Status.PASSED)


@pytest.fixture
def server(path: Path) -> Iterator[SolvingServer]:
    attempts = read_attempts(path, "humaneval-v", "open")
    sitting = Sitting(path=path, attempts=attempts, tasks=[TASK], chosen=[TASK], number=None, judge=Passing())
    with SolvingServer(sitting, 0) as server:
        thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.01))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_every_page_of_a_sitting_is_accessible_and_fits_a_telephone(
    visits: Callable[[str], Visits], server: SolvingServer, axe: str, path: Path
) -> None:
    page = visits(server.address)()
    for button in ("Show the task", "Pause", "Continue", "Submit", "End the sitting"):
        found = []
        page.evaluate(axe)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            found += [page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0]
        violations = page.evaluate("axe.run().then(done => done.violations.map(each => each.id))")
        assert (button, found, violations) == (button, [True, True], [])
        if button == "Submit":
            page.locator("#answer").fill("def solution(socks):")
            page.locator("#answer").press("End")
            page.keyboard.press("Enter")
            page.keyboard.type("return 2")
            with page.expect_request(f"{server.address}keep"):
                page.locator("summary").click()
            assert "\n    return 2" in page.locator("#answer").input_value()
        page.get_by_role("button", name=button, exact=True).click()
    assert read_attempts(path, "humaneval-v", "open").tasks["odd-socks-1"].outcome == "solved"


def test_what_is_written_before_giving_up_is_kept(
    visits: Callable[[str], Visits], server: SolvingServer, path: Path
) -> None:
    page = visits(server.address)()
    page.get_by_role("button", name="Show the task").click()
    page.locator("#answer").fill("half")
    page.locator("summary").click()
    page.get_by_label("the picture allows more than one rule").check()
    page.get_by_role("button", name="Give up this task").click()
    page.get_by_role("heading", name="No task is left").wait_for()
    attempt = read_attempts(path, "humaneval-v", "open").tasks["odd-socks-1"]
    assert (attempt.reason, attempt.answer) == ("ambiguous-rule", "half")


def test_a_new_line_is_in_view_and_a_page_that_cannot_keep_says_so(
    visits: Callable[[str], Visits], server: SolvingServer
) -> None:
    page = visits(server.address)()
    page.get_by_role("button", name="Show the task").click()
    answer = page.locator("#answer")
    answer.press("Control+End")
    page.keyboard.type("if n:")
    for _ in range(40):
        page.keyboard.press("Enter")
    below = answer.evaluate("field => field.scrollHeight - field.clientHeight - field.scrollTop")
    assert below < 40
    assert answer.input_value().endswith(":" + 40 * "\n    ")
    answer.press("Control+z")
    assert not answer.input_value().endswith(":" + 40 * "\n    ")
    lost = page.get_by_text("This page is out of date")
    assert lost.is_hidden()
    page.evaluate(
        "window.fetch = () => Promise.resolve({ ok: false })"
    )  # such as after a pause on another page
    answer.fill("n = 1")
    lost.wait_for()
