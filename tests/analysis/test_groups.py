from benchmark.analysis.groups import group_rows, other_serials, reported_rows, score_of, superseded_ids


def test_the_newest_row_of_a_submission_counts_and_earlier_rows_are_kept(make_row) -> None:
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
        make_row("e", prompt="sightbench-first-picture"),
    ]
    assert [len(group.newest) for group in group_rows(rows)["code-vision"]] == [1, 1, 1, 1, 1]


def test_a_row_with_the_first_picture_only_does_not_supersede_one_with_all(make_row) -> None:
    whole = make_row("a", prompt="sightbench")
    first = make_row("a", prompt="sightbench-first-picture", version=2)
    assert superseded_ids([whole, first]) == frozenset()
    assert superseded_ids([whole, make_row("a", prompt="sightbench", version=2)]) == {whole.id}


def test_the_highest_score_comes_first_and_baselines_are_separate(make_row) -> None:
    rows = [make_row("low", "PWW"), make_row("gold", "PPP"), make_row("high", "PPW")]
    (group,) = group_rows(rows)["code-vision"]
    assert [row.result.submission.slug for row in group.models] == ["high", "low"]
    assert [row.result.submission.slug for row in group.baselines] == ["gold"]


def test_rows_from_papers_are_in_no_group(make_row) -> None:
    paper = make_row("paper", trust="reported")
    assert group_rows([paper]) == {}
    assert reported_rows([paper, make_row("judged")], "code-vision") == (paper,)


def test_the_table_with_most_models_comes_first(make_row) -> None:
    rows = [make_row("a", dataset="alone"), make_row("b", dataset="shared"), make_row("c", dataset="shared")]
    assert [group.key.dataset for group in group_rows(rows)["code-vision"]] == ["shared", "alone"]


def test_suites_are_in_the_order_of_their_tabs_and_unknown_suites_last(make_row) -> None:
    rows = [
        make_row("a", suite="zzz"),
        make_row("b", suite="code-vision"),
        make_row("c", suite="humaneval-v"),
    ]
    assert list(group_rows(rows)) == ["humaneval-v", "code-vision", "zzz"]


def test_score_of_returns_none_for_a_metric_that_the_row_lacks(make_row) -> None:
    assert score_of(make_row(), "pass@10") is None


def test_a_corrected_task_moves_a_submission_to_the_next_table(make_row) -> None:
    """The older row is listed after the one that supersedes it, and makes no table of its own."""
    mended = ["task-0", "task-1", "task-2-mended"]
    old = [make_row("a", "PPP"), make_row("b", "PPW"), make_row("left", "PWW")]
    new = [
        make_row(slug, "PPP", tasks=mended, version=2, started="2026-05-01T00:00:00Z") for slug in ("a", "b")
    ]
    rows = [*old, *new]
    assert superseded_ids(rows) == {old[0].id, old[1].id}
    first, second = group_rows(rows)["code-vision"]
    assert first.newest == tuple(new)
    assert first.by_slug["a"] == (new[0], old[0])
    assert second.by_slug == {"left": (old[2],)}


def test_a_row_is_superseded_only_by_a_row_that_answers_the_same_question(make_row) -> None:
    later = {"version": 2, "started": "2026-05-01T00:00:00Z"}
    old = make_row("a")
    for other in (
        make_row("b", **later),
        make_row("a", dataset="official", **later),
        make_row("a", prompt="sightbench", **later),
        make_row("a", trust="reported", **later),
    ):
        assert superseded_ids([old, other]) == frozenset()


def test_a_row_of_an_older_version_stays_superseded_even_if_judged_later(make_row) -> None:
    new = make_row("a", version=2, started="2026-01-01T00:00:00Z")
    late = make_row("a", "PWW", version=1, started="2026-06-01T00:00:00Z")
    (group,) = group_rows([new, late])["code-vision"]
    assert group.newest == (new,)
    assert group.by_slug["a"] == (new, late)


def test_serial_numbers_tell_rows_of_equal_versions_apart(make_row) -> None:
    one, other, older, unknown = (
        row.model_copy(update={"run": row.run.model_copy(update={"judge_serial": serial})})
        for row, serial in (
            (make_row("a", version=2), "bb"),
            (make_row("b", version=2), "aa"),
            (make_row("c"), "cc"),
            (make_row("d", version=2), None),
        )
    )
    assert other_serials([one, other, older, unknown]) == ("aa", "bb")
    assert other_serials([one, older, unknown, one]) == ()
