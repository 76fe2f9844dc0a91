"""A task is put in words as the prompt of its table puts it, and twins by a call on which they part."""

from benchmark.analysis.groups import GroupKey
from benchmark.core.task import FunctionCheck, Limits, Picture, StdioCase, StdioCheck, Task, Text
from benchmark.leaderboard.task.words import check_words, kind_words, parting_call, words_of
from benchmark.suites import SUITES


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


def test_the_text_is_the_prompt_s_with_marks_for_pictures() -> None:
    digest = SUITES["code-vision"].prompt("sightbench", "flowchart").digest
    found = words_of(task(), key(digest=digest))
    assert "[picture 1]" in found.text
    assert "def f(x):" in found.text
    assert found.as_sent


def test_another_digest_or_prompt_is_not_what_models_got() -> None:
    assert not words_of(task(), key(digest="0" * 64)).as_sent
    found = words_of(task(), key(prompt=""))
    assert not found.as_sent
    assert found.text == words_of(task(), key()).text


def test_a_setting_without_prompt_shows_the_task_s_own_words() -> None:
    found = words_of(task(), key(setting="mermaid"))
    assert found.text == "Do as the picture says.[picture 1]\n\ndef f(x):"
    assert not found.as_sent


def test_signs_that_turn_text_are_replaced() -> None:
    assert "\u202e" not in words_of(task(parts=(Text(text="a\u202eb"),)), key(setting="mermaid")).text


def test_checks_are_counted() -> None:
    assert check_words(task(test="def check(c):\n    assert c(1)\n    assert c(2)")) == (
        "function, 2 checks",
        "3 s a test",
    )
    whole = StdioCheck(cases=(StdioCase(input="", output="1"),))
    assert check_words(task(check=whole, limits=Limits(seconds=1.5))) == ("program, 1 case", "1.5 s a case")
    assert kind_words(task(subset="math", level="hard", categories=("tree", "tree"))) == (
        "Math",
        "hard",
        "tree",
    )


def test_twins_part_on_the_shortest_call_on_which_most_of_them_differ() -> None:
    twins = [
        task("a", "assert f(1) == 1\nassert f([2, 3]) == 1\nassert f(4) == 7"),
        task("b", "assert f(1) == 1\nassert f([2, 3]) == 2\nassert f(4) == 8"),
        task("c", "assert f(1) == 1\nassert f([2, 3]) == 3\nassert f(4) == 8"),
    ]
    found = parting_call(twins)
    assert found is not None
    assert (found.call, found.wanted, found.most) == ("f([2, 3])", {"a": "1", "b": "2", "c": "3"}, 1)


def test_without_a_twin_nothing_is_claimed() -> None:
    assert parting_call([task("a")]) is None
    assert parting_call([task("a"), task("b")]) is None
    assert parting_call([task("a"), task("b", "assert f(1) == 2", starter_code="def f(y):")]) is None
    assert parting_call([task("a", "assert f(1) =="), task("b", "assert f(1) == 2")]) is None
