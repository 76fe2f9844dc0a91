"""A task is shown in the words of its table's prompt, and twins with a call whose right results differ."""

import pytest

from benchmark.analysis.groups import GroupKey
from benchmark.core.task import FunctionCheck, Limits, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.words import (
    PartingCall,
    check_words,
    joined_lines,
    kind_words,
    parting_call,
    points_sentence,
    task_sentence,
    twins_sentence,
    words_of,
)
from benchmark.suites import load
from tests.case_files import table
from tests.leaderboard.conftest import sentences


def task(name: str = "t", test: str = "assert f(1) == 1", **more: object) -> Task:
    given = {
        "suite": "code-vision",
        "dataset": "rebuilt",
        "entry_point": "f",
        "starter_code": "def f(x):",
        "parts": (Text(text="Do as the picture says."), Picture(number=1, source="1.png")),
        "check": FunctionCheck(tests=(test,)),
    }
    return Task(id=name, **(given | more))  # type: ignore[arg-type]


def key(setting: str = "flowchart", prompt: str = "sightbench", digest: str = "") -> GroupKey:
    return GroupKey("code-vision", "rebuilt", setting, "cool-1", prompt, digest, "own", "0" * 64)


def test_the_text_is_that_of_the_prompt_with_marks_for_pictures() -> None:
    digest = load("code-vision").prompt("sightbench", "flowchart").digest
    found = words_of(task(), key(digest=digest))
    assert "[picture 1]" in found.text
    assert "def f(x):" in found.text
    assert found.as_sent
    assert not words_of(task(), key(digest="0" * 64)).as_sent
    other = words_of(task(), key(prompt=""))
    assert (other.as_sent, other.text) == (False, words_of(task(), key()).text)


def test_a_task_that_lacks_what_a_setting_shows_is_shown_in_its_plain_text() -> None:
    found = words_of(task(), key(setting="mermaid"))
    assert found.text == "Do as the picture says.[picture 1]\n\ndef f(x):"
    assert not found.as_sent
    assert "\u202e" not in words_of(task(parts=(Text(text="a\u202eb"),)), key(setting="mermaid")).text


def test_checks_are_counted() -> None:
    assert check_words(task(test="def check(c):\n    assert c(1)\n    assert c(2)")) == (
        "function, 2 checks",
        "3 s per test",
    )
    whole = StdioCheck(cases=(StdioCase(input="", output="1"),))
    assert check_words(task(check=whole, limits=Limits(seconds=1.5))) == ("program, 1 case", "1.5 s per case")
    assert kind_words(task(subset="math", level="hard", categories=("tree", "tree"))) == (
        "Math",
        "hard",
        "tree",
    )


def test_the_parting_call_is_the_shortest_one_with_the_most_different_results() -> None:
    twins = [
        task("a", "assert f(1) == 1\nassert f([2, 3]) == 1\nassert f(4) == 7"),
        task("b", "assert f(1) == 1\nassert f([2, 3]) == 2\nassert f(4) == 8"),
        task("c", "assert f(1) == 1\nassert f([2, 3]) == 3\nassert f(4) == 8"),
    ]
    found = parting_call(twins)
    assert found is not None
    assert (found.call, found.wanted, found.most) == ("f([2, 3])", {"a": "1", "b": "2", "c": "3"}, 1)


def test_tasks_without_a_twin_have_no_parting_call() -> None:
    assert parting_call([task("a")]) is None
    assert parting_call([task("a"), task("b")]) is None
    assert parting_call([task("a"), task("b", "assert f(1) == 2", starter_code="def f(y):")]) is None
    assert parting_call([task("a", "assert f(1) =="), task("b", "assert f(1) == 2")]) is None


def test_flowcharts_of_twins_are_not_needed_by_who_reads_the_problem_texts() -> None:
    sentence = twins_sentence(PartingCall(call="f(1)", wanted={}, most=1), 2, charts=True)
    assert sentence.endswith(
        "without the flowcharts and the problem texts passes at most one of the two tasks."
    )


def test_a_level_of_a_dial_and_a_proof_are_named() -> None:
    on_dial = task(level="3", unique_among=637_000)
    assert kind_words(on_dial) == ("level 3 of 5",)
    assert check_words(on_dial) == ("function, 1 check", "3 s per test", "unique among 637,000 rules")
    assert kind_words(task(level="hard")) == ("hard",)
    assert len(check_words(task())) == 2


def test_lines_of_a_paragraph_are_joined_and_samples_and_code_keep_theirs() -> None:
    first = "Two squirrels have some piles of acorns and take turns; whoever has the turn takes one"
    long = "plt.yticks([0, 1, 2, 3, 4], ['Quiz', 'Concert', 'Sports', 'Drama', 'Films in the evening'])"
    sample = "\n".join(["Sample Input", "", " ".join(map(str, range(40))), "1 2 3"])
    code = f"```python\n{long}\n{long}\n```"
    text = f"{first}\nfrom a pile. Both play well.\nInput\n\n{sample}\n\n{code}\n{first}:\n- {first}\n- one"
    assert joined_lines(text) == text.replace("takes one\nfrom", "takes one from")


NAMES = ("Ada", "Bee", "Cid", "Dot", "Eve", "Fox", "Gus", "Hal")
OUTCOMES = {
    "P": TaskOutcome("Passed", "passed", solved=True),
    "W": TaskOutcome("Wrong answer", "failed", solved=False),
    "-": TaskOutcome("Missing", "missing", solved=False),
}


def sentence_of(*tasks: str, tried_once: bool = True) -> str:
    columns = [[OUTCOMES[letter] for letter in letters] for letters in tasks]
    return task_sentence(NAMES[: len(tasks[0])], columns, tried_once=tried_once)


@pytest.mark.parametrize(("letters", "sentence"), sentences("task"))
def test_the_sentence_says_who_solves_one_task(letters: str, sentence: str) -> None:
    assert sentence_of(letters) == sentence


@pytest.mark.parametrize(("tasks", "sentence"), sentences("stem"))
def test_the_sentence_says_who_solves_the_tasks_of_a_stem(tasks: tuple[str, ...], sentence: str) -> None:
    assert sentence_of(*tasks) == sentence


def test_one_passed_try_of_several_solves_a_task() -> None:
    assert sentence_of("PPW", tried_once=False) == "Two of three models solve it at least once; Cid does not."
    assert sentence_of("WW", tried_once=False) == "Neither of two models solves it."


@table("leaderboard")
def test_a_task_with_points_is_not_solved_or_missed(models, points, sentence) -> None:
    assert points_sentence(models, points) == sentence
