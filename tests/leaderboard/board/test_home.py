"""The home page: all models × all suites, what leads where, a task of each suite, and the next steps."""

import io
from dataclasses import replace

import pytest
from inline_snapshot import snapshot
from markupsafe import escape
from PIL import Image

from benchmark.analysis.groups import key_of
from benchmark.analysis.reported.table import reported_tables
from benchmark.core.task import FunctionCheck, Picture, Task, Text
from benchmark.core.verdict import Status
from benchmark.judging.judge import Judge
from benchmark.leaderboard.board.home import CALL, DATASET, RESULTS, SENTENCE, STEM, try_files, try_one
from benchmark.leaderboard.board.page import board_pages
from benchmark.leaderboard.inputs.sources import TaskSet
from benchmark.leaderboard.parts.sample_tasks import SAMPLES, sample_tasks, suite_samples
from benchmark.suites import load
from tests.judged import verdict_of
from tests.leaderboard.conftest import page_at, submission
from tests.wording import wrapped

OPEN, CHARTS = (
    TaskSet(suite, "open", {task.id: task for task in load(suite).datasets["open"]()})
    for suite in ("humaneval-v", "code-vision")
)
TASKS = {("humaneval-v", "open"): OPEN}


@pytest.fixture
def home(sources, html):
    """A function that makes the home page of some rows: its view, what only it has, and its text."""

    def of(*rows, **more):
        page = page_at("index.md", board_pages(sources(*rows, **more)))
        assert SENTENCE in page.description
        return page.view, page.view.welcome, html(page)

    return of


def test_a_task_of_each_suite_is_shown_with_its_question(make_row, home) -> None:
    _, welcome, text = home(make_row("a"), tasks=TASKS | {("code-vision", "open"): CHARTS})
    assert {sample.suite for sample in welcome.samples} == {"HumanEval-V", "Code-Vision"}
    for sample in welcome.samples:
        assert sample.first_sentence
        assert str(escape(sample.first_sentence)) in text
        assert f'href="/{sample.page}"' in text
    assert text.count('loading="lazy"') == len(welcome.samples) + 1  # and that of the task to try
    assert f'width="{welcome.samples[0].picture.width}"' in text
    assert '<a href="/changes/index.md">What changed</a>' in text


def test_suites_with_judged_models_come_first_and_their_models_have_places(make_row, home) -> None:
    rows = [make_row(f"m-{number:02}") for number in range(14)]
    _, welcome, text = home(*rows, make_row("gold"), make_row("m-00", suite="mmcode"))
    assert [(suite.id, suite.judged) for suite in welcome.matrix.suites] == [
        ("mmcode", True),
        ("code-vision", True),
        ("humaneval-v", False),
        ("mathopeval", False),
    ]
    assert [line.name for line in welcome.matrix.lines] == [f"m-{number:02}" for number in range(14)]
    first, second = welcome.matrix.lines[:2]
    assert [bool(cell.mark) for cell in first.cells] == [True, True, False, False]
    assert [bool(cell.mark) for cell in second.cells] == [False, True, False, False]
    assert welcome.others[0][0].startswith("Code-Vision: ")
    assert "gold" not in {line.name for line in welcome.matrix.lines}
    assert text.count('href="/suite/code-vision/index.md"') >= 2


def test_numbers_of_papers_stand_in_the_line_of_the_same_model_and_have_no_place(make_row, home) -> None:
    judged = make_row("a", name="GPT-4o (2024-08-06)")
    _, welcome, text = home(judged, make_row("b", name="Nobody knows this"))
    table = next(table for table in reported_tables() if table.name == "humaneval-v-leaderboard-2025-02-26")
    number = next(row["V2C:pass@1"] for row in table.rows if row["model"] == "GPT-4o (0806)")
    line = next(line for line in welcome.matrix.lines if line.page == "model/a/index.md")
    assert (line.name, line.description.split(" · ")[0]) == ("GPT-4o", "2024-08-06")
    at = [suite.id for suite in welcome.matrix.suites].index("humaneval-v")
    cell = line.cells[at]
    assert (cell.reported, cell.place, cell.mark) == (f"{number:.1f}", None, None)
    assert "GPT-4o" not in {other.name for other in welcome.matrix.reported}
    numbers = [line.cells[at].reported for line in (*welcome.matrix.lines, *welcome.matrix.reported)]
    assert sorted(map(float, filter(None, numbers))) == sorted(
        row["V2C:pass@1"] for row in table.rows if row["V2C:pass@1"] is not None
    )
    assert all(cell.place is None for line in welcome.matrix.reported for cell in line.cells)
    assert "AVG" not in {line.name for line in welcome.matrix.reported}
    assert "hollow marks are numbers from papers" in text
    assert '<circle class="o"' in text


def test_a_column_of_reported_numbers_names_their_date_part_and_tasks(make_row, home) -> None:
    _, welcome, text = home(make_row("a"))
    sources = {suite.id: suite.source for suite in welcome.matrix.suites}
    assert sources == {
        "code-vision": "judged here",
        "humaneval-v": "reported 26 Feb 2025, 253 tasks",
        "mmcode": "reported Apr 2024, 263 tasks",
        "mathopeval": "reported Jul 2025, function plots, annotation, multiple choice",
    }
    assert all(f"<small>{source}</small>" in text for source in sources.values())


def test_models_with_a_number_in_another_setting_are_named_and_fill_no_column(make_row, home) -> None:
    _, welcome, _ = home(make_row("a"))
    lines = {line.name: line for line in welcome.matrix.reported}
    for name, number in (("OpenAI o1", "40.6"), ("QVQ-72B-Preview", "19.0")):
        assert f"a paper's {number} in another setting: V2C-CoT pass@1" in lines[name].description
        assert not any(cell.reported for cell in lines[name].cells)
    assert {"Pixtral 124B", "InternVL 2.5 78B", "Step 1o Vision", "Molmo-D 72B", "Chameleon 7B"} <= set(lines)


def test_numbers_that_others_measured_fill_no_column_and_say_who_measured(make_row, home) -> None:
    _, welcome, text = home(make_row("a"))
    others = [table for table in reported_tables() if table.by == "others" and table.suite != "evalplus"]
    assert [anchor for _, anchor, _ in welcome.matrix.others] == [table.name for table in others]
    assert "HumanEval-V, 5 models</a> by STEP3-VL-10B" in text
    names = {line.name for line in welcome.matrix.reported}
    assert not names & {str(row["model"]) for table in others for row in table.rows} - {
        str(row["model"]) for table in reported_tables() if table.leads for row in table.rows
    }


def test_two_judged_models_of_one_name_leave_the_papers_number_in_a_line_of_its_own(make_row, home) -> None:
    rows = [
        make_row(slug, name=f"GPT-4o ({day})") for slug, day in (("a", "2024-05-13"), ("b", "2024-08-06"))
    ]
    _, welcome, _ = home(*rows)
    assert not any(cell.reported for line in welcome.matrix.lines for cell in line.cells)
    assert "GPT-4o (0806)" in {line.name for line in welcome.matrix.reported}


def test_the_claim_of_the_headline_opens_the_comparison_that_proves_it(make_row, home) -> None:
    board, welcome, text = home(make_row("a", "P" * 14 + "W" * 6), make_row("b", "P" * 5 + "W" * 15))
    assert board.headline.sentence.startswith("a leads by ")
    assert welcome.before == "a leads Code-Vision by "
    assert welcome.before.replace("Code-Vision ", "") + welcome.claim == board.headline.sentence
    page, query = welcome.proof
    assert page == "compare/index.md"
    assert query.endswith("a=a&b=b")
    assert f'href="/{page}{escape(query)}"' in text


def test_the_next_steps_are_to_submit_to_compare_and_to_check_a_row(make_row, home) -> None:
    row = make_row("a")
    _, welcome, text = home(row, make_row("gold"))
    assert welcome.judged.startswith("Judged here on ")
    assert welcome.row_command == f"sightbench verify results/code-vision/rebuilt/a/{row.id}.json"
    steps = text.partition("What next?")[2]
    for part in ("submit/index.md", "compare/index.md", welcome.row_command, welcome.row_page):
        assert part in steps


@pytest.mark.parametrize(
    ("released", "says"),
    [
        (("2024-08-06", "2024-05"), "Newest model judged: a, Aug 2024."),
        (("2024-08-06", "2025-01"), ""),
        ((None, None), ""),
    ],
)
def test_home_names_the_newest_judged_model_if_it_is_over_six_months_old(
    make_row, home, released, says: str
) -> None:
    rows = [make_row(slug, started="2025-07-01T00:00:00Z") for slug in ("a", "b")]
    known = {
        row.slug: submission(row.slug, release_date=date) for row, date in zip(rows, released, strict=True)
    }
    _, welcome, text = home(*rows, submissions=known)
    assert welcome.aged == says
    assert (f"{says} No later one has been judged yet" in text) == bool(says)
    assert ('href="/submit/index.md#todays-models"' in text) == bool(says)


@pytest.mark.parametrize("tasks", [{}, TASKS])
def test_a_site_without_rows_has_its_sentence_its_tasks_and_the_next_steps(home, tasks) -> None:
    board, welcome, text = home(tasks=tasks)
    assert (board.tables, welcome.row_command, welcome.matrix.lines, welcome.claim) == ((), "", (), "")
    assert all(part in text for part in (SENTENCE, "No rows yet", "./noxw -s demo"))
    assert ("No tasks with pictures were on the machine" in text) == (not tasks)
    assert len(welcome.matrix.reported) > 20


def test_tasks_that_pages_may_not_show_are_not_shown(home) -> None:
    names = ("fresh-0123456789ab", "official-v2", "unknown")
    _, welcome, _ = home(tasks={("humaneval-v", name): replace(OPEN, dataset=name) for name in names})
    assert welcome.samples == ()


SUITE = "humaneval-v"
TWINS = {task.id: task for task in load(SUITE).datasets[DATASET]() if task.stem == STEM}


@pytest.mark.parametrize("name", sorted(filter(None, RESULTS)))
def test_each_result_is_what_the_reference_returns_and_no_other(judge: Judge, name: str) -> None:
    task = TWINS[name]
    for other, result in RESULTS.items():
        test = f"assert solution{CALL} == {result}\n"
        asked = replace(task, check=replace(task.check, tests=(test,)))
        passes = verdict_of(judge, asked, task.reference).status == Status.PASSED
        assert passes == (other == name)


def test_the_task_is_shown_where_its_picture_is(sources) -> None:
    assert try_one(sources()) is None
    shown = try_one(sources(tasks={(SUITE, DATASET): TaskSet(SUITE, DATASET, TWINS)}))
    assert shown is not None
    assert (len(shown.options), [words for words, right in shown.options if right]) == (
        4,
        ["3, 8, 12, 18, 23, 28"],
    )
    assert shown.tried == 0


def test_the_picture_of_the_task_keeps_the_grey_of_the_day_of_rest(sources) -> None:
    (file,) = try_files(sources(tasks={(SUITE, DATASET): OPEN}))
    with Image.open(io.BytesIO(file.content())) as image:
        colours = {colour for _, colour in image.convert("RGB").getcolors()}
    assert (195, 200, 208) in colours


BOTH = {("humaneval-v", "open"): OPEN, ("code-vision", "open"): CHARTS}


def test_samples_are_of_different_kinds_and_have_wide_pictures() -> None:
    for tasks in BOTH.values():
        samples = sample_tasks(tasks)
        found = [tasks.tasks[sample.picture.alt.split("task ")[1]] for sample in samples]
        assert len({task.categories[0] for task in found}) == len(found) == SAMPLES
        assert all(sample.picture.width >= sample.picture.height for sample in samples)
        assert samples == sample_tasks(tasks)


def test_a_text_that_is_a_program_asks_by_its_docstring() -> None:
    tasks = {task.id: task for task in load("code-vision").datasets["rebuilt"]()}
    for sample in sample_tasks(TaskSet("code-vision", "rebuilt", tasks)):
        assert not sample.question.startswith(("from ", "def "))
        assert ">>>" not in sample.question


def test_a_board_shows_tasks_of_its_data_set_each_with_a_link(make_row, sources, html) -> None:
    found = sources(make_row("a", suite="humaneval-v", dataset="open", setting="image"), tasks=BOTH)
    page = page_at("suite/humaneval-v/index.md", board_pages(found))
    text = html(page)
    samples = page.view.samples
    assert samples.sentence == (
        "Examples from the data set open: for each of three kinds of tasks, the first one by name with a wide"
        " picture."
    )
    for sample in samples.tasks:
        assert f'href="/{sample.page}"' in text
        assert f'src="/{sample.picture.small}"' in text


def test_tasks_that_may_not_be_shown_are_replaced_and_the_sentence_says_why(make_row, sources) -> None:
    row = make_row("a", suite="code-vision", dataset="official", setting="flowchart")
    samples = suite_samples(sources(row, tasks=BOTH), "code-vision", key_of(row))
    assert len(samples.tasks) == SAMPLES
    assert samples.sentence.endswith(
        "Not from official: its source states no licence, so texts and pictures of its tasks are not shown."
    )
    none = suite_samples(sources(row), "code-vision", key_of(row))
    assert none.tasks == ()
    assert wrapped(none.sentence) == snapshot("""\
The models of this suite see pictures: they write the program a flowchart shows. Its source states
 no licence, so texts and pictures of its tasks are not shown.\
""")


def test_a_table_without_pictures_says_so(make_row, sources) -> None:
    row = make_row("a", suite="evalplus", dataset="official", setting="text")
    samples = suite_samples(sources(row, tasks=BOTH), "evalplus", key_of(row))
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
