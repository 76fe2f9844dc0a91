import pytest

from benchmark.leaderboard.parts.task_list import TaskOutcome
from benchmark.leaderboard.task.words import points_sentence, task_sentence

NAMES = ("Ada", "Bee", "Cid", "Dot", "Eve", "Fox", "Gus", "Hal")
OUTCOMES = {
    "P": TaskOutcome("Passed", "passed", solved=True),
    "W": TaskOutcome("Wrong answer", "failed", solved=False),
    "-": TaskOutcome("Missing", "missing", solved=False),
}


def sentence_of(*tasks: str, tried_once: bool = True) -> str:
    columns = [[OUTCOMES[letter] for letter in letters] for letters in tasks]
    return task_sentence(NAMES[: len(tasks[0])], columns, tried_once=tried_once)


@pytest.mark.parametrize(
    ("letters", "sentence"),
    [
        ("", "No model has been run on this task yet."),
        ("P", "Ada, the only model so far, solves it."),
        ("W", "Ada, the only model so far, does not solve it."),
        ("-", "Ada, the only model so far, has no result here."),
        ("PP", "Both models solve it."),
        ("PW", "One of two models solves it: Ada."),
        ("WW", "Neither of two models solves it."),
        ("WWW", "None of three models solves it."),
        ("PPPPPW", "Five of six models solve it; Fox does not."),
        ("PPPWW-", "Three of six models solve it: Ada, Bee and Cid."),
        ("PPPPWW", "Four of six models solve it; Eve and Fox do not."),
        ("PPPPWWWW", "Four of eight models solve it."),
    ],
)
def test_the_sentence_says_who_solves_one_task(letters: str, sentence: str) -> None:
    assert sentence_of(letters) == sentence


@pytest.mark.parametrize(
    ("tasks", "sentence"),
    [
        (("", ""), "No model has been run on these tasks yet."),
        (("P", "W", "P"), "Ada, the only model so far, solves two of the three tasks."),
        (("W", "W", "W"), "Ada, the only model so far, solves none of the three tasks."),
        (("PP", "PP"), "Both models solve both tasks."),
        (("PPW", "PPW", "PWW"), "One of three models solves all three tasks, and one solves none."),
        (("PPP", "PPP", "PWP"), "Two of three models solve all three tasks, and each solves at least one."),
        (("PWW", "WWW", "WWW"), "None of three models solves all three tasks, and two solve none."),
        (("WWW", "WWW", "WWW"), "None of three models solves any of the three tasks."),
    ],
)
def test_the_sentence_says_who_solves_the_tasks_of_a_stem(tasks: tuple[str, ...], sentence: str) -> None:
    assert sentence_of(*tasks) == sentence


def test_one_passed_try_of_several_solves_a_task() -> None:
    assert sentence_of("PPW", tried_once=False) == "Two of three models solve it at least once; Cid does not."
    assert sentence_of("WW", tried_once=False) == "Neither of two models solves it."


@pytest.mark.parametrize(
    ("models", "points", "sentence"),
    [
        (2, [[10.0, 1.0]], "Two models get 5.50 of 10 points on average, from 1 to 10."),
        (1, [[6.25]], "The only model so far gets 6.25 of 10 points."),
        (2, [[7.0, 7.0], [7.0, None]], "Two models get 7.00 of 10 points on average, 7 each time."),
        (1, [[None]], "The only model so far gets no points here: no answer was judged."),
    ],
)
def test_a_task_with_points_is_not_solved_or_missed(
    models: int, points: list[list[float | None]], sentence: str
) -> None:
    assert points_sentence(models, points) == sentence
