from benchmark.leaderboard.board.page import boards
from benchmark.leaderboard.downloads.page import paper_pages, suite_papers


def test_a_suites_page_has_one_table_and_links_to_the_others(make_row, sources) -> None:
    found = boards(sources(make_row("a")))
    board = found["suite/humaneval-v/index.md"]
    assert board.tables == ()
    assert board.papers.table.copied.source.place == "Table 2"
    assert len(board.papers.table.rows) == 19
    assert [anchor for _, anchor in board.papers.others][:2] == ["humaneval-v-table-1", "humaneval-v-table-3"]
    assert suite_papers("later-suite") is None


def test_numbers_of_a_paper_are_in_no_table_of_models(make_row, sources) -> None:
    board = boards(sources(make_row("a")))["index.md"]
    assert board.papers.table.rows[0][0].text == "gpt-4o"
    assert [line.name for line in board.tables[0].models] == ["a"]


def test_values_are_printed_as_in_the_source(sources) -> None:
    (page,) = paper_pages(sources())
    tables = {table.copied.name: table for *_, tables in page.view["suites"] for table in tables}
    assert len(tables) == 23
    first = tables["humaneval-v-table-2"].rows[5]
    assert [cell.text for cell in first] == ["InternVL-2", "open", "72.8", "3.7", "12.8"]
    assert first[0].label == "76.3 B"
    assert [cell.text for cell in tables["mathopeval-table-4"].rows[0]] == [
        "GPT-4o",
        "6.03",
        "6.88",
        "4.71",
        "5.87",
    ]
    studies = {row[0].text: row[-1].text for row in tables["mathopeval-text-studies"].rows}
    assert studies["Human baseline: samples"] == "400"
    assert tables["mathopeval-text"].rows[5][-1].text == "3.3"
    assert [cell.text for cell in tables["code-vision-results"].rows[0]][:2] == ["gpt-4o", "154"]
    assert tables["mmcode-table-2"].rows[8][-2].text == "", "cannot be read"


def test_an_inferred_value_is_marked_and_explained(sources) -> None:
    (page,) = paper_pages(sources())
    (table,) = [
        candidate
        for *_, tables in page.view["suites"]
        for candidate in tables
        if candidate.copied.name == "humaneval-v-table-3"
    ]
    marked = [(cell.text, cell.label) for row in table.rows for cell in row if cell.inferred]
    assert marked == [("20.4", "Description pass@1"), ("23.2", "Both pass@1"), ("0.0", "Description pass@1")]
    assert table.readings[0].startswith(
        "Qwen2-VL, Description pass@1: the text merges the value with the change"
    )
