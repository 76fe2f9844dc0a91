"""The tasks that boards show as examples, or the sentence that says why there are none."""

from benchmark.analysis.groups import key_of
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.build.render import render
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.leaderboard.parts.sample_tasks import SAMPLES, sample_tasks, suite_samples
from benchmark.suites import SUITES
from tests.leaderboard.conftest import templates

OPEN = TaskSet("humaneval-v", "open", {task.id: task for task in SUITES["humaneval-v"].datasets["open"]()})
CHARTS = TaskSet("code-vision", "open", {task.id: task for task in SUITES["code-vision"].datasets["open"]()})
TASKS = {("humaneval-v", "open"): OPEN, ("code-vision", "open"): CHARTS}


def test_samples_are_of_different_kinds_and_have_wide_pictures() -> None:
    for tasks in TASKS.values():
        samples = sample_tasks(tasks)
        found = [tasks.tasks[sample.picture.alt.split("task ")[1]] for sample in samples]
        assert len({task.categories[0] for task in found}) == len(found) == SAMPLES
        assert all(sample.picture.width >= sample.picture.height for sample in samples)
        assert samples == sample_tasks(tasks)


def test_a_text_that_is_a_program_asks_by_its_docstring() -> None:
    tasks = {task.id: task for task in SUITES["code-vision"].datasets["rebuilt"]()}
    for sample in sample_tasks(TaskSet("code-vision", "rebuilt", tasks)):
        assert not sample.question.startswith(("from ", "def "))
        assert ">>>" not in sample.question


def test_a_board_shows_tasks_of_its_data_set_each_with_a_link(make_row, sources) -> None:
    found = sources(make_row("a", suite="humaneval-v", dataset="open", setting="image"), tasks=TASKS)
    page = next(page for page in board_pages(found) if page.source == "suite/humaneval-v/index.md")
    text = render(page, str, templates())
    samples = page.view.samples
    assert samples.sentence == (
        "Examples from the data set open: for each of three kinds of tasks, the first one by name with a wide"
        " picture."
    )
    for sample in samples.tasks:
        assert f'href="{sample.page}"' in text
        assert f'src="{sample.picture.small}"' in text


def test_tasks_that_may_not_be_shown_are_replaced_and_the_sentence_says_why(make_row, sources) -> None:
    row = make_row("a", suite="code-vision", dataset="official", setting="flowchart")
    samples = suite_samples(sources(row, tasks=TASKS), "code-vision", key_of(row))
    assert len(samples.tasks) == SAMPLES
    assert samples.sentence.endswith(
        "Not from official: its source states no licence, so texts and pictures of its tasks are not shown."
    )
    none = suite_samples(sources(row), "code-vision", key_of(row))
    assert none.tasks == ()
    assert none.sentence == (
        "The models of this suite see pictures: they write the program a flowchart shows. Its source states "
        "no licence, so texts and pictures of its tasks are not shown."
    )


def test_a_table_without_pictures_says_so(make_row, sources) -> None:
    row = make_row("a", suite="evalplus", dataset="official", setting="text")
    samples = suite_samples(sources(row, tasks=TASKS), "evalplus", key_of(row))
    assert (samples.tasks, samples.sentence) == (
        (),
        "The models of this table see text and no picture: they complete a function from its text.",
    )


def test_code_that_cannot_be_read_leaves_the_text_of_the_task() -> None:
    picture = next(part for part in OPEN.tasks["beetle-walk-1"].parts if isinstance(part, Picture))
    for code, signature in (("class A:\n    def f(self", "A().f"), ("", "A().f"), ("x = 1", "A().f")):
        task = Task(
            id="t",
            suite="humaneval-v",
            dataset="open",
            check=FunctionCheck(tests=()),
            parts=(Text(text="Add <b>them</b>.\n\nMore."), picture),
            starter_code=code,
            entry_point="A().f",
        )
        (sample,) = sample_tasks(TaskSet("humaneval-v", "open", {"t": task}))
        assert (sample.question, sample.signature) == ("Add <b>them</b>.", signature)
