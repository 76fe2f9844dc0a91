"""The claim that tasks need their pictures, proved by the tests of twins."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.canary import CANARY
from benchmark.core.errors import BadInput
from benchmark.core.task import FunctionCheck, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.datasets.collection import Collection, ProgramCount
from benchmark.leaderboard.dataset.claim import check_lines, claim, collection_of, design_notes
from benchmark.suites.open_collections import OPEN_COLLECTIONS

TEXT = "def solution(number: int) -> list[int]:\n"


def _task(name: str, *results: str, text: str = TEXT) -> Task:
    calls = ("1000000000", "2000000000", "3000000000")
    asserts = [f"assert solution({call}) == {result}" for call, result in zip(calls, results, strict=True)]
    return Task(
        id=name,
        starter_code=text,
        entry_point="solution",
        check=FunctionCheck(tests=("\n".join(asserts),)),
    )


RESULTS = {"a-1": ("[1, 1]", "[2, 2]", "[3, 3]"), "a-2": ("[1, 1]", "[9, 9]", "[8, 8]")}
TWINS = tuple(_task(name, *results) for name, results in RESULTS.items())


def test_twins_give_an_upper_bound_for_programs_without_pictures() -> None:
    found = claim(TWINS)
    assert found.sentence == "Without the pictures, no program solves more than 1 of the 2 tasks."
    assert found.lead.startswith("Every task shares its text, its signature and its calls with one other,")
    assert found.ceiling == "50.0"
    assert (found.field.bar_width, found.field.middle) == ("50%", "50%")
    assert found.proof[0] == "2 of 2 tasks have a twin; there are 1 text and 1 pair of twins."
    assert found.proof[1] == (
        "The tests of two twins share 3 calls; at least 66.7 % of these have different results."
    )
    # The example is a call with a different result in every task.
    assert found.example.call == "solution(2000000000)"
    assert found.example.results == (("a-1", "[2, 2]"), ("a-2", "[9, 9]"))


def test_the_example_has_one_picture_per_task_if_any_has() -> None:
    """A page shows the first picture of each task, and twins may differ in another one."""
    both = tuple(Picture(number=number, source=f"{number}.png") for number in (1, 2))
    several = [replace(task, parts=both) for task in TWINS]
    other = TEXT.replace("number", "numbers")
    single = [
        replace(
            _task(name.replace("a", "b"), *(f"[{text}, 0]" for text in found), text=other), parts=both[:1]
        )
        for name, found in RESULTS.items()
    ]
    for tasks, shown in (([*several, *single], "b-1"), (several, "a-1")):
        found = claim(tasks)
        assert found.example.results[0][0] == shown


def test_a_task_without_a_twin_raises_the_upper_bound() -> None:
    alone = _task("b", "[1, 1]", "[2, 2]", "[3, 3]", text="def solution(other: int) -> list[int]:\n")
    found = claim((_task("a-1", "1", "2", "3"), _task("a-2", "4", "5", "6"), alone))
    assert "more than 2 of the 3 tasks" in found.sentence
    assert found.lead.startswith("Most tasks share their text")
    assert found.proof[0].startswith("2 of 3 tasks have a twin")
    assert found.example is None  # results of one character are not instructive


def test_tasks_without_twins_have_no_claim() -> None:
    same = ("[1, 1]", "[2, 2]", "[3, 3]")
    assert claim((_task("a-1", *same), _task("a-2", *same))) is None
    assert claim(()) is None


def test_twins_with_charts_have_problem_texts_of_their_own() -> None:
    tasks = tuple(
        replace(task, chart="flowchart TD", parts=(Text(text=f"Problem {task.id}"),)) for task in TWINS
    )
    found = claim(tasks)
    assert found.sentence == (
        "Without the flowcharts or the problem texts, no program solves more than 1 of the 2 tasks."
    )
    assert found.lead.startswith("Every task shares its signature, its notes and its calls with one other,")
    assert found.proof[0] == "2 of 2 tasks have a twin; there are 1 signature and 1 pair of twins."


def test_twins_that_are_programs_share_inputs_and_the_example_is_one() -> None:
    given = ("1\n2 3 4 5\n", "2\n1 1 1 1\n7 7 7 7\n")

    def problem(name: str, *outputs: str) -> Task:
        cases = tuple(
            StdioCase(input=text, output=output) for text, output in zip(given, outputs, strict=True)
        )
        parts = (Text(text="Follow the arrows."), Picture(number=1, source="1.png"), Text(text="Print it."))
        return Task(id=name, stem="arrows", parts=parts, check=StdioCheck(cases=cases))

    found = claim((problem("a-1", "14\n", "4\n28\n"), problem("a-2", "14\n", "1\n7\n")))
    assert found.lead.startswith("Every task shares its text and its inputs with one other,")
    assert "share 2 inputs; at least 50.0 %" in found.proof[1]
    assert found.example.text == "Follow the arrows.[picture 1]Print it."
    assert found.example.call == "2 ⏎ 1 1 1 1 ⏎ 7 7 7 7"
    assert found.example.results == (("a-1", "4 ⏎ 28"), ("a-2", "1 ⏎ 7"))


CHECK = FunctionCheck(tests=("assert solution() == 1",))
TASKS = [
    Task(id=f"t-{number}", level=level, check=CHECK) for number, level in enumerate(["core"] * 3 + ["hard"])
]


class _Folder(Collection):
    """A collection in a temporary folder."""

    @property
    def folder(self) -> Path:
        return Path(self.package)


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    for folder in ("families", "pins", "programs"):
        (tmp_path / folder).mkdir()
    return _Folder(suite="humaneval-v", dataset="open", package=str(tmp_path))


def test_without_kept_numbers_there_are_no_lines(collection: Collection) -> None:
    assert list(check_lines(collection, [Task(id="a", check=CHECK)], None)) == []


def test_numbers_come_from_the_kept_files(collection: Collection) -> None:
    tasks = [
        replace(task, unique_among=number) for task, number in zip(TASKS, (7000, 500, 0, 34), strict=True)
    ]
    for name, number in (("apples", 1200), ("pears", 50)):
        kept = ProgramCount(
            canary=CANARY, family=name, code="0" * 64, seeds=100, programs=number, mutations={"m": number}
        )
        (collection.folder / "pins" / f"{name}.json").touch()
        (collection.folder / "programs" / f"{name}.json").write_text(kept.model_dump_json())
    lines = dict(check_lines(collection, tasks, None))
    assert list(lines) == ["Other rules", "Programs", "Levels"]
    assert lines["Other rules"].startswith(
        "The worked examples of 3 pictures are unique among 34 to 7,000 rules, 7,534 in all: "
    )
    assert lines["Programs"].startswith(
        "Fresh sets draw from at least 1,250 different programs: 50 or more of"
    )
    assert lines["Levels"] == "3 core tasks and 1 hard task."


def test_a_number_that_is_none_is_refused(collection: Collection) -> None:
    (collection.folder / "pins" / "apples.json").touch()
    (collection.folder / "programs" / "apples.json").write_text(json.dumps({"programs": "many"}))
    with pytest.raises(BadInput, match=r"apples\.json: "):
        list(check_lines(collection, TASKS, None))


PAGE = f"""# Odd socks

<!-- {CANARY} -->

Socks hang on a *line*. The text does not say which are a pair.

## What the picture says

| mutation | a pair is |
|---|---|
| `colour` | one colour |

## A wrong reading

Who counts the `pegs` is wrong.
"""


def test_the_first_paragraph_is_separate_from_the_rules(collection: Collection) -> None:
    (collection.folder / "families" / "odd_socks.md").write_text(PAGE)
    note = design_notes(collection)["odd-socks"]
    assert note.title == "Odd socks"
    assert note.words == "Socks hang on a <em>line</em>. The text does not say which are a pair."
    assert "<h3>What the picture says</h3>" in note.rules
    assert "<h3>A wrong reading</h3>" in note.rules
    assert '<th scope="col">mutation</th>' in note.rules
    assert CANARY not in note.words


@pytest.mark.parametrize(
    "page", ["Odd socks\n\nWords.\n\n## Rules\n", "# Odd socks\n\n## Rules\n", "# A\n\nB\n"]
)
def test_an_incomplete_design_page_is_refused(collection: Collection, page: str) -> None:
    (collection.folder / "families" / "odd_socks.md").write_text(page)
    with pytest.raises(BadInput, match=r"odd_socks\.md"):
        design_notes(collection)


def test_only_a_data_set_made_of_families_has_a_collection() -> None:
    assert collection_of("humaneval-v", "open") is OPEN_COLLECTIONS["humaneval-v"]
    assert collection_of("humaneval-v", "official-v1") is None
    assert collection_of("code-vision", "open") is OPEN_COLLECTIONS["code-vision"]
    assert collection_of("code-vision", "rebuilt") is None


def test_levels_of_a_dial_are_counted_by_number(collection: Collection) -> None:
    tasks = [Task(id=f"t-{number}", level=level, check=CHECK) for number, level in enumerate("1225")]
    lines = dict(check_lines(collection, tasks, None))
    assert lines["Levels"] == "1 task of level 1, 2 tasks of level 2 and 1 task of level 5."
