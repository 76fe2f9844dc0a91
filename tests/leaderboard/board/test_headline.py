import pytest

from benchmark.analysis.groups import group_rows
from benchmark.leaderboard.board.headline import headline
from tests.changed_rows import with_draws, with_result, with_score


def _headline(*rows):
    return headline(group_rows(rows)["code-vision"][0])


def test_the_headline_without_places_claims_no_lead(make_row) -> None:
    rows = [make_row("a", "PPW", name="Acme"), make_row("b", "PWW", name="Zeta"), make_row("gold", "PPP")]
    found = _headline(*rows)
    assert found.sentence == "Acme solves 66.7 % of 3 tasks; its range is 56.7–76.7."
    assert found.lead.startswith(
        "That is the highest score of two models. Next is Zeta with 33.3 (23.3–43.3)."
    )
    assert "leads" not in found.sentence + found.lead


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ({"Acme": "PPW"}, "One model so far: Acme solves 66.7 % of 3 tasks."),
        ({"Acme": "PWW", "gold": "PPP", "blank": "WWW"}, "One model so far: Acme solves 33.3 % of 3 tasks."),
        ({"Acme": "PPW", "Zeta": "PWP"}, "Acme and Zeta solve 66.7 % of 3 tasks each."),
        (dict.fromkeys("abcde", "PWP"), "Five models solve 66.7 % of 3 tasks each."),
    ],
)
def test_equal_scores_share_the_headline_and_baselines_never_lead(make_row, rows, sentence) -> None:
    found = _headline(*(make_row(name.lower(), solved, name=name) for name, solved in rows.items()))
    assert found.sentence == sentence


def test_the_headline_names_numbers_that_all_its_models_share(make_row) -> None:
    acme, zeta = make_row("a", "PPW", name="Acme"), make_row("b", "PWP", name="Zeta")
    drawn, again = with_draws(acme, 5), with_draws(zeta, 5)
    lone = with_result(zeta, scores=[])
    for rows, sentence in (
        ((acme, with_score(zeta, tasks=2)), "Acme and Zeta solve 66.7 % of their judged tasks each."),
        ((drawn, again), "Acme and Zeta solve on average 66.7 % of 3 tasks each."),
        ((drawn,), "One model so far: Acme solves on average 66.7 % of 3 tasks."),
        ((acme, lone), "One model with a score so far: Acme solves 66.7 % of 3 tasks."),
    ):
        assert _headline(*rows).sentence == sentence
    assert _headline(acme, lone).lead.endswith("A second score makes this a comparison.")


def test_baselines_alone_have_a_headline_with_their_scores(make_row) -> None:
    found = _headline(make_row("gold", "PPP"), make_row("blank", "WWW"))
    assert found.sentence == "No model has a score here, only baselines."
    assert "Baselines on 3 tasks: reference answers 100.0 % and empty answers 0.0 %." in found.lead
    assert "no score here can be trusted" in _headline(make_row("gold", "PPW"), make_row("blank", "WWW")).lead


def test_a_long_name_is_shortened_in_the_headline(make_row) -> None:
    assert len(_headline(make_row("a", name="x" * 200)).sentence) < 120


@pytest.mark.parametrize(("solved", "tasks", "is_said"), [(38, 40, True), (37, 40, False), (29, 29, False)])
def test_a_table_whose_best_model_solves_nearly_all_is_said_to_be_saturated(
    make_row, solved, tasks, is_said
) -> None:
    best = make_row("a", "P" * solved + "W" * (tasks - solved))
    lead = _headline(best, make_row("b", "P" * 20 + "W" * (tasks - 20))).lead
    said = "The table is saturated (95.0 % on 3 Feb 2026): little is left to tell models apart."
    assert lead.endswith(said) == is_said
    assert lead.count("saturated") == is_said
