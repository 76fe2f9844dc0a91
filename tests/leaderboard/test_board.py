from benchmark.leaderboard.board import boards


def test_without_rows_the_home_page_is_an_honest_empty_state(sources) -> None:
    board = boards(sources())["index.md"]
    assert board.headline.sentence == "No rows yet; add one with a pull request."
    assert board.tables == ()


def test_the_first_suite_is_at_home_and_each_other_has_a_page(make_row, sources) -> None:
    made = boards(sources(make_row("a"), make_row("b", suite="humaneval-v"), make_row("c", suite="mmcode")))
    assert list(made) == ["index.md", "suite/mmcode/index.md", "suite/code-vision/index.md"]
    assert [(tab.title, tab.current) for tab in made["index.md"].tabs] == [
        ("HumanEval-V", True),
        ("MMCode", False),
        ("Code-Vision", False),
    ]


def test_a_single_suite_needs_no_tabs(make_row, sources) -> None:
    assert boards(sources(make_row()))["index.md"].tabs == ()


def test_a_line_has_the_score_in_words_and_positions(make_row, sources) -> None:
    (line,) = (
        boards(sources(make_row("a", "PPWW", name="Acme", cost_usd=0.02, tokens_out=1000)))["index.md"]
        .tables[0]
        .models
    )
    assert line.score is not None
    assert (line.score.value, line.score.range, line.score.dot) == ("50.0", "40.0–60.0", "50%")
    assert (line.score.bar_from, line.score.bar_width) == ("40%", "20%")
    assert (line.cost.text, line.tokens.text, line.date) == ("5.00", "250", "2026-02-03")


def test_what_is_not_recorded_is_an_empty_cell(make_row, sources) -> None:
    (line,) = boards(sources(make_row()))["index.md"].tables[0].models
    assert (line.cost.text, line.tokens.text, line.ran.text) == ("", "", "")


def test_subsets_become_columns_in_the_order_of_the_rows(make_row, sources) -> None:
    subsets = {"subset:humaneval": ["task-0"], "subset:algorithm": ["task-1", "task-2"]}
    (table,) = boards(sources(make_row("a", "PPW", subsets=subsets)))["index.md"].tables
    assert table.subsets == ("HumanEval", "Algorithm")
    assert [cell.text for cell in table.models[0].subsets] == ["100.0", "50.0"]


def test_numbers_from_papers_have_a_table_of_their_own(make_row, sources) -> None:
    board = boards(sources(make_row("a"), make_row("b", trust="reported")))["index.md"]
    assert [line.page for line in board.reported] == ["model/b/index.md"]
    assert [line.page for line in board.tables[0].models] == ["model/a/index.md"]


def test_a_suite_with_numbers_from_papers_only_still_has_its_page(make_row, sources) -> None:
    board = boards(sources(make_row("b", trust="reported", suite="mmcode")))["index.md"]
    assert (len(board.reported), board.tables) == (1, ())
