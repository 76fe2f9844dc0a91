from benchmark.leaderboard.model.page import models


def answer_of(found, slug: str) -> str:
    return models(found)[f"model/{slug}/index.md"].answer


def test_the_first_sentences_give_score_place_and_which_gaps_are_real(make_row, sources) -> None:
    field = sources(
        make_row("a", "P" * 60, name="Ann"),
        make_row("b", "P" * 30 + "W" * 30, name="Bob"),
        make_row("c", "W" * 60, name="Cy"),
    )
    assert answer_of(field, "b") == (
        "Bob solves 50.0 % of 60 tasks of Code-Vision, rebuilt: place 2 of 3, shared with no other model."
        " It is 50.0 points behind Ann and 50.0 points ahead of Cy. Both gaps are real."
    )
    assert "first of three models, and the lead is real. It is 50.0 points ahead of Bob." in answer_of(
        field, "a"
    )
    assert "last of three models, really behind all others." in answer_of(field, "c")


def test_the_answer_names_the_model_that_shares_the_place(make_row, sources) -> None:
    field = sources(
        make_row("a", "P" * 60, name="Ann"),
        make_row("b", "P" * 31 + "W" * 29, name="Bob"),
        make_row("c", "P" * 30 + "W" * 30, name="Cy"),
    )
    assert answer_of(field, "b") == (
        "Bob solves 51.7 % of 60 tasks of Code-Vision, rebuilt: places 2–3 of 3, as it cannot be told apart"
        " from Cy. It is 48.3 points behind Ann and 1.7 points ahead of Cy. The gap to Ann is real, but the"
        " gap to Cy is not."
    )
    assert "That gap is not real: on these tasks luck alone could do that." in answer_of(field, "c")


def test_the_answer_counts_many_models_that_share_the_place(make_row, sources) -> None:
    field = sources(*(make_row(slug, "PPPW") for slug in "abcde"))
    text = answer_of(field, "c")
    assert "places 1–5 of 5, as it cannot be told apart from 4 other models." in text
    assert text.endswith("It is level with b and d.")


def test_the_only_model_of_a_table_is_not_compared(make_row, sources) -> None:
    assert answer_of(sources(make_row("a", "PW", name="Ann"), make_row("gold", "PP")), "a") == (
        "Ann solves 50.0 % of 2 tasks of Code-Vision, rebuilt. It is the only model there so far."
    )


def test_the_answer_of_a_baseline_explains_baselines(make_row, sources) -> None:
    assert answer_of(sources(make_row("gold", "PP")), "gold") == (
        "Reference answers solve 100.0 % of 2 tasks of Code-Vision, rebuilt. A baseline checks the benchmark"
        " itself and has no place."
    )


def test_a_place_and_gaps_that_missing_samples_could_change_have_a_condition(make_row, sources) -> None:
    field = sources(
        make_row("a", "P" * 14 + "W" * 6, name="Ann"),
        make_row("b", "W" * 14 + "M" * 6, name="Bob"),
    )
    condition = "unless the missing samples would change that"
    assert f"first of two models, and the lead is real {condition}. It is" in answer_of(field, "a")
    assert f"last of two models, really behind all others {condition}. It is" in answer_of(field, "b")
    three = sources(
        make_row("a", "P" * 20 + "W" * 10, name="Ann"),
        make_row("b", "P" * 8 + "W" * 12 + "M" * 10, name="Bob"),
        make_row("c", "W" * 30, name="Cy"),
    )
    text = answer_of(three, "b")
    assert "shared with no other model unless" in text
    assert text.endswith(f"Both gaps are real {condition}.")
