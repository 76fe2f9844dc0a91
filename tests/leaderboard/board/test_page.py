import re
from pathlib import Path

import pytest

from benchmark.analysis.conditions import Condition, protocol_condition, setting_condition
from benchmark.analysis.places import WITHIN_TABLE
from benchmark.leaderboard.board.page import board_pages, boards
from benchmark.leaderboard.charts.page import charts_view
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.leaderboard.inputs.facts import size_class
from benchmark.leaderboard.lists.directory import model_directory
from benchmark.leaderboard.model.page import models
from benchmark.leaderboard.parts.filters import Filterable, filter_selects
from benchmark.leaderboard.parts.score_chart import SIZE
from benchmark.results.branch_record import add_record
from tests.case_files import table
from tests.changed_rows import with_result, withdrawn
from tests.leaderboard.conftest import page_at, submission


def test_the_home_page_shows_the_first_suite_with_models(make_row, sources) -> None:
    rows = make_row("gold", suite="humaneval-v"), make_row("b", suite="mmcode"), make_row("c")
    found = boards(sources(*rows))
    suites = ["humaneval-v", "mmcode", "code-vision", "mathopeval"]
    assert list(found) == ["index.md", *(f"suite/{suite}/index.md" for suite in suites)]
    tabs = found["index.md"].tabs
    assert [title for _, title, _ in tabs] == ["HumanEval-V", "MMCode", "Code-Vision", "MathOPEval"]
    assert [(suite, page) for suite, _, page in tabs] == [
        (suite, f"suite/{suite}/index.md") for suite in suites
    ]
    assert found["index.md"].suite == "mmcode"


def test_a_site_or_a_suite_without_rows_says_so(make_row, sources) -> None:
    board = boards(sources())["index.md"]
    assert board.headline.sentence == "No rows yet; add one with a pull request."
    assert board.tables == ()
    board = boards(sources(make_row("a")))["suite/mmcode/index.md"]
    assert board.headline.sentence == "No rows of MMCode yet; add one with a pull request."
    assert (board.about, board.tables) == (
        "MMCode asks a model to solve a contest problem with pictures.",
        (),
    )


@pytest.mark.gate
def test_the_headline_of_a_board_opens_the_comparison_that_proves_its_claim(make_row, sources, html) -> None:
    found = sources(make_row("a", "P" * 14 + "W" * 6), make_row("b", "P" * 5 + "W" * 15))
    text = html(page_at("suite/code-vision/index.md", board_pages(found)))
    assert re.search(
        r'<h1>a leads by <a href="/compare/index.md\?\S+a=a&amp;b=b">45.0 points, and the lead is real</a>',
        text,
    )
    close = sources(make_row("a", "PP"), make_row("b", "PW"))
    assert "<h1>a is 50.0 points ahead, but the lead may be luck.</h1>" in html(
        page_at("suite/code-vision/index.md", board_pages(close))
    )


def test_lcb_vision_has_a_board_apart_from_official_and_the_papers_numbers_name_it(make_row, sources) -> None:
    run = {"setting": "flowchart", "protocol": "greedy"}
    found = boards(
        sources(make_row("a", dataset="lcb-vision", **run), make_row("b", dataset="official", **run))
    )
    shown = [table for page, board in found.items() for table in board.tables if page != "index.md"]
    names = {(table.title, *(line.name for line in table.models)) for table in shown}
    assert names == {("Code-Vision, lcb-vision", "a"), ("Code-Vision, official", "b")}
    papers = found["suite/code-vision/index.md"].papers
    assert papers is not None
    assert "LCB-Vision" in str(papers)


@table("leaderboard")
def test_the_words_promise_a_picture_only_if_models_see_one(make_row, sources, setting, task) -> None:
    board = boards(sources(make_row("a", setting=setting)))["index.md"]
    assert (board.about, dict(board.tables[0].facts)["Task"]) == (
        f"Code-Vision asks a model to {task}.",
        task,
    )


def test_a_table_of_the_first_picture_only_says_so(make_row, sources) -> None:
    run = {"suite": "mmcode", "setting": "vision+language", "protocol": "greedy"}
    rows = [
        make_row("a", prompt="sightbench", **run),
        make_row("b", prompt="sightbench-first-picture", **run),
    ]
    tables = boards(sources(*rows))["suite/mmcode/index.md"].tables
    assert sorted(["first picture only" in str(table.conditions) for table in tables]) == [False, True]


def test_a_suite_that_this_version_does_not_know_keeps_its_rows(make_row, sources) -> None:
    found = boards(sources(make_row("a", suite="later-suite")))
    assert [line.page for line in found["suite/later-suite/index.md"].tables[0].models] == [
        "model/a/index.md"
    ]
    assert found["index.md"].suite == "later-suite"


@pytest.mark.gate
def test_tables_that_do_not_fit_on_a_page_have_their_own(make_row, sources, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.leaderboard.board.joined_tables.LINES_PER_PAGE", 3)
    prompts = {"a": "upstream", "b": "upstream", "c": "sightbench", "d": "third", "e": "third"}
    found = sources(*(make_row(slug, prompt=prompt) for slug, prompt in prompts.items()))
    every = boards(found)
    board = every["suite/code-vision/index.md"]
    ((_, page, models),) = [link for link in board.further if "our prompt" in link[0]]
    assert [len(table.models) for table in board.tables] == [2]
    assert (len(board.further), models) == (2, "1 model")
    assert [line.page for line in every[page].tables[0].models] == ["model/c/index.md"]
    titles = [page.title for page in board_pages(found)]
    assert len(set(titles)) == len(titles)


def test_a_line_has_its_score_as_text_and_as_positions(make_row, sources) -> None:
    row = make_row("a", "PPWW", name="Acme", cost_usd=0.02, tokens_out=1000)
    (line,) = boards(sources(row))["index.md"].tables[0].models
    score = line.score
    assert (score.value, score.range, score.dot) == ("50.0", "40.0–60.0", "50%")
    assert (score.bar_from, score.bar_width) == ("0%", "100%"), "its axis is from 40 to 60"
    assert (line.values["cost"].text, line.values["tokens"].text, line.date) == ("5.00", "250", "2026-02-03")
    (line,) = boards(sources(make_row()))["index.md"].tables[0].models
    assert [cell.text for cell in (*line.values.values(), line.cells[0])] == [""] * 6, "not recorded"


def test_numbers_from_papers_have_a_table_of_their_own(make_row, sources) -> None:
    board = boards(sources(make_row("a"), make_row("b", trust="reported")))["index.md"]
    assert [line.page for line in board.reported] == ["model/b/index.md"]
    assert [line.page for line in board.tables[0].models] == ["model/a/index.md"]
    board = boards(sources(make_row("b", trust="reported", suite="mmcode")))["suite/mmcode/index.md"]
    assert (len(board.reported), board.tables) == (1, ())


@pytest.mark.gate
@pytest.mark.parametrize("models", [2, 3])
def test_a_table_of_one_or_two_models_leads_to_those_that_papers_have(
    make_row, sources, html, models
) -> None:
    rows = [make_row(slug, suite="mmcode", dataset="open") for slug in "abc"[:models]]
    text = html(page_at("suite/mmcode/index.md", board_pages(sources(*rows))))
    assert bool(re.search(r"<a href=#reported>Papers have \d+ models\.</a>", text)) == (models < 3)
    assert "id=reported" in text


@pytest.mark.gate
def test_rows_of_the_last_30_days_before_the_newest_row_are_new(make_row, sources, html) -> None:
    dates = {"old": "2026-01-02", "kept": "2026-01-03", "last": "2026-02-01", "gold": "2026-02-01"}
    rows = [make_row(slug, started=f"{date}T00:00:00Z") for slug, date in dates.items()]
    suite = page_at("suite/code-vision/index.md", board_pages(sources(*rows)))
    (table,) = suite.view.tables
    new = {line.name: line.new for line in (*table.models, *table.baselines)}
    assert new == {"kept": True, "last": True, "old": False, "gold": False}
    text = html(suite)
    assert text.count('<small class=new title="judged since 3 Jan 2026">new</small>') == 2
    assert "judged since 3 Jan 2026: in the 30 days that end with the newest row" in text


def test_facts_that_a_row_lacks_come_from_its_submission(make_row, sources) -> None:
    """A chart and the filter of a table must agree on whether a model's weights are open."""
    row = make_row("a", "PW")
    unknown = row.result.submission.model_copy(update={"weights": "", "reasoning": None})
    row = with_result(row, submission=unknown)
    more = {"weights": "open", "reasoning": True, "parameters_b": 7.6}
    found = sources(row, submissions={"a": submission("a", **more)})
    (line,) = boards(found)["index.md"].tables[0].models
    assert (line.by.weights, line.by.reasoning) == ("open", "yes")
    assert "open · reasoning · 7.6\u00a0B" in line.description
    assert charts_view(found, SIZE).charts[0].entries[0].weights == "open"
    assert "open" in model_directory(found).table.lines[0].description
    assert "open weights" in models(found)["model/a/index.md"].description


@pytest.mark.gate
def test_a_table_says_by_dates_whether_a_model_may_have_seen_its_tasks(make_row, sources) -> None:
    dates = {
        "a": {"training_cutoff": "2025-06"},
        "b": {"release_date": "2026-01"},
        "c": {"training_cutoff": "2024-06"},
        "d": {},
        "e": {"training_cutoff": "2025-07"},
    }
    found = sources(
        *(make_row(slug, suite="humaneval-v", dataset="official-v2") for slug in (*dates, "gold")),
        submissions={slug: submission(slug, **known) for slug, known in dates.items()},
    )
    board = boards(found)["suite/humaneval-v/index.md"]
    (table,) = board.tables
    assert table.seen.startswith(
        "By dates, for 2 of 5 models: the tasks were public before the model's training cut-off"
    )
    assert {line.name: line.other_dates for line in (*table.models, *table.baselines)} == {
        "a": "",
        "b": "before release",
        "c": "tasks newer",
        "d": "dates unknown",
        "e": "",
        "gold": "",
    }
    (select,) = [choice for choice in board.choices if choice.name == "seen"]
    values = [value for value, _ in select.options]
    assert values == ["", "tasks-newer", "before-release", "before-cutoff", "unknown"]
    board = boards(sources(make_row("a"), make_row("b")))["suite/code-vision/index.md"]
    assert board.tables[0].seen == "", "no dates are known"
    assert "seen" not in {choice.name for choice in board.choices}


def test_a_model_with_only_withdrawn_rows_keeps_its_page(make_row, sources) -> None:
    why, link = "Copied answers.", "https://example.org/1"
    gone = withdrawn(make_row("gone", name="Gone"), "2026-05-06T07:08:09Z", reason=why, link=link)
    page = models(sources(make_row("a"), withdrawn=[gone]))["model/gone/index.md"]
    assert (page.name, page.sections, page.reported) == ("Gone", (), ())
    (shown,) = page.withdrawn
    assert (shown.day, shown.by, shown.reason, shown.link) == ("6 May 2026", "me", why, link)
    assert shown.row.facts[0].value == gone.row.id


def test_a_board_lists_the_withdrawn_rows_of_its_suite(make_row, sources) -> None:
    gone = [
        withdrawn(make_row("first"), "2026-01-01T00:00:00Z"),
        withdrawn(make_row("second"), "2026-02-01T00:00:00Z"),
        withdrawn(make_row("other", suite="mmcode"), "2026-05-06T07:08:09Z"),
    ]
    found = boards(sources(make_row("a"), withdrawn=gone))
    assert [withdrawal.name for withdrawal in found["index.md"].withdrawn] == ["second", "first"]
    assert [withdrawal.name for withdrawal in found["suite/mmcode/index.md"].withdrawn] == ["other"]
    assert [line.name for table in found["index.md"].tables for line in table.models] == ["a"]


@pytest.mark.parametrize("pages", [board_pages, compare_pages])
def test_pages_say_that_a_verdict_depends_on_the_table(make_row, sources, html, pages) -> None:
    text = html(next(iter(pages(sources(make_row("a", "PPPPPPPW"), make_row("b", "WWWWWWWP"))))))
    assert text.count(WITHIN_TABLE) == 1
    assert f'{WITHIN_TABLE} <a href="/about/index.md#what-a-place-says">Method</a>' in text


def test_a_board_with_one_model_does_not_say_it(make_row, sources, html) -> None:
    assert WITHIN_TABLE not in html(next(iter(board_pages(sources(make_row("a", "PPPPPPPW"))))))


@pytest.mark.parametrize("options", [[], ["--leaderboard"]], ids=["ranking", "leaderboard"])
def test_rank_says_it_once_for_all_tables(in_process, tmp_path: Path, make_row, options: list[str]) -> None:
    for setting in ("x", "y"):
        for slug, statuses in (("a", "PPPPPPPW"), ("b", "WWWWWWWP")):
            add_record(tmp_path / "rows", make_row(slug, statuses, setting=setting))
    assert in_process("rank", *options, "--rows", "rows").stdout.count(WITHIN_TABLE) == 1


def drawn(setting: str, protocol: str) -> Condition:
    return protocol_condition("humaneval-v", setting, protocol)


def filterable(**values: list[str]) -> list[Filterable]:
    """Lines with these values; all other values are the same in all filterable."""
    size = max(map(len, values.values()))
    same = {"weights": "open", "trust": "judged", "seen": "unknown"}
    return [
        Filterable(**{**same, **{name: found[at] for name, found in values.items()}}) for at in range(size)
    ]


def test_lines_with_equal_values_need_no_filter() -> None:
    assert filter_selects(filterable(size=["5", "5"])) == ()


def test_a_filter_has_the_values_of_its_lines_in_a_fixed_order() -> None:
    found = filter_selects(
        filterable(
            weights=["closed", "open", ""],
            size=["more", "4", ""],
            trust=["judged", "verified", "judged"],
            organisation=["Öhm", "acme", "Öhm"],
            released=["2024-06", "", "2025"],
        )
    )
    assert {select.name: select.options for select in found} == {
        "weights": (("", "All weights"), ("open", "Open weights"), ("closed", "Closed weights")),
        "trust": (("", "Any trust"), ("verified", "verified"), ("judged", "judged")),
        "size": (
            ("", "All sizes"),
            ("4", "Up to 4 B"),
            ("more", "Over 80 B"),
            ("unknown", "Size not public"),
        ),
        "organisation": (("", "All organisations"), ("acme", "acme"), ("Öhm", "Öhm")),
        "released": (("", "Released any time"), ("2025", "Since 2025"), ("2024", "Since 2024")),
    }


def test_size_classes_fit_the_models() -> None:
    """MiniCPM-V 2.6 has 8 billion parameters, Llama 3.2 Vision 11 or 90."""
    classes = ["4", "10", "10", "34", "34", "80", "more", ""]
    assert [size_class(size) for size in (0.135, 4.2, 8, 10.7, 34, 72, 90, None)] == classes


def test_settings_and_protocols_are_those_of_the_tables_in_words() -> None:
    protocols = [drawn("image", "greedy"), drawn("image", "sampled-20"), drawn("image", "greedy")]
    (found,) = filter_selects([], protocols=protocols)
    assert found.options == (
        ("", "All protocols"),
        ("greedy", "one try, temperature 0, at most 1,024 tokens"),
        ("sampled-20", "20 tries, temperature 0.8, at most 1,024 tokens"),
    )


def test_options_differ_in_words_even_where_their_meanings_do_not() -> None:
    settings = [setting_condition("humaneval-v", name) for name in ("image", "V2C", "signature-only")]
    found = dict(filter_selects([], settings)[0].options)
    assert found["image"] == "picture shown (image)"
    assert (found["V2C"], found["signature-only"]) == ("picture shown (V2C)", "picture not shown")


def test_a_protocol_that_means_two_things_has_the_words_of_both() -> None:
    protocols = [drawn("image", "greedy"), drawn("V2C", "greedy"), drawn("V2C", "sampled-6")]
    found = dict(filter_selects([], protocols=protocols)[0].options)
    assert found["greedy"] == "one try, temperature 0"


def test_every_option_matches_values_of_the_lines(make_row, sources, html) -> None:
    """Names may have spaces, and one may begin with another."""
    rows = [
        make_row("a", setting="own chart", protocol="cool-1"),
        make_row("a", setting="own chart", protocol="cool-1 warm"),
        make_row("b", setting="own", protocol="cool-1 warm"),
    ]
    page = page_at("suite/code-vision/index.md", board_pages(sources(*rows)))
    body = html(page)
    offered = {choice.name: [value for value, _ in choice.options if value] for choice in page.view.choices}
    assert sorted(offered["setting"]) == ["own", "own chart"]
    assert sorted(offered["protocol"]) == ["cool-1", "cool-1 warm"]
    for name, values in offered.items():
        found = re.findall(f'data-{name}=("[^"]*"|[^ >]*)', body)
        known = {line for each in found for line in each.strip('"').split("\n")}
        assert set(values) <= known


def test_a_suites_page_says_the_age_of_the_newest_model_of_its_first_table(make_row, sources, html) -> None:
    """A newer one that was judged without pictures is not in it."""
    rows = [
        make_row(slug, suite=suite, setting=setting, started="2026-03-01T00:00:00Z")
        for slug, suite, setting in (
            ("a", "code-vision", "flowchart"),
            ("text-only", "code-vision", "text-only"),
            ("b", "mmcode", "flowchart"),
        )
    ]
    dates = {"a": "2024-05", "text-only": "2024-11", "b": "2026-01"}
    known = {slug: submission(slug, release_date=date) for slug, date in dates.items()}
    pages = [*board_pages(sources(*rows, submissions=known))]
    says = "Newest model ranked: a, May 2024."
    for suite, old in (("code-vision", True), ("mmcode", False)):
        page = page_at(f"suite/{suite}/index.md", pages)
        assert bool(page.view.aged) == old
        assert (says in html(page)) == old
