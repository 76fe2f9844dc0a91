from benchmark.leaderboard.model.page import models


def said(found, slug: str) -> str:
    return models(found)[f"model/{slug}/index.md"].answer


def test_the_first_sentence_says_score_place_and_which_gaps_are_real(make_row, sources) -> None:
    field = sources(
        make_row("a", "P" * 60, name="Ann"),
        make_row("b", "P" * 30 + "W" * 30, name="Bob"),
        make_row("c", "W" * 60, name="Cy"),
    )
    assert said(field, "b") == (
        "Bob solves 50.0 % of 60 tasks of Code-Vision, rebuilt: place 2 of 3, shared with no other model."
        " It is 50.0 points behind Ann and 50.0 points ahead of Cy. Both gaps are real."
    )
    assert "first of three models, and the lead is real. It is 50.0 points ahead of Bob." in said(field, "a")
    assert "last of three models, really behind all others." in said(field, "c")


def test_a_shared_place_names_who_shares_it(make_row, sources) -> None:
    field = sources(
        make_row("a", "P" * 60, name="Ann"),
        make_row("b", "P" * 31 + "W" * 29, name="Bob"),
        make_row("c", "P" * 30 + "W" * 30, name="Cy"),
    )
    assert said(field, "b") == (
        "Bob solves 51.7 % of 60 tasks of Code-Vision, rebuilt: places 2–3 of 3, as it cannot be told apart"
        " from Cy. It is 48.3 points behind Ann and 1.7 points ahead of Cy. The gap to Ann is real, the one"
        " to Cy is not."
    )
    assert "That gap is not real: on these tasks luck alone could do that." in said(field, "c")


def test_many_models_that_cannot_be_told_apart_are_counted(make_row, sources) -> None:
    field = sources(*(make_row(slug, "PPPW") for slug in "abcde"))
    text = said(field, "c")
    assert "places 1–5 of 5, as it cannot be told apart from 4 other models." in text
    assert text.endswith("It is level with b and d.")


def test_one_model_is_compared_with_nobody(make_row, sources) -> None:
    assert said(sources(make_row("a", "PW", name="Ann"), make_row("gold", "PP")), "a") == (
        "Ann solves 50.0 % of 2 tasks of Code-Vision, rebuilt. It is the only model there so far."
    )


def test_a_baseline_says_what_it_is_for(make_row, sources) -> None:
    assert said(sources(make_row("gold", "PP")), "gold") == (
        "Reference answers solve 100.0 % of 2 tasks of Code-Vision, rebuilt. A baseline checks the benchmark"
        " itself and has no place."
    )
