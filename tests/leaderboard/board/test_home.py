"""The home page: what leads and the picture of it, a card per suite, all models, and the next steps."""

import io
import re
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


def test_each_suite_has_a_card_with_a_task_that_its_models_see(make_row, home) -> None:
    _, welcome, text = home(make_row("a"), tasks=TASKS | {("code-vision", "open"): CHARTS})
    samples = {card.title: card.sample for card in welcome.cards if card.sample}
    assert samples.keys() == {"HumanEval-V", "Code-Vision"}
    for title, sample in samples.items():
        assert sample.suite == title
        assert f"href=/{sample.page}" in text
        assert f"width={sample.picture.width}" in text
    assert text.count("loading=lazy") == len(samples) + 1  # and that of the task to try
    assert "<a href=/changes/index.md>What changed</a>" in text


def test_the_first_three_of_a_card_are_all_judged_or_all_reported(make_row, home) -> None:
    solved = ("P" * 9 + "W", "P" * 5 + "W" * 5)
    rows = [make_row(slug, letters, name=slug.upper()) for slug, letters in zip("ab", solved, strict=True)]
    _, welcome, text = home(*rows)
    cards = {card.title: card for card in welcome.cards}
    assert [card.title for card in welcome.cards] == ["Code-Vision", "HumanEval-V", "MMCode", "MathOPEval"]
    assert [(card.judged, card.when, card.models) for card in welcome.cards[:2]] == [
        (True, "Judged 3 Feb 2026", "2 models"),
        (False, "Reported Feb 2025", "25 models"),
    ]
    assert [(model.name, model.mark.value) for model in cards["Code-Vision"].three] == [
        ("A", "90.0"),
        ("B", "50.0"),
    ]
    assert cards["Code-Vision"].also == "6 reported Feb 2025"
    reported = [(model.name, model.mark.value) for model in cards["HumanEval-V"].three]
    assert reported == [("OpenAI o1", "40.6"), ("Claude 3.5 Sonnet", "36.8"), ("GPT-4o", "27.7")]
    assert cards["HumanEval-V"].about == "253 tasks, V2C-CoT pass@1"
    judged, outlined = (
        [*re.findall(rf'<svg class="{name}"', text.partition("All models")[0])] for name in ("wh", "wh rep")
    )
    assert (len(judged), len(outlined)) == (2, 9)


@pytest.mark.gate
def test_a_suite_leads_with_judged_models_from_three_on_else_with_the_numbers_of_papers(
    make_row, home
) -> None:
    many = [make_row(f"m-{number}") for number in range(3)]
    few = [make_row(f"m-{number}", suite="humaneval-v") for number in range(3)]
    for more, judged in ((few[:2], False), (few, True)):
        _, welcome, _ = home(*many, *more)
        cards = {card.title: card for card in welcome.cards}
        assert cards["HumanEval-V"].judged is judged
        assert cards["Code-Vision"].judged
        assert welcome.picture.title.startswith("HumanEval-V" if judged else "Code-Vision")
    _, welcome, _ = home(*few[:2])
    assert {card.title: card for card in welcome.cards}["HumanEval-V"].judged, "no suite has three"


def test_a_reported_share_has_our_range_and_none_where_the_number_of_tasks_is_not_given(
    make_row, home
) -> None:
    _, welcome, text = home(make_row("a"))
    marks = {card.title: [model.mark for model in card.three] for card in welcome.cards}
    assert marks["HumanEval-V"][0].range == "34.7–46.7"  # Wilson's: 40.6 % of 253
    assert all(mark.bar_width for mark in marks["HumanEval-V"])
    assert not any(mark.range or mark.bar_width for mark in marks["MathOPEval"])
    assert "reported by a paper, not ranked; range computed by us" in text


@pytest.mark.gate
def test_a_card_says_the_dollars_of_its_models_as_far_as_they_are_known(make_row, home) -> None:
    for costs, says in (
        ((None, None), ""),
        ((0.04, None), "$10.00 for 1,000"),
        ((0.04, 0.4), "$10.00 to 100.00 for 1,000"),
    ):
        rows = [make_row(slug, "PPPW", cost_usd=usd) for slug, usd in zip("ab", costs, strict=True)]
        _, welcome, _ = home(*rows)
        assert welcome.cards[0].dollars == says


@pytest.mark.gate
def test_a_column_exists_if_a_quarter_of_the_rows_has_a_value(make_row, home) -> None:
    rows = [make_row(f"m-{number:02}") for number in range(16)]
    few, enough = ([make_row(f"m-{number:02}", suite="mmcode") for number in range(many)] for many in (3, 4))
    for more, columns in ((few, ["code-vision"]), (enough, ["mmcode", "code-vision"])):
        _, welcome, text = home(*rows, *more)
        assert [column.id for column in welcome.table.columns] == columns
        assert (f"data-c={columns[-1]}" in text) == (len(columns) > 1)
        assert len(welcome.table.lines) == 16
    assert [line.name for line in welcome.table.lines] == [f"m-{number:02}" for number in range(16)]
    assert [bool(cell.mark) for cell in welcome.table.lines[4].cells] == [False, True]
    dated = {f"m-{number:02}": submission(f"m-{number:02}", release_date="2024-05") for number in range(4)}
    for known, titles in ((dated, ("Released",)), ({"m-00": dated["m-00"]}, ())):
        _, welcome, _ = home(*rows, submissions=known)
        assert welcome.table.values == titles


def test_numbers_of_papers_stand_in_the_line_of_the_same_model_and_have_no_place(make_row, home) -> None:
    judged = make_row("a", name="GPT-4o (2024-05-13)")
    _, welcome, text = home(judged, make_row("b", name="Nobody knows this"))
    table = next(table for table in reported_tables() if table.name == "humaneval-v-leaderboard-2025-02-26")
    line = next(line for line in welcome.table.lines if line.page == "model/a/index.md")
    assert (line.name, line.description.split(" · ")[-1]) == ("GPT-4o", "2024-05-13")
    at = [column.id for column in welcome.table.columns].index("humaneval-v")
    assert (line.cells[at].mark.value, line.cells[at].version) == ("27.7", "0806")
    assert "GPT-4o (0806)" not in {other.name for other in welcome.papers.lines}
    columns = [column.id for column in welcome.papers.columns]
    numbers = [
        line.cells[at].mark,
        *(other.cells[columns.index("humaneval-v")].mark for other in welcome.papers.lines),
    ]
    shown = sorted(float(mark.value) for mark in numbers if mark)
    assert shown == sorted(row["V2C-CoT:pass@1"] for row in table.rows)
    assert not any("place" in vars(other) and other.place for other in welcome.papers.lines)
    assert "AVG" not in {line.name for line in welcome.papers.lines}
    assert {"OpenAI o1", "QVQ-72B-Preview", "Pixtral 124B", "Chameleon 7B"} <= {
        line.name for line in welcome.papers.lines
    }
    assert '<svg class="wh rep"' in text


def test_columns_of_reported_numbers_and_cards_name_their_date_part_and_tasks(make_row, home) -> None:
    _, welcome, text = home(make_row("a"))
    assert {card.title: (card.when, card.about) for card in welcome.cards} == {
        "Code-Vision": ("Judged 3 Feb 2026", "3 tasks"),
        "HumanEval-V": ("Reported Feb 2025", "253 tasks, V2C-CoT pass@1"),
        "MMCode": ("Reported Apr 2024", "263 tasks"),
        "MathOPEval": ("Reported Jul 2025", "function plots, annotation, multiple choice"),
    }
    assert "<small>reported Feb 2025</small>" in text


def test_numbers_that_others_measured_fill_no_column_and_say_who_measured(make_row, home) -> None:
    _, welcome, text = home(make_row("a"))
    others = [table for table in reported_tables() if table.by == "others" and table.suite != "evalplus"]
    assert [anchor for _, anchor, _ in welcome.others] == [table.name for table in others]
    assert "HumanEval-V, 5 models</a> by STEP3-VL-10B" in text
    names = {line.name for line in welcome.papers.lines}
    assert not names & {str(row["model"]) for table in others for row in table.rows} - {
        str(row["model"]) for table in reported_tables() if table.leads for row in table.rows
    }


@pytest.mark.gate
def test_two_judged_models_of_one_name_leave_the_papers_number_in_a_line_of_its_own(make_row, home) -> None:
    rows = [
        make_row(slug, name=f"GPT-4o ({day})") for slug, day in (("a", "2024-05-13"), ("b", "2024-08-06"))
    ]
    _, welcome, _ = home(*rows)
    assert [column.id for column in welcome.table.columns] == ["code-vision"]
    assert "GPT-4o (0806)" in {line.name for line in welcome.papers.lines}


@pytest.mark.gate
def test_the_picture_is_drawn_by_what_a_quarter_of_the_models_has(make_row, home) -> None:
    rows = [make_row(f"m-{number}", cost_usd=0.1 if number < 2 else None) for number in range(8)]
    dated = {"m-0": submission("m-0", release_date="2024-05")}
    _, welcome, text = home(*rows, submissions=dated)
    assert [by for _, by, _ in welcome.picture.drawings] == ["By cost"]
    assert welcome.picture.slugs.split() == [f"m-{number}" for number in range(8)]
    assert text.count('<a class="pt') == 8
    dated["m-1"] = submission("m-1", release_date="2024-06")
    _, welcome, text = home(*rows, submissions=dated)
    assert [by for _, by, _ in welcome.picture.drawings] == ["By date", "By cost"]
    assert 'class="pt o7 f"' in text  # on the frontier
    assert text.count(">no date<") == 1
    _, welcome, text = home(make_row("a"), make_row("b"))
    assert [by for _, by, _ in welcome.picture.drawings] == ["By date"]  # all in the strip without a date


def test_the_picture_leads_to_comparisons_if_there_are_any(make_row, home) -> None:
    _, welcome, text = home(make_row("a", "P" * 14 + "W" * 6), make_row("b", "P" * 5 + "W" * 15))
    assert f'data-slugs="a b" data-compare="/compare/index.md?table={welcome.picture.table}"' in text
    _, welcome, text = home(make_row("a"))
    assert (welcome.picture.table, "data-compare" in text) == ("", False)


def test_the_claim_of_the_headline_opens_the_comparison_that_proves_it(make_row, home) -> None:
    board, welcome, text = home(make_row("a", "P" * 14 + "W" * 6), make_row("b", "P" * 5 + "W" * 15))
    assert board.headline.sentence.startswith("a leads by ")
    assert welcome.before == "a leads Code-Vision by "
    assert welcome.before.replace("Code-Vision ", "") + welcome.headline.claim == board.headline.sentence
    assert board.headline.proof.endswith("a=a&b=b")
    assert f'href="/compare/index.md{escape(board.headline.proof)}"' in text


def test_the_next_steps_are_to_submit_to_compare_and_to_check_a_row(make_row, home) -> None:
    row = make_row("a")
    _, welcome, text = home(row, make_row("gold"))
    assert welcome.judged.startswith("Judged here on ")
    assert welcome.row_command == f"sightbench verify results/code-vision/rebuilt/a/{row.id}.json"
    steps = text.partition("What next?")[2]
    for part in ("submit/index.md", "compare/index.md", welcome.row_command, welcome.row_page):
        assert part in steps


@pytest.mark.gate
@pytest.mark.parametrize(
    ("released", "says"),
    [
        (("2024-08-06", "2024-05"), ("a", "model/a/index.md", "Aug 2024")),
        (("2024-08-06", "2025-01"), None),
        ((None, None), None),
    ],
)
def test_home_names_the_newest_ranked_model_if_it_is_over_six_months_old(
    make_row, home, released, says
) -> None:
    rows = [make_row(slug, started="2025-07-01T00:00:00Z") for slug in ("a", "b")]
    known = {
        row.slug: submission(row.slug, release_date=date) for row, date in zip(rows, released, strict=True)
    }
    _, welcome, text = home(*rows, submissions=known)
    assert welcome.aged == says
    link = "<a href=/model/a/index.md>a</a>, <span class=nw>Aug 2024</span>"
    line = f"<b>Newest model ranked: {link}.</b> No later model"
    assert (line in text) == bool(says)
    assert ("no newer model ranked yet" in text) == bool(says)
    assert ('href="/submit/index.md#todays-models"' in text) == bool(says)


@pytest.mark.parametrize("tasks", [{}, TASKS])
def test_a_site_without_rows_has_its_sentence_its_tasks_and_the_next_steps(home, tasks) -> None:
    board, welcome, text = home(tasks=tasks)
    assert (board.tables, welcome.row_command, welcome.table.lines, welcome.headline.claim) == (
        (),
        "",
        (),
        "",
    )
    assert all(part in text for part in (SENTENCE, "No rows yet", "./noxw -s demo"))
    assert any(card.sample for card in welcome.cards) == bool(tasks)
    assert (welcome.picture, len(welcome.papers.lines) > 20) == (None, True)


def test_tasks_that_pages_may_not_show_are_not_shown(home) -> None:
    names = ("fresh-0123456789ab", "official-v2", "unknown")
    _, welcome, _ = home(tasks={("humaneval-v", name): replace(OPEN, dataset=name) for name in names})
    assert not any(card.sample for card in welcome.cards)


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
        assert f"href=/{sample.page}" in text
        assert f"src=/{sample.picture.small}" in text


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
