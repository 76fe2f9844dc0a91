from pathlib import Path

import pytest
from inline_snapshot import snapshot

from benchmark.analysis.groups import GroupKey
from benchmark.analysis.wording import percent_range
from benchmark.leaderboard.compare.page import compare_pages
from benchmark.leaderboard.inputs.provenance import Fact
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.model.page import model_pages, models
from benchmark.leaderboard.model.scores import history
from benchmark.leaderboard.parts.task_list import anchors
from benchmark.results.row import RowEndings, RowRecovered, RowSampling
from tests.changed_rows import with_draws, with_run, with_score
from tests.drawings import shapes
from tests.leaderboard.conftest import sentences, submission
from tests.wording import wrapped


def section_of(found: Sources, slug: str = "a"):
    """Return the only section of a model's page."""
    (section,) = models(found)[f"model/{slug}/index.md"].sections
    return section


def check_of(found: Sources, label: str, slug: str = "a") -> Fact:
    """Return a check of the only section of a model's page."""
    (check,) = [check for check in section_of(found, slug).checks if check.label == label]
    return check


def test_the_grey_bar_spans_the_other_models_without_baselines(make_row, sources) -> None:
    rows = [make_row("a", "PPWW"), make_row("b", "PWWW"), make_row("c", "PPPW"), make_row("gold", "PPPP")]
    section = section_of(sources(*rows))
    field = section.forest[0].field
    assert (field.bar_from, field.bar_width, field.median) == ("25%", "50%", "50.0")
    assert (section.others, section.forest[0].solved) == (2, "2 of 4")


def test_categories_are_in_the_order_of_the_suite_and_levels_from_easy_to_hard(make_row, sources) -> None:
    names = [f"task-{number}" for number in range(18)]
    subsets = {
        "subset:math": names[:12],
        "subset:math/level:hard": names[:6],
        "subset:math/level:easy": names[6:12],
        "subset:humaneval": names[12:],
    }
    section = section_of(sources(make_row("a", "P" * 18, subsets=subsets)))
    assert [line.title for line in section.forest] == ["All 18 tasks", "HumanEval", "Math", "easy", "hard"]
    assert section.too_few == ""


def test_levels_types_aspects_and_kinds_of_pictures_have_tables_of_their_own(make_row, sources) -> None:
    names = [f"task-{number}" for number in range(12)]
    subsets = {
        "category:grid": names[:6],
        "category:aspect:Geometric Objects": names[3:],
        "category:aspect:Data Structures": names[:7],
        "category:type:Validation": names[:6],
        "category:type:Aggregation": names[6:],
        "level:hard": names[:6],
        "level:core": names[6:],
    }
    row = make_row("a", "P" * 12, suite="humaneval-v", dataset="open", subsets=subsets)
    section = section_of(sources(row))
    assert [(table.name, table.title, [line.title for line in table.lines]) for table in section.forests] == [
        ("scores", "By level", ["All 12 tasks", "Level 1", "Level 3"]),
        ("type", "By task type", ["Aggregation", "Validation"]),
        ("aspect", "By aspect", ["Data Structures", "Geometric Objects"]),
        ("category", "By kind of picture", ["grid"]),
    ]
    row = make_row("a", "P" * 12, suite="humaneval-v", dataset="official-v2")
    section = section_of(sources(row))
    assert [(table.title, len(table.lines)) for table in section.forests] == [("Score", 1)]


def test_categories_with_under_six_families_share_one_line(make_row, sources) -> None:
    names = [f"task-{number}" for number in range(12)]
    subsets = {
        "subset:math": names[:6],
        "subset:humaneval": names[6:],
        "subset:math/level:easy": names[:3],
        "category:tree": names[:5],
    }
    section = section_of(sources(make_row("a", "P" * 12, subsets=subsets)))
    assert [line.title for line in section.forest] == ["All 12 tasks", "HumanEval", "Math"]
    assert wrapped(section.too_few) == snapshot("""\
No range: Math easy and tree have under six families each. By luck alone, five families go the same
 way once in 16 times.\
""")


def test_failed_samples_of_mmcode_are_counted_by_type_of_error(
    tmp_path, make_row, here, with_records
) -> None:
    names = ["t-1", "t-2", "t-3", "t-4"]
    types = {"t-1": "input-parsing", "t-2": "time-limit", "t-3": "input-parsing"}
    verdicts = [
        {"task_id": name, "draw": 0, "status": "runtime_error", "detail": "", "error_type": types[name]}
        if name in types
        else {"task_id": name, "draw": 0, "status": "passed", "detail": ""}
        for name in names
    ]
    rows = [
        with_records(tmp_path, make_row("a", "WWWP", tasks=names, suite=suite, dataset=dataset), [], verdicts)
        for suite, dataset in (("mmcode", "open"), ("code-vision", "rebuilt"))
    ]
    page = models(here(*rows))["model/a/index.md"]
    found = {section.suite: section.errors for section in page.sections}
    assert found["mmcode"] == (("Input parsing", "2", "66.7"), ("Time limit", "1", "33.3"))
    assert found["code-vision"] == ()


def test_tasks_with_kinds_of_tests_have_a_table_by_kind(make_row, by_kind, sources) -> None:
    rows = by_kind(make_row("a", "PPPW")), make_row("b", "PPWW", tasks=["1", "2", "3", "4"])
    pages = models(sources(*rows))
    (with_kinds,), (without,) = (pages[f"model/{slug}/index.md"].sections for slug in "ab")
    assert [line[:2] for line in with_kinds.kinds] == [("typical", "4"), ("large", "4")]
    *_, passes, fails_only = with_kinds.kinds[1]
    assert (passes.value, passes.range) == ("60.0", "50.0–70.0")
    assert (fails_only.value, fails_only.range) == ("30.0", "20.0–40.0")
    assert without.kinds == ()


def test_every_row_of_a_model_shows_its_origin(make_row, sources) -> None:
    old, new = make_row("a", started="2025-01-01T00:00:00Z"), make_row("a", "PWW")
    section = section_of(sources(old, new, where=SiteConfig(rows=Path(), rows_name="out/rows")))
    assert [row.facts[0].value for row in section.rows] == [new.id, old.id]
    assert section.rows[0].command == f"sightbench verify out/rows/code-vision/rebuilt/a/{new.id}.json"


def test_a_model_whose_answers_were_cut_has_no_place_and_says_what_the_score_could_be(
    make_row, sources
) -> None:
    upper = make_row().result.scores[0].model_copy(update={"value": 1.0})
    endings = RowEndings(refused=2, empty=1, tokens_thinking=2042, if_cut_passed=[upper])
    found = sources(with_run(make_row("a"), cut=["task-2#0"], endings=endings), make_row("b"))
    what = "cut 33.3 %; up to 100.0, had all cut answers passed"
    page = models(found)["model/a/index.md"]
    assert page.answer.endswith(f"because the limit of tokens cut off too many answers ({what}).")
    stats = {stat.label: stat for stat in page.sections[0].stats}
    assert "Place" not in stats
    assert stats["Cut off at the limit"].value == "33.3 %"
    origin = {fact.label: fact.value for fact in page.sections[0].rows[0].facts}
    assert origin["Cut, refused or empty"] == f"{what}, 2 refused, 1 empty, 2,042 tokens went to thinking"


def test_the_origin_of_a_row_says_how_often_the_model_looked_closer(make_row, sources) -> None:
    found = sources(with_run(make_row("a"), looks=6), make_row("b"))
    for slug, looks in (("a", "2.0"), ("b", None)):
        page = models(found)[f"model/{slug}/index.md"]
        origin = {fact.label: fact.value for fact in page.sections[0].rows[0].facts}
        assert origin.get("Looks per answer") == looks


def test_a_page_shows_the_origin_of_forty_rows_and_counts_the_others(make_row, sources) -> None:
    rows = [make_row("a", started=f"2025-{1 + n // 28:02}-{1 + n % 28:02}T00:00:00Z") for n in range(43)]
    section = section_of(sources(*rows))
    assert (len(section.rows), section.older) == (40, 3)
    assert (len(section.history.events), len(section.history.listed), section.history.unlisted) == (43, 40, 3)


def test_models_with_the_slug_index_or_readme_have_pages_of_their_own(make_row, sources) -> None:
    assert list(models(sources(make_row("index"), make_row("readme")))) == [
        "model/index/index.md",
        "model/readme/index.md",
    ]


def test_a_category_that_contains_all_tasks_is_left_out(make_row, sources) -> None:
    names = [f"task-{number}" for number in range(7)]
    subsets = {"subset:math": names, "level:easy": names[:6]}
    section = section_of(sources(make_row("a", "PPPPWWW", subsets=subsets)))
    assert [line.title for line in section.forest] == ["All 7 tasks", "Level easy"]


def test_the_predecessor_is_compared_on_the_common_tasks(make_row, sources) -> None:
    rows = [make_row("new", "P" * 40), make_row("old", "W" * 40, name="Old One"), make_row("other", "P" * 40)]
    of = sources(*rows, submissions={"new": submission("new", predecessor="old")})
    check = check_of(of, "Since its predecessor", "new")
    assert (check.value, check.warns, check.page) == ("Better by 100.0 points", False, "model/old/index.md")
    pair = of.pair(of.light_rows[1], of.light_rows[2])
    low = 100 * min(abs(pair.low), abs(pair.high))
    assert check.why == f"Old One, on the 40 tasks that both have: +100.0 points, range +{low:.1f} to +100.0."
    back = sources(*rows, submissions={"old": submission("old", predecessor="new")})
    check = check_of(back, "Since its predecessor", "old")
    assert (check.value, check.warns) == ("Got worse by 100.0 points", True)
    same = sources(*rows, submissions={"new": submission("new", predecessor="other")})
    check = check_of(same, "Since its predecessor", "new")
    assert (check.value, check.warns) == ("No change shown", False)


def test_a_predecessor_without_a_row_in_the_table_is_named(make_row, sources) -> None:
    rows = [make_row("new"), make_row("old", name="Old One", setting="text")]
    found = sources(*rows, submissions={"new": submission("new", predecessor="old")})
    check = check_of(found, "Since its predecessor", "new")
    assert (check.value, check.why) == ("Not known", "Old One has no row in this table.")


@pytest.mark.gate
def test_notes_of_a_submission_are_printed_on_its_page(make_row, sources, html) -> None:
    notes = ["The name latest was an alias.", "The authors do not say which version & date."]
    found = sources(make_row("a"), make_row("b"), submissions={"a": submission("a", notes=notes)})
    pages = {page.source: html(page) for page in model_pages(found)}
    assert (
        "The name latest was an alias. The authors do not say which version &amp; date."
        in pages["model/a/index.md"]
    )
    assert ">Notes<" not in pages["model/b/index.md"]


def test_one_line_says_what_sampling_was_applied_and_how_much_was_cut_and_repaired(
    make_row, sources, html
) -> None:
    sampling = RowSampling(sent={"temperature": 0.2, "top_p": 0.95}, dropped={"top_p": 4})
    repaired = RowRecovered(answers=1, passed=0, steps={"fence": 1}, without=[])
    full = with_run(make_row("a", "PPPW"), sampling=sampling, recovered=repaired, cut=["task-0#0"])
    found = sources(full, make_row("b", "PPPW"))
    lines = {slug: section_of(found, slug).handling for slug in "ab"}
    assert lines["a"] == (
        "Sampling: temperature 0.2, top_p 0.95, top_p dropped, since the model refuses it; cut at the limit"
        " of tokens: 25.0 % of 4; repaired: 1 of 4."
    )
    assert lines["b"] == (
        "Sampling: not recorded; cut at the limit of tokens: not known; repaired: not recorded."
    )
    assert lines["a"] in html(next(page for page in model_pages(found) if "/a/" in page.source))


def test_a_gap_is_that_of_the_common_tasks(make_row, sources) -> None:
    """Model a has the higher score on its judged tasks, but b solves more of the common ones."""
    found = sources(make_row("a", "PPPW" + "M" * 6), make_row("b", "PPPP" + "P" * 2 + "W" * 4), make_row("c"))
    section = section_of(found)
    assert [(stat.label, stat.value) for stat in section.stats if "b" in stat.label.split()] == [
        ("Behind b", "25.0 points")
    ]
    assert (
        "It is 25.0 points behind b on the tasks that both have" in models(found)["model/a/index.md"].answer
    )


def test_level_models_are_neither_ahead_nor_behind(make_row, sources) -> None:
    found = sources(make_row("a", "PW", name="Ann"), make_row("b", "PW", name="Bob"))
    page = models(found)["model/a/index.md"]
    assert [stat.value for stat in page.sections[0].stats if stat.label == "Level with Bob"] == ["0.0 points"]
    assert page.answer.endswith("It is level with Bob.")


def test_the_first_line_of_scores_names_a_single_task_and_judged_tasks(make_row, sources) -> None:
    def first(row) -> str:
        return section_of(sources(row)).forest[0].title

    assert (first(make_row("a", "P")), first(make_row("a", "PW"))) == ("The one task", "All 2 tasks")
    assert section_of(sources(with_draws(make_row("a", "P"), 20))).forest[0].solved == "1 task"
    assert first(with_score(make_row("a", "PPM"), tasks=2, missing=1)) == "All 2 judged tasks"


def test_the_model_with_the_highest_score_has_a_leader_s_range(make_row, sources) -> None:
    found = sources(make_row("a", "P" * 20 + "W" * 10), make_row("b", "P" * 18 + "W" * 12))
    (leader,) = next(iter(found.places.values())).ranking.leaders
    check = check_of(found, "Leader's range")
    assert check.value == f"{percent_range(leader.low, leader.high)} %"
    assert check.why == "The higher of two scores tends to be too high; this allows for that."
    assert "Leader's range" not in [check.label for check in section_of(found, "b").checks]
    error = (2 / 3 * (1 / 3) / 29) ** 0.5
    assert check_of(found, "Standard error").value == f"{100 * error:.1f} points"


def test_the_range_that_missing_samples_allow_is_shown(make_row, sources) -> None:
    row = with_score(make_row("a", "PPM"), missing=1, worst=0.6, best=0.95)
    check = check_of(sources(row), "Missing")
    assert check.value == "1 of 3 samples"
    assert check.why == "With them, the score would be between 60.0 and 95.0 %."


def test_a_section_keeps_its_anchor_when_other_tables_are_added() -> None:
    key = GroupKey("code-vision", "open", "image", "greedy", "sightbench", "", "own", "0")
    other = GroupKey("code-vision", "open", "image+description", "greedy", "sightbench", "", "own", "0")
    again = GroupKey("code-vision", "open", "image", "greedy", "upstream", "", "own", "0")
    first, odd, second = anchors([key, other, again])
    assert (first, second) == ("code-vision-open-image-greedy", "code-vision-open-image-greedy-2")
    assert odd.startswith("code-vision-open-image-description")
    assert odd.isascii()
    assert "+" not in odd


def test_the_page_of_a_model_with_only_reported_rows_says_so(make_row, sources) -> None:
    paper = models(sources(make_row("a", trust="reported")))["model/a/index.md"]
    assert paper.answer.startswith("Known only from papers")
    assert (paper.sections, len(paper.reported)) == ((), 1)


def test_lists_too_long_for_the_model_page_have_pages_of_their_own(make_row, sources) -> None:
    first, second = "P" * 2_000, "W" * 3_000
    found = sources(make_row("a", first), make_row("a", second, suite="humaneval-v", dataset="open"))
    (page, lists) = model_pages(found)
    one, other = page.view["sections"]
    assert (one.tasks.size, other.tasks.size, other.further) == (3_000, 2_000, lists.view["section"].further)
    assert one.further == ()
    assert lists.source == "model/a/code-vision-rebuilt-flowchart-cool-1/1/index.md"
    assert [(part.page, part.title) for part in other.further] == [(lists.source, "tasks 1 to 2,000")]


def test_a_list_too_long_for_one_page_is_split(make_row, sources) -> None:
    page, *lists = model_pages(sources(make_row("a", "W" * 7_000)))
    assert page.view["sections"][0].further == tuple(part.view["part"] for part in lists)
    assert [part.title for part in lists] == [
        "a: tasks 1 to 3,200, Code-Vision, rebuilt",
        "a: tasks 3,201 to 6,400, Code-Vision, rebuilt",
        "a: tasks 6,401 to 7,000, Code-Vision, rebuilt",
    ]


def test_gaps_lead_to_the_comparison_with_the_neighbours(make_row, sources) -> None:
    """Every address chooses models in a table that the compare page has."""
    found = sources(
        *(
            make_row(slug, "P" * solved + "W" * (9 - solved))
            for slug, solved in zip("abcd", (8, 6, 4, 2), strict=True)
        )
    )
    (page,) = compare_pages(found)
    (table,) = page.view["tables"]
    second = models(found)["model/b/index.md"]
    assert second.compare == f"?table={table[0]}&a=a&b=b&c=c"
    assert [(stat.other, stat.compare) for stat in second.sections[0].stats if stat.compare] == [
        ("a", f"?table={table[0]}&a=b&b=a"),
        ("c", f"?table={table[0]}&a=b&b=c"),
    ]
    assert models(found)["model/a/index.md"].compare == f"?table={table[0]}&a=a&b=b"
    assert models(sources(make_row("a")))["model/a/index.md"].compare == ""


def answer_of(found, slug: str) -> str:
    return models(found)[f"model/{slug}/index.md"].answer


@pytest.mark.parametrize(("field", "slug", "sentence"), sentences("model"))
def test_the_first_sentences_give_score_place_and_which_gaps_are_real(
    make_row, sources, field, slug, sentence
) -> None:
    rows = []
    for name, runs in field.items():
        letters = "".join(run[0] * int(run[1:]) for run in runs.split())
        rows.append(make_row(name.lower(), letters, name=name))
    assert sentence in answer_of(sources(*rows), slug)


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


def test_rows_are_drawn_by_date_and_listed_newest_first(make_row) -> None:
    rows = [
        make_row("a", letters, started=f"{day}T00:00:00Z", tasks=["x", "y", "z", "w"])
        for day, letters in (("2026-01-11", "PPPP"), ("2026-01-06", "PPPW"), ("2026-01-01", "PWWW"))
    ]
    found = history(rows)
    assert [event.day for event in found.events] == ["1 Jan 2026", "6 Jan 2026", "11 Jan 2026"]
    dots = shapes(found.drawing, "circle")
    assert [dot["cx"] for dot in dots] == ["7.00%", "52.50%", "98.00%"]
    assert [dot["cy"] for dot in dots] == ["75.00%", "25.00%", "0.00%"]
    assert [event.row for event in found.listed] == [row.id[:12] for row in rows]
    assert len(shapes(found.drawing, "line", "j")) == 2


def test_rows_of_one_day_are_drawn_at_equal_distances(make_row) -> None:
    rows = [make_row("a", started=f"2026-01-01T00:00:0{n}Z") for n in (2, 1, 0)]
    found = history(rows)
    assert [dot["cx"] for dot in shapes(found.drawing, "circle")] == ["7.00%", "52.50%", "98.00%"]


def test_a_row_on_other_tasks_is_a_ring_without_a_line(make_row) -> None:
    new = make_row("a", "PPW", started="2026-01-03T00:00:00Z", version=2)
    same = make_row("a", "PPW", started="2026-01-02T00:00:00Z", version=2)
    old = make_row("a", "PW", started="2026-01-01T00:00:00Z")
    found = history([new, same, old])
    assert [event.same for event in found.events] == [False, True, True]
    assert [event.changes for event in found.events] == ["", "suite 1 → 2, other tasks", ""]
    assert len(shapes(found.drawing, "line", "j")) == 1
    assert [dot.get("class") for dot in shapes(found.drawing, "circle")] == ["o", None, None]


def test_the_serial_number_of_the_judge_is_shown_and_its_change_named(make_row, sources) -> None:
    old, new = (
        row.model_copy(update={"run": row.run.model_copy(update={"judge_serial": serial})})
        for row, serial in ((make_row("a", started="2025-01-01T00:00:00Z"), "aa"), (make_row("a"), "bb"))
    )
    section = section_of(sources(old, new))
    shown = [fact.value for row in section.rows for fact in row.facts if fact.label == "Versions"]
    versions = "suite 1 · judge 1, serial number {} · in the sandbox: python 3.11.9"
    assert shown == [versions.format(serial) for serial in ("bb", "aa")]
    changes = [event.changes for event in section.history.events]
    assert changes == ["", "serial number of the judge aa → bb"]


def test_a_single_row_has_no_history(make_row) -> None:
    assert history([make_row("a")]) is None
