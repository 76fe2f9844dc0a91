"""The page of a stem shows what its licence allows, and the results of the models that were run on it."""

import base64
import io
import re
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from benchmark.core.task import ChoiceCheck, FunctionCheck, Part, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.files.references import ReferencedAnswers
from benchmark.leaderboard.parts.addresses import task_page
from benchmark.leaderboard.task.page import task_pages
from benchmark.leaderboard.task.words import has_inner_picture
from benchmark.results.row import Row
from benchmark.suites import load
from benchmark.suites.code_vision.fetched_tasks import COMMIT, FILES
from tests.case_files import read_cases
from tests.changed_rows import with_draws, with_run
from tests.leaderboard.conftest import held

HOSTILE = '</pre><script>alert(1)</script>\u202e"><img src=x onerror=alert(1)>'
ANSWER = "```python\ndef solve(x):\n    return 2\n```"
DETAIL = "assert solve(1) == 1; solve(1) gave 2"


def task(name: str, suite: str, dataset: str, **more: Any) -> Task:
    given: dict[str, Any] = {
        "entry_point": "solve",
        "starter_code": "def solve(x):\n",
        "parts": (Text(text="Follow the rule."),),
        "check": FunctionCheck(tests=("assert solve(1) == 1\nassert solve(2) == 2",)),
        "reference": "def solve(x):\n    return x\n",
        "description": "A box with an arrow.",
    }
    return Task(id=name, suite=suite, dataset=dataset, **(given | more))


@pytest.fixture
def only(here):
    """A function that returns the only page of some tasks and rows with files in the temporary folder."""

    def of(tasks, *rows):
        (page,) = task_pages(here(*rows, tasks=held(*tasks) if tasks else {}))
        return page

    return of


@pytest.fixture
def page_of(tmp_path, make_row, only, with_files):
    """A function that returns the only page of rows by slug and result, each with an answer and a detail."""

    def of(rows, known=(), *, answer=ANSWER, detail=DETAIL, **row):
        made = (make_row(slug, letter, **({"tasks": ["t-1"]} | row)) for slug, letter in rows.items())
        return only(known, *(with_files(tmp_path, each, [answer], detail=detail) for each in made))

    return of


@pytest.mark.gate
def test_the_page_of_a_task_that_may_be_shown_has_all_parts(page_of, html) -> None:
    page = page_of({"one": "P", "two": "W"}, [task("t-1", "code-vision", "rebuilt")])
    assert page.source == task_page("code-vision", "rebuilt", "t-1")
    text = html(page)
    assert page.title == "Solve (t-1), Code-Vision rebuilt"
    assert "One of two models solves it: one." in text
    for part in read_cases("site/task_page.yaml"):
        assert part in text, part


@pytest.mark.parametrize(
    ("row", "tasks", "reason"),
    [
        ({"dataset": "official"}, [task("t-1", "code-vision", "official")], "states no licence"),
        ({"dataset": "fresh-01"}, [], "are not shown"),
        ({"suite": "mystery", "dataset": "odd", "extraction": "theirs"}, [], "they are not shown"),
    ],
)
def test_the_page_of_a_task_that_may_not_be_shown_has_only_id_counts_and_groups(
    page_of, html, row, tasks, reason: str
) -> None:
    page = page_of({"two": "W"}, tasks, **row)
    text = html(page)
    assert page.title.startswith("t-1, ")
    assert reason in text
    assert "two, the only model so far, does not solve it." in text
    assert ("solve(1) → 2" in text) == (row["dataset"] != "fresh-01"), "no groups of fresh tasks"
    for part in ("Follow the rule.", "A box", "return 2", "return x", "def solve", "<img", "Reference"):
        assert part not in text, part


@pytest.mark.parametrize("licence", ["CC0 1.0", ""])
def test_the_page_of_an_own_task_shows_it_if_it_states_its_licence(page_of, html, licence: str) -> None:
    own = task("t-1", "custom", "custom", licence=licence)
    text = html(page_of({"two": "W"}, [own], suite="custom", dataset="custom"))
    for part in ("Follow the rule.", "A box with an arrow.", "Tasks and pictures: CC0 1.0."):
        assert (part in text) == bool(licence), part
    assert ("The licence of these tasks is unknown" in text) != bool(licence)


@pytest.mark.gate
def test_tasks_of_a_stem_share_a_page_with_the_proof_of_twins(make_row, only, html) -> None:
    results = {"w-1": 1, "w-2": 7, "w-10": 9}
    tasks = [
        task(
            name,
            "humaneval-v",
            "open",
            stem="w",
            check=FunctionCheck(tests=(f"assert solve(1) == {result}",)),
        )
        for name, result in results.items()
    ]
    rows = [
        make_row(slug, letters, tasks=[*results], suite="humaneval-v", dataset="open")
        for slug, letters in (("one", "PWP"), ("two", "PPP"), ("three", "WWP"))
    ]
    page = only(tasks, *rows)
    text = html(page)
    assert "One of three models solves all three tasks, and each solves at least one." in text
    assert page.title == "w, HumanEval-V open"
    assert "A program written without the pictures passes at most one of the three tasks." in text
    assert text.index("w-2") < text.index("w-10")
    assert "their verdicts are not available here" in text


def test_a_family_of_questions_has_their_right_options_and_only_facts_that_hold_for_all(
    only, make_row, html
) -> None:
    row = {"suite": "mathopeval", "dataset": "open-choice", "setting": "choice-direct", "protocol": "greedy"}
    plain = {"stem": "bar-0", "categories": ("bar", "domain:water"), "starter_code": "", "reference": ""}
    questions = [
        task(
            f"bar-0-{number}",
            "mathopeval",
            "open-choice",
            check=ChoiceCheck(answer=letter),
            subset=subset,
            **plain,
        )
        for number, (letter, subset) in enumerate((("D", "deletion"), ("A", "annotation")), 1)
    ]
    page = only(questions, make_row("one", "PW", tasks=[question.id for question in questions], **row))
    assert page.view["facts"] == "2 tasks · bar · water · multiple choice · 4 options"
    options = html(page).partition("Right options</summary>")[2].partition("</details>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>: <b>(.)</b>", options) == [("bar-0-1", "D"), ("bar-0-2", "A")]


def test_a_task_that_no_model_was_run_on_has_a_page(page_of, html) -> None:
    page = page_of({"gold": "P"}, [task("t-1", "code-vision", "open")], dataset="open")
    assert "No model has been run on this task yet." in html(page)


def test_untrusted_text_is_never_markup(page_of, html) -> None:
    name = HOSTILE + "y" * 10_000
    words = {"description": HOSTILE, "reference": HOSTILE, "parts": (Text(text=HOSTILE),), "level": HOSTILE}
    page = page_of(
        {"two": "W"},
        [task(name, "code-vision", "open", **words)],
        answer=f"```python\ndef solve(x):\n    return '''{HOSTILE}'''\n```",
        detail=f"assert solve(1) == 1; solve(1) gave {HOSTILE!r}",
        tasks=[name],
        name=HOSTILE[:190],
        dataset="open",
    )
    text = html(page)
    assert len(page.source) < 120
    assert "alert(1)" in text
    for part in ("<script", "<img", "\u202e", "y" * 200):
        assert part not in text


def test_the_search_finds_every_page_of_many_tasks_by_ids_and_kinds(sources, make_row) -> None:
    many = [f"t-{number}" for number in range(700)]
    pages = list(task_pages(sources(make_row("a", "P" * 700, tasks=many))))
    assert len(pages) == len([page for page in pages if page.searched]) == 700
    assert (pages[5].search.kind, pages[5].search.name, pages[5].search.words[-1]) == ("task", "t-5", "t-5")


def test_problems_of_leetcode_are_found_by_their_number(sources, make_row) -> None:
    named = ["62. Unique Paths", "1. not a problem of 12.5", "v1. x"]
    pages = task_pages(sources(make_row("a", "PPP", tasks=named)))
    found = {word for page in pages for word in page.search.words if word.startswith("leetcode")}
    assert found == {"leetcode 62", "leetcode 1"}


def test_a_task_of_several_data_sets_is_found_first_where_its_suite_names_it_first(sources, make_row) -> None:
    names = ["rebuilt", "official", "official-humaneval"]
    pages = list(
        task_pages(sources(*(make_row(name, "PW", dataset=name, tasks=["t-1", "t-2"]) for name in names)))
    )
    assert len(pages) == 6
    first = [page.source for page in pages if not page.search.after]
    assert first == ["task/code-vision/rebuilt/t-1/index.md", "task/code-vision/rebuilt/t-2/index.md"]


def test_a_task_that_may_not_be_shown_leads_to_its_source_and_to_published_answers(
    make_row, only, html
) -> None:
    file = FILES[-1].url
    answers = ReferencedAnswers.model_validate(
        {"format": "code-vision-outputs", "files": [{"url": file, "sha256": "a" * 64}]}
    )
    row = make_row("acme", "W", tasks=["9. Palindrome Number"], dataset="official")
    commit = f"https://github.com/wanghanbinpanda/CodeVision/blob/{COMMIT}"
    line = f'href="{commit}/output/MATH/gpt-4o/samples.jsonl_results.jsonl#L1" rel="nofollow noopener"'
    text = html(only([], with_run(row, references=answers, completions_file=None)))
    assert f"<a {line}>This task at its source</a>" in text
    assert f"<td class=x><a {line}>Wrong answer</a>" in text


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


def in_order(text: str, *parts: str) -> bool:
    places = [text.index(part) for part in parts]
    return places == sorted(places)


def test_pictures_stand_inside_the_text_only_if_text_stands_between_them() -> None:
    one, two = picture(1, 40), picture(2, 50)
    assert has_inner_picture([BEFORE, one, BETWEEN, two])
    assert not has_inner_picture([BEFORE, one, AFTER])
    assert not has_inner_picture([BEFORE, one, Text(text="\n "), two, AFTER])
    assert not has_inner_picture([BEFORE, AFTER])


def test_pictures_of_a_problem_stand_between_its_paragraphs(only, html) -> None:
    text = html(only([ferries("f-1", BEFORE, picture(1, 40), BETWEEN, picture(2, 50), AFTER)]))
    assert text.count("<img") == 2
    assert in_order(text, BEFORE.text, "width=40", "Fares:", "width=50", AFTER.text)
    assert "Picture 1 of 2." in text
    assert "Picture 2 of 2." in text
    assert "[picture 1]" not in text


def test_twins_share_the_text_and_show_their_pictures_side_by_side(only, html) -> None:
    pictures = [(picture(1, 40 + number), BETWEEN, picture(2, 50 + number)) for number in (1, 2)]
    twins = [ferries(f"f-{number}", BEFORE, *of, AFTER) for number, of in enumerate(pictures, 1)]
    text = html(only(twins))
    assert text.count(BEFORE.text) == 1
    places = ("width=41", "width=42", "Fares:", "width=51", "width=52")
    assert in_order(text, BEFORE.text, *places, AFTER.text)
    assert "<bdi>f-2</bdi>, picture 1." in text


def test_the_title_is_for_people_the_picture_comes_first_and_the_labels_last(make_row, only, html) -> None:
    known = task("acorn-pile", "code-vision", "open", parts=(picture(1, 40), Text(text="Count.\n\n12 3\n4")))
    row = make_row("one", "W", tasks=["acorn-pile"], suite="code-vision", dataset="open")
    page = only([known, replace(known, id="acorn-piles", stem="acorn-pile")], row)
    text = html(page)
    assert page.title == "Acorn pile, Code-Vision open"
    labels = "2 tasks · function, 2 checks"
    assert in_order(text, "<h1><bdi>Acorn pile</bdi></h1>", "<img", "Who solved", labels)
    own = html(only([replace(known, entry_point="count_acorns")]))
    labels = "acorn-pile · function, 2 checks · 3 s per test"
    assert in_order(
        own, "<bdi>Count acorns</bdi>", "<img", "<p>The flowchart shows", labels, "No model has been run"
    )


def test_the_page_says_once_what_the_models_got(make_row, only, html) -> None:
    known = task(
        "t-1", "code-vision", "official-humaneval", parts=(Text(text='def solve(x):\n    """Add."""'),)
    )
    row = {"tasks": ["t-1"], "dataset": "official-humaneval", "setting": "flowchart"}
    text = html(only([known], make_row("one", "P", **row)))
    assert (
        text.count("The models did not get this text: they got a picture or a description that is not here.")
        == 1
    )
    assert "<pre class=lines tabindex=0><span class=t>def solve(x):" in text


def test_tasks_of_a_data_set_and_of_its_part_lead_to_each_other_and_have_one_title(
    make_row, sources, html
) -> None:
    """Their stems differ: those of ``official`` are names of problems."""
    rows = [
        make_row(name, "W", dataset=name, tasks=["HumanEval-7"])
        for name in ("official", "official-humaneval")
    ]
    here = held(task("HumanEval-7", "code-vision", "official-humaneval", entry_point="starts_one_ends"))
    pages = {page.source.split("/")[2]: html(page) for page in task_pages(sources(*rows, tasks=here))}
    for name, other, stem in (
        ("official", "official-humaneval", "HumanEval-7"),
        ("official-humaneval", "official", "humaneval-7"),
    ):
        address = f"/task/code-vision/{other}/{stem}/index.md"
        assert f"<a href={address}>The same task in <bdi>{other}</bdi></a>" in pages[name]
        assert "<h1><bdi>Starts one ends</bdi></h1>" in pages[name]


def test_tasks_with_different_texts_keep_a_text_each(only, html) -> None:
    other = ferries("f-2", BEFORE, picture(1, 42), Text(text="Print the number of ferries."))
    text = html(only([ferries("f-1", BEFORE, picture(1, 41), AFTER), other]))
    assert "[picture 1]" in text
    assert text.count("<img") == 2


OWN = "A box with an arrow."
STAGED = {"suite": "humaneval-v", "dataset": "open", "setting": "V2T2C"}


@pytest.fixture
def described(tmp_path, make_row, with_records):
    """A function that makes a row of ``t-1`` with descriptions; a text is that of the first draw."""

    def of(slug: str = "one", texts: object = "A crate.", draws: int = 1, **more: Any) -> Row:
        row = make_row(slug, more.pop("letters", "P"), **({"tasks": ["t-1"]} | STAGED | more))
        row = with_draws(row, draws)
        found = {("t-1", 0): texts} if isinstance(texts, str) else texts
        lines = [{"task_id": task, "draw": draw, "completion": text} for (task, draw), text in found.items()]
        return with_records(tmp_path, row, None, None, lines)

    return of


@pytest.fixture
def shown(only, html):
    """A function that renders the only page of some rows on the task ``t-1`` of a data set."""
    return lambda *rows, dataset="open": html(only([task("t-1", "humaneval-v", dataset)], *rows))


@pytest.mark.gate
def test_descriptions_are_in_order_of_places_after_the_task_s_own(described, shown) -> None:
    worse = described("worse", "A cup.", letters="W")
    text = shown(worse, described("better", "A crate\nand an arrow."))
    assert text.count(OWN) == 1
    section = text[text.index('id="described"') :]
    assert in_order(section, OWN, "A crate\nand an arrow.", "A cup.")
    assert in_order(section, "Passed", "A crate", "Wrong answer")
    assert "href=/model/better/index.md" in section
    assert 'id="task-1-words"' in section  # the picture's label


def test_the_page_of_rows_without_descriptions_shows_only_the_task_s_own(make_row, shown) -> None:
    text = shown(make_row("one", "P", tasks=["t-1"], **STAGED))
    assert text.count(OWN) == 1
    assert "two-stage" not in text
    assert "sayings" not in text


def test_a_flowchart_as_text_is_the_picture_in_words(make_row, only, html) -> None:
    chart = 'flowchart TD\n    n1(["Start & go"])\n'
    known = task("t-1", "humaneval-v", "open", description="", chart=chart)
    text = html(only([known], make_row("one", "P", tasks=["t-1"], **STAGED)))
    chart = text[text.index('<p class="said mono" id="task-1-words">') :]
    assert 'flowchart TD\n    n1(["Start &amp; go"])' in chart


def test_descriptions_by_models_are_escaped(described, shown) -> None:
    text = shown(described("one", HOSTILE))
    assert "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd&#34;&gt;&lt;img" in text
    assert "<script" not in text
    assert "<img src=x" not in text


@pytest.mark.gate
def test_long_and_empty_descriptions_are_marked(described, shown) -> None:
    text = shown(described("long", "x" * 10_000), described("silent", " \n"))
    assert "x" * 2000 + "…" in text
    assert "x" * 2001 not in text
    assert text.count("The full text is in the row's file of descriptions.") == 1
    assert text.count("The model wrote nothing.") == 1


def test_only_the_first_of_several_draws_is_shown(described, shown) -> None:
    text = shown(described("one", {("t-1", draw): f"Seen {draw}." for draw in range(6)}, draws=6))
    assert "the first of 6" in text
    assert ("Seen 0." in text, "Seen 1." in text) == (True, False)


@pytest.mark.parametrize("dataset", ["official-v2", "fresh-0a1b2c3d4e5f", "homemade"])
def test_descriptions_of_pictures_that_may_not_be_shown_are_not_shown(described, shown, dataset) -> None:
    text = shown(described(dataset=dataset), dataset=dataset)
    assert "A crate." not in text
    assert OWN not in text


@pytest.mark.gate
def test_models_without_a_file_of_descriptions_are_left_out(tmp_path, described, shown) -> None:
    rows = described("here"), described("gone")
    for file in tmp_path.rglob("*/gone/*.gz"):
        file.unlink()
    assert shown(*rows).count("<p class=by><a") == 1
    for file in tmp_path.rglob("*/here/*.gz"):
        file.unlink()
    text = shown(*rows)
    assert text.count("<p class=by><a") == 0
    assert text.count(OWN) == 1


def test_descriptions_of_more_than_twelve_rows_are_not_shown(described, shown) -> None:
    text = shown(*(described(f"m{number}", "Seen.") for number in range(14)))
    assert text.count("Seen.") == 12
    assert "9 more descriptions" in text
    assert "At most 12 rows are shown with their descriptions." in text


def test_each_task_of_a_family_has_its_own_descriptions(described, only, html) -> None:
    texts = {("t-1", 0): "First.", ("t-2", 0): "Second."}
    row = described("one", texts, letters="PW", tasks=["t-1", "t-2"])
    text = html(only([task(name, "humaneval-v", "open", stem="t") for name in ("t-1", "t-2")], row))
    assert text.index("First.") < text.index("Second.")
    assert "The pictures in words" in text


def test_data_sets_with_the_same_pictures_share_a_page(sources, html) -> None:
    names, rules = ("open-choice", "open-free", "open-words"), "These rules are the same for all. " * 3
    program = "```python\n" + "\n\n".join(f"draw({number})" for number in range(9)) + "\n```"
    shared = f"{rules}\n\nThis program draws it:\n\n{program}\n\nA.\n\n{program}"
    texts = {name: (Text(text=f"As in {name}.\n\n{shared}"),) for name in names}
    tasks = [task("t-1", "mathopeval", name, parts=texts[name]) for name in names]
    tasks[0] = replace(tasks[0], reference="")  # as a question with options
    known = {key: value for one in tasks for key, value in held(one).items()}
    (page,) = task_pages(sources(tasks=known))
    assert page.source == task_page("mathopeval", "open-words", "t-1")
    assert page.source == "task/mathopeval/open-choice/t-1/index.md"
    anchors = [part.anchor for part in page.search_parts]
    assert (page.search.anchor, anchors) == ("", ["open-free", "open-words"])
    text = html(page)
    assert [text.count(f"As in {name}.") for name in names] == [1, 1, 1]
    assert (text.count(rules.strip()), text.count("“…” stands for")) == (1, 2)
    # Code with words before it is shown once, and one of several options in each form.
    assert (
        text.count("This program draws it"),
        text.count("draw(8)"),
        len(re.findall(r"<p>…\s*<", text)),
    ) == (3, 4, 4)
    assert text.count("Reference program") == 1
    ids = re.findall(r' id="?([^" >]+)', text)
    assert len(ids) == len(set(ids))
    assert {"open-free", "open-words", "words", "open-words-words"} <= set(ids)


def test_a_program_that_differs_little_from_the_first_shows_its_changes(sources, html) -> None:
    lines = [f"draw({number}, {number * number})" for number in range(30)]
    other = [*lines[:4], "dot(4)", *lines[5:], "label(30)"]
    new = [f"circle({number}, 'red')" for number in range(30)]
    tasks = [
        replace(task(f"t-{number}", "mathopeval", "open-free", stem="t"), reference="\n".join(program))
        for number, program in enumerate((lines, other, new, lines), start=1)
    ]
    (page,) = task_pages(sources(tasks=held(*tasks)))
    text = html(page)
    shown = [
        part.replace("&#39;", "'") for part in re.findall(r"Reference program.*?</details>", text, re.DOTALL)
    ]
    assert all(line in shown[0] for line in lines)
    assert "as changes to the program of <bdi>t-1</bdi>" in shown[1]
    assert re.findall(r"^[-+].*$", shown[1], re.MULTILINE) == [
        "-draw(4, 16)",
        "+dot(4)",
        "+label(30)</span></pre></details>",
    ]
    assert "draw(20, 400)" not in shown[1]
    assert all(line in shown[2] for line in new)
    assert all(line in shown[3] for line in lines)  # nothing to compare


def test_a_picture_of_a_sheet_is_cut_out_and_its_link_names_its_place(sources, html) -> None:
    tasks = [task for task in load("humaneval-v").datasets["open"]() if task.family == "beetle-walk"]
    (page,) = task_pages(sources(tasks=held(*tasks)))
    first, second, *_ = (picture for task in page.view["tasks"] for picture in task.pictures)
    assert first.file == second.file
    text = html(page)
    for view in (first, second):
        size = f"width={view.width} height={view.height}"
        assert f'viewBox="0 0 {view.width} {view.height}" role=img aria-label="{view.alt}"' in text
        image = f'x={-view.left} width={view.sheet[0]} height="{view.sheet[1]}"'
        assert re.search(rf"<svg {size}><image href=[^ ]*{view.file} {image}/></svg>", text)
        assert f"{view.path}" in text


def test_the_caption_of_a_shared_picture_has_the_number_by_which_texts_name_it(sources) -> None:
    tasks = [task for task in load("mathopeval").datasets["open-choice"]() if task.stem == "pie-020"]
    (page,) = task_pages(sources(tasks=held(*tasks)))
    assert [caption for _, caption in page.view["shared"]] == [
        "Picture 1 of all 5 tasks",
        "pie-020-delete-1, picture 2",
        "pie-020-modify-1, picture 2",
    ]
