"""The page of a data set shows reasoning models next to others, and scores by number of worked examples."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest

from benchmark.analysis.studies.difficulties import difficulties, keep_difficulties
from benchmark.files.atomic import write_atomic
from benchmark.leaderboard.dataset.page import dataset_pages
from benchmark.leaderboard.dataset.studies import (
    chance_cell,
    published_table,
    reasoning_tables,
    shot_table,
    solved_words,
)
from benchmark.leaderboard.inputs.site_config import SiteConfig
from benchmark.leaderboard.inputs.sources import Sources
from benchmark.leaderboard.inputs.task_difficulty import median_chances
from benchmark.leaderboard.model.page import model_pages
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.results.layout import rubric_name
from benchmark.results.row import Row, row_id
from benchmark.results.rubric import ScoredRow, read_rubrics
from tests.changed_rows import with_draws, with_result
from tests.leaderboard.conftest import page_at, visible_text
from tests.points_rows import CHOICE, by_operation, points_row
from tests.rubric_rows import rubric_of

TASKS = 40
GEOMETRIC = {"category:geometric": [f"task-{number}" for number in range(20)]}


def test_reasoning_models_are_compared_with_others_by_operation(make_row, sources) -> None:
    given = {"acme": (9.0, True), "bolt": (8.0, True), "cody": (4.0, False), "dora": (1.0, None)}
    rows = []
    for slug, (points, reasons) in given.items():
        values = [points + number % 2 / 2 for number in range(TASKS)]
        row = points_row(make_row, slug, values, by_operation(TASKS))
        submission = row.result.submission.model_copy(update={"reasoning": reasons})
        rows.append(with_result(row, submission=submission))
    found = sources(*rows)
    (table,) = reasoning_tables(found.groups["mathopeval"], found)
    assert table.models == "2 reasoning models, 1 general-purpose, 1 model without this fact left out"
    assert [line.title for line in table.lines] == [
        "All 40 tasks", "Generation", "Deletion", "Modification", "Annotation"
    ]  # fmt: skip
    first = table.lines[0]
    expected = [f"{fmean((9, 9.5, 8, 8.5)):.2f}", f"{fmean((4, 4.5)):.2f}", "+4.50"]
    assert [first.reasoning.text, first.others.text, first.difference.text] == expected
    low, high = (float(end.replace("−", "-")) for end in first.difference.small.split(" to "))
    assert low <= 4.5 <= high
    assert reasoning_tables(sources(*rows[:2]).groups["mathopeval"], found) == ()


@pytest.mark.parametrize(("settings", "columns"), [(("", "-2shot", "-4shot"), (0, 2, 4)), (("",), None)])
def test_scores_by_worked_examples_need_two_numbers_of_them(make_row, sources, settings, columns) -> None:
    rows = [
        make_row(
            slug,
            "PPWW" * 5 + "W" * 20,
            subsets=GEOMETRIC,
            **CHOICE | {"setting": f"choice-{method}{ending}"},
        )
        for slug in ("acme", "bolt")
        for method in ("vot", "direct")
        for ending in settings
        if (slug, ending) != ("bolt", "-4shot")
    ]
    table = shot_table(sources(*rows).groups["mathopeval"])
    if columns is None:
        assert table is None
        return
    assert (table.shots, table.tasks) == (columns, "20 tasks")
    assert [(line.name, line.method) for line in table.lines] == [
        ("acme", "Direct"), ("acme", "VoT"), ("bolt", "Direct"), ("bolt", "VoT")
    ]  # fmt: skip
    assert [cell.text for cell in table.lines[3].cells] == ["50.0", "50.0", ""]


@pytest.mark.gate
def test_published_figures_stand_next_to_generated_ones_of_the_same_kind(make_row, sources) -> None:
    kinds = {"category:geometric": [f"task-{number}" for number in range(20)]}
    charts = {"category:bar": [f"task-{number}" for number in range(20, 40)]}
    rows = []
    for slug, published, generated in (("acme", 4.0, 7.0), ("bolt", 2.0, None)):
        values = [published + number % 2 / 2 for number in range(20)]
        rows.append(points_row(make_row, slug, values, kinds, dataset="geometry3k-free"))
        if generated is not None:
            values = [generated + number % 2 / 2 for number in range(TASKS)]
            rows.append(points_row(make_row, slug, values, kinds | charts, dataset="open-free"))
    found = sources(*rows)
    groups = [group for group in found.groups["mathopeval"] if group.key.dataset == "geometry3k-free"]
    table = published_table("mathopeval", "geometry3k-free", groups, found)
    assert [(line.name, line.kind) for line in table.lines] == [("acme", "geometric")]
    (line,) = table.lines
    assert [cell.text for cell in (line.published, line.generated, line.gap)] == ["4.25", "7.25", "−3.00"]
    low, high = (float(end.replace("−", "-")) for end in line.gap.small.split(" to "))
    wide = [float(end) for cell in (line.published, line.generated) for end in cell.small.split("–")]
    assert low == pytest.approx(-3 - ((4.25 - wide[0]) ** 2 + (wide[3] - 7.25) ** 2) ** 0.5, abs=0.02)
    assert high == pytest.approx(-3 + ((wide[1] - 4.25) ** 2 + (7.25 - wide[2]) ** 2) ** 0.5, abs=0.02)
    assert published_table("mathopeval", "open-free", groups, found) is None
    assert published_table("mathopeval", "chartmimic-free", [], found).lines == ()
    text = visible_text(page_at("dataset/mathopeval/geometry3k-free/index.md", dataset_pages(found)))
    assert "Published and generated figures" in text
    assert re.search(r"acme .*geometric 4\.25 .* 7\.25 .* −3\.00", text)


OWN = {"acme": (10.0, 8.5, 9.0), "bolt": (6.0, 4.0, 3.0), "cody": (5.0, 3.0), "dora": (2.0, 1.0)}


@pytest.fixture
def found(make_row, sources):
    """Four models of a free-form data set, whose answers two models scored."""
    rows = {
        slug: points_row(make_row, slug, [(values * TASKS)[n] for n in range(TASKS)], by_operation(TASKS))
        for slug, values in OWN.items()
    }
    scored: dict[str, tuple[ScoredRow, ...]] = {}
    for row in rows.values():
        values = [round(value) for (value,) in row.result.points.values()]
        scored[row.id] = (rubric_of(row, values),)
    acme = rows["acme"]
    unscored = [None if n == 7 else 3 for n in range(TASKS)]
    scored[acme.id] = (*scored[acme.id], rubric_of(acme, unscored, "other-judge"))
    return sources(*rows.values(), rubrics=scored)


def test_a_model_s_page_has_both_judges_and_no_mean_of_too_few_scores(found) -> None:
    text = visible_text(page_at("model/acme/index.md", model_pages(found)))
    shown, _, hidden = text.partition("Scores by judge-v3")[2].partition("Scores by other-judge")
    assert re.search(r"All tasks 40 9\.19 8\.\d\d–\d\.\d\d 9\.03 8\.\d\d–\d\.\d\d", shown)
    assert re.search(r"Deletion 10 9\.\d\d ", shown)
    assert "Tokens 150,000 in, 30,000 out Cost $0.42" in shown
    assert "Asked again if a score was missing up to 2 times" in shown
    assert "No mean is shown: 1 of 40 samples have no score, more than 1 %." in hidden
    assert "All tasks" not in hidden


def test_the_data_set_has_a_table_per_judge_with_the_agreement_of_the_judges(found) -> None:
    page = page_at("dataset/mathopeval/open-free/index.md", dataset_pages(found))
    judges = page.view["judges"]
    assert [(table.title, len(table.lines)) for table in judges] == [("judge-v3", 4), ("other-judge", 1)]
    first, other = judges
    assert [line.name for line in first.lines] == ["acme", "bolt", "cody", "dora"]
    assert (first.lines[0].mark.value, other.lines[0].mark, other.lines[0].unscored) == (
        "9.03",
        None,
        "1 of 40",
    )
    assert first.lines[0].correlation.startswith("1.00") or float(first.lines[0].correlation[:4]) > 0.9
    assert dict(first.outcomes) == {
        "Passed": ("0", "0", "0", "0", "14", "14"),
        "Failed": ("40", "46", "34", "13", "13", "146"),
    }
    assert "Over 4 models" in first.models
    assert other.models.endswith("needs four models with different means.")
    assert "Places follow from the verdicts of the judge that runs the code" in visible_text(page)


def test_scores_are_read_next_to_their_rows_and_bad_ones_are_noted(make_row, tmp_path: Path) -> None:
    row = points_row(make_row, "acme", [4.0, 2.0])
    path = add_record(tmp_path, row)
    good = rubric_of(row, [3, 2]).scores
    for judge, scores in (("good", good), ("bad", rubric_of(row, [3, 2], "x").scores)):
        name = rubric_name(row.id, scores.id if judge == "good" else "1" * 64)
        write_atomic(path.with_name(name), scores.to_bytes())
    notes: list[str] = []
    found = read_rubrics(tmp_path, {row.id}, notes.append)
    assert [each.scores for each in found[row.id]] == [good]
    assert len(notes) == 1
    assert "file's name does not match" in notes[0]
    assert read_rubrics(tmp_path, {}, notes.append) == {}


STATUSES = ("PPPPPPPPPPPW", "PPPPPPPPPWWW", "PPPPPPPWWWWW", "PPPPPPWWWWWW", "PPPPWWWWWWWW", "PPWWWWWWWWWW")


@pytest.fixture
def ranked(
    make_row: Callable[..., Row], sources: Callable[..., Sources], tmp_path: Path
) -> Callable[..., Sources]:
    """A function that returns sources of models with these statuses, whose difficulties are computed."""

    def of(*statuses: str, change: Callable[[Row], Row] = lambda row: row) -> Sources:
        rows = [change(make_row(f"m{number}", each)) for number, each in enumerate(statuses)]
        keep_difficulties([count_row(row) for row in rows], tmp_path)
        return sources(*rows, where=SiteConfig(rows=tmp_path / "results", cache=tmp_path))

    return of


def test_chances_are_shown_from_six_models_on(ranked) -> None:
    few = ranked(*STATUSES[:5])
    assert median_chances(few.groups["code-vision"][0], few) == {}
    every = ranked(*STATUSES)
    known = median_chances(every.groups["code-vision"][0], every)
    chances = [float(chance_cell([f"task-{number}"], known).sort) for number in range(12)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1]
    assert chance_cell(["task-0", "task-11"], known).text.count("–") == 1
    assert chance_cell(["task-11"], {}).text == ""


def test_a_site_without_computed_difficulties_shows_none(make_row, sources, tmp_path: Path) -> None:
    rows = [make_row(f"m{number}", each) for number, each in enumerate(STATUSES)]
    for where in (SiteConfig(rows=Path("results")), SiteConfig(rows=Path("results"), cache=tmp_path)):
        plain = sources(*rows, where=where)
        assert median_chances(plain.groups["code-vision"][0], plain) == {}
        assert not (tmp_path / "difficulties").exists()


def _pairs(row: Row) -> Row:
    """Return a row whose every two tasks are two tries of one task."""
    found = list(row.result.statuses.values())
    statuses = {f"task-{place // 2}": [*found[place], *found[place + 1]] for place in range(0, len(found), 2)}
    made = with_draws(row, 2, statuses=statuses)
    return made.model_copy(update={"id": row_id(made.result)})


@pytest.mark.gate
def test_what_solving_means_is_said_for_several_tries(ranked) -> None:
    several = ranked("PPPWPWWW", "PPPPPWWW", "PPWWPWWW", "PPPPPPWW", "PPPWWWWW", "PPPWPPPW", change=_pairs)
    group = several.groups["code-vision"][0]
    assert solved_words(group) == "A model solves a task here if at least one of its answers passes."
    once = ranked(*STATUSES)
    assert solved_words(once.groups["code-vision"][0]) == ""


def test_a_table_is_fitted_again_only_if_its_rows_change(make_row, tmp_path: Path) -> None:
    rows = [make_row(f"m{number}", statuses) for number, statuses in enumerate(STATUSES)]
    counts = [count_row(row).counts for row in rows]
    first = difficulties([row.id for row in rows], counts, tmp_path)
    (path,) = (tmp_path / "difficulties").iterdir()
    changed = {**json.loads(path.read_bytes()), "stem_spread": 7.0}
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert difficulties([row.id for row in rows], counts, tmp_path).stem_spread == 7.0
    path.write_text("{}", encoding="utf-8")
    assert difficulties([row.id for row in rows], counts, tmp_path) == first
    difficulties([row.id for row in rows[1:]], counts[1:], tmp_path)
    assert len(list(path.parent.iterdir())) == 2
