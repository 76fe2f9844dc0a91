from benchmark.leaderboard.groups import group_rows, reported_rows, score_of


def test_the_newest_row_of_a_submission_counts_and_earlier_ones_stay(make_row) -> None:
    old = make_row("acme-1", "PPP", started="2025-01-01T00:00:00Z")
    new = make_row("acme-1", "PWW", started="2026-01-01T00:00:00Z")
    (group,) = group_rows([new, old])["code-vision"]
    assert group.newest == (new,)
    assert group.by_slug["acme-1"] == (new, old)


def test_rows_of_different_questions_never_share_a_table(make_row) -> None:
    rows = [
        make_row("a"),
        make_row("b", prompt="sightbench"),
        make_row("c", dataset="official"),
        make_row("d", "PPWW"),
    ]
    assert [len(group.newest) for group in group_rows(rows)["code-vision"]] == [1, 1, 1, 1]


def test_the_highest_score_stands_first_and_baselines_are_told_apart(make_row) -> None:
    rows = [make_row("low", "PWW"), make_row("gold", "PPP"), make_row("high", "PPW")]
    (group,) = group_rows(rows)["code-vision"]
    assert [row.result.submission.slug for row in group.models] == ["high", "low"]
    assert [row.result.submission.slug for row in group.baselines] == ["gold"]


def test_numbers_from_papers_are_kept_apart(make_row) -> None:
    paper = make_row("paper", trust="reported")
    assert group_rows([paper]) == {}
    assert reported_rows([paper, make_row("judged")], "code-vision") == (paper,)


def test_the_table_that_most_models_share_comes_first(make_row) -> None:
    rows = [make_row("a", dataset="alone"), make_row("b", dataset="shared"), make_row("c", dataset="shared")]
    assert [group.key.dataset for group in group_rows(rows)["code-vision"]] == ["shared", "alone"]


def test_suites_come_in_the_order_of_their_tabs_and_unknown_ones_last(make_row) -> None:
    rows = [
        make_row("a", suite="zzz"),
        make_row("b", suite="code-vision"),
        make_row("c", suite="humaneval-v"),
    ]
    assert list(group_rows(rows)) == ["humaneval-v", "code-vision", "zzz"]


def test_a_score_that_a_row_does_not_have_is_none(make_row) -> None:
    assert score_of(make_row(), "pass@10") is None
