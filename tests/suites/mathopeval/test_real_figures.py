"""Figures of Geometry3K and ChartMimic become tasks that are judged, or are left out with a reason."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.task import FigureCheck, Picture, Task, Text
from benchmark.datasets.store import datasets_folder
from benchmark.suites.mathopeval import geometry3k
from benchmark.suites.mathopeval.chartmimic import read_charts
from benchmark.suites.mathopeval.geometry3k import read_figures
from benchmark.suites.mathopeval.suite import SUITE
from tests.https_world import HttpsWorld
from tests.sampling import gate_of

from .real_sources import TRIANGLE, clone, logic_forms, made_up_charts, shared_figures

pytestmark = pytest.mark.usefixtures("home")

FETCH = ("dataset", "fetch", "mathopeval")


def changed(**fields: Any) -> dict[str, Any]:
    return copy.deepcopy(TRIANGLE) | fields


def words(task: Task) -> str:
    return "".join(part.text for part in task.parts if isinstance(part, Text))


def by_operation(dataset: str, stem: str) -> dict[str, Task]:
    found = [task for task in SUITE.datasets[dataset]() if task.stem == stem]
    return {task.check.operation: task for task in found if isinstance(task.check, FigureCheck)}


def test_a_line_with_a_point_on_it_is_drawn_in_pieces_upwards_and_from_zero(tmp_path: Path) -> None:
    (figure,) = read_figures(logic_forms(tmp_path / "logic_forms.zip", {"7": TRIANGLE})).figures
    assert "points = {'A': (0, 0), 'B': (300, 0), 'C': (200, 200), 'D': (150, 0)}" in figure.code
    (lines,) = re.findall(r"for start, end in (.*):", figure.code)
    assert sorted(eval(lines)) == ["AC", "AD", "BC", "BD", "CD"]  # noqa: S307 - written by us


def test_an_annotation_writes_only_values_that_are_plain_and_have_room(tmp_path: Path) -> None:
    (figure,) = read_figures(logic_forms(tmp_path / "logic_forms.zip", {"7": TRIANGLE})).figures
    (edit,) = (edit for edit in figure.edits if edit.operation == "annotate")
    # AB is drawn in pieces, and a root is not plain text.
    assert edit.texts == ("2x+1", "45°")
    assert 'AC: "2x+1"' in edit.hint
    # A reader cannot know how far from its vertex an angle has room.
    (place,) = re.findall(r"plt.text\((.*?), '45°'", edit.code)
    assert f'∠CAD: "45°" at ({place}).' in edit.hint
    assert edit.guess == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"line_instances": ["AB", "BC", "CJ"]}, "at a point whose place is not known"),
        ({"line_instances": ["AB", "BC"]}, "has fewer than 3 lines"),
        ({"circle_instances": ["D"]}, "has a circle whose radius is not known"),
        ({"line_instances": [""]}, "has no lines"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_left_out_with_the_reason(
    tmp_path: Path, fields: dict[str, Any], reason: str
) -> None:
    read = read_figures(logic_forms(tmp_path / "logic_forms.zip", {"7": changed(**fields), "8": TRIANGLE}))
    assert [figure.id for figure in read.figures] == ["geometry3k-8"]
    assert reason in read.left_out["geometry3k-7"]


def test_a_figure_of_several_problems_is_read_once(tmp_path: Path) -> None:
    turned = changed(line_instances=[line[::-1] for line in reversed(TRIANGLE["line_instances"])])
    moved, other = ({**TRIANGLE["point_positions"], "C": [210 + px, 10]} for px in (3, 30))
    figures = {"9": turned, "8": changed(point_positions=moved), "7": TRIANGLE}
    figures["10"] = changed(point_positions=other)
    read = read_figures(logic_forms(tmp_path / "logic_forms.zip", figures))
    assert [figure.id for figure in read.figures] == ["geometry3k-7", "geometry3k-10"]
    same = "shows the same figure as another one"
    assert read.left_out == {"geometry3k-8": same, "geometry3k-9": same}


@gate_of("figures")
def test_the_published_figures_give_at_least_1_600_for_tasks(tmp_path: Path, shared_data: Path) -> None:
    """Every eighth of them: reading all takes a minute."""
    figures = shared_figures(shared_data)
    assert len(figures) == 3002
    some = {name: figure for name, figure in figures.items() if int(name) % 8 == 0}
    read = read_figures(logic_forms(tmp_path / "logic_forms.zip", some))
    assert len(read.figures) + len(read.left_out) == len(some)
    assert len(read.figures) >= 1600 / 8


@pytest.mark.parametrize(
    ("make", "version", "said"),
    [
        (lambda folder: folder / "none", "geometry3k", "no such file or folder"),
        (lambda folder: folder, "geometry3k", "has no logic_forms.zip"),
        (lambda folder: logic_forms(folder / "a.zip", {}), "geometry3k", "is not an object with figures"),
        (
            lambda folder: logic_forms(folder / "a.zip", {"7": changed(point_positions={"A": [1]})}),
            "geometry3k",
            "figure 7: point_positions.A",
        ),
        (
            lambda folder: logic_forms(folder / "a.zip", {"7": changed(line_instances=[])}),
            "geometry3k",
            "no figure can become a task; figures: has no lines, 1",
        ),
        (lambda folder: folder, "chartmimic", "has no dimentions_info_edit.jsonl"),
        (lambda folder: folder, "chartqa", "use geometry3k or chartmimic"),
    ],
)
def test_bad_input_is_one_error_with_a_fix(
    tmp_path: Path, in_process, make: Callable[[Path], Path], version: str, said: str
) -> None:
    done = in_process(*FETCH, "--version", version, "--from", make(tmp_path), code=2)
    assert said in done.stderr
    assert done.stderr.count("error:") == 1
    assert "fix:" in done.stderr
    assert not [*datasets_folder().rglob("tasks.jsonl")]


def test_charts_need_a_folder_and_a_damaged_archive_is_named(tmp_path: Path, in_process) -> None:
    assert "--from: is required" in in_process(*FETCH, "--version", "chartmimic", code=2).stderr
    counted = in_process(*FETCH, "--version", "chartmimic", "--from", tmp_path, "--check-counts", code=2)
    assert "--check-counts: cannot be used with --version" in counted.stderr
    (tmp_path / "logic_forms.zip").write_bytes(b"PK no archive")
    done = in_process(*FETCH, "--version", "geometry3k", "--from", tmp_path, code=2)
    assert "logic_forms.zip: cannot be unpacked" in done.stderr


def test_charts_of_other_kinds_are_left_out(tmp_path: Path) -> None:
    read = read_charts(clone(tmp_path / "clone", made_up_charts()))
    assert [chart.name for chart in read.figures] == ["bar_1", "line_1"]
    assert read.left_out == {"3d_1": "is not a bar, line or pie chart"}


@gate_of("figures")
def test_figures_come_from_the_pinned_address_and_other_bytes_are_refused(
    tmp_path: Path, published: HttpsWorld, monkeypatch: pytest.MonkeyPatch, in_process
) -> None:
    archive = logic_forms(tmp_path / "logic_forms.zip", {"7": TRIANGLE}).read_bytes()
    published.files[geometry3k.FILE.url] = archive
    wrong = in_process(*FETCH, "--version", "geometry3k", code=2).stderr
    assert geometry3k.FILE.url in wrong
    assert geometry3k.FILE.sha256 in wrong
    assert not [*datasets_folder().rglob("tasks.jsonl")]
    pinned = geometry3k.FILE.model_copy(update={"sha256": sha256_hex(archive)})
    monkeypatch.setattr(geometry3k, "FILE", pinned)
    in_process(*FETCH, "--version", "geometry3k", code=0)
    assert set(published.asked) == {pinned.url}
    (record,) = datasets_folder().rglob("fetched.json")
    assert json.loads(record.read_text())["revision"] == geometry3k.COMMIT
    assert len(by_operation("geometry3k-free", "geometry3k-7")) == 4


@gate_of("figures")
def test_figures_are_fetched_once_and_again_if_asked(tmp_path: Path, home: Path, in_process) -> None:
    archive = logic_forms(tmp_path / "logic_forms.zip", {"7": TRIANGLE, "8": TRIANGLE})
    done = in_process(*FETCH, "--version", "geometry3k", "--from", archive, code=0)
    counts = "geometry3k-free: 4 tasks (1 generation, 1 deletion, 1 modification, 1 annotation)"
    assert counts in done.stdout
    assert "left out, 1 figures: shows the same figure as another one" in done.stdout
    tasks = by_operation("geometry3k-free", "geometry3k-7")
    assert [*tasks] == ["generate", "delete", "modify", "annotate"]
    assert tasks["modify"].stem == "geometry3k-7"
    assert tasks["modify"].subset == "modification"
    # Only the program of the original is shown, and no number of the change.
    assert words(tasks["modify"]).count("```python") == 1
    assert "crimson" not in words(tasks["modify"])
    for task in tasks.values():
        for picture in task.parts:
            if isinstance(picture, Picture):
                assert picture.folder is not None
                assert (picture.folder / picture.source).read_bytes().startswith(b"\x89PNG")
    (stored,) = home.rglob("tasks.jsonl")
    first = stored.read_bytes()
    assert (
        "is already here" in in_process(*FETCH, "--version", "geometry3k", "--from", archive, code=0).stdout
    )
    in_process(*FETCH, "--version", "geometry3k", "--from", archive, "--again", code=0)
    assert stored.read_bytes() == first


@gate_of("figures")
def test_charts_get_all_operations_with_values_that_the_judge_read(tmp_path: Path, in_process) -> None:
    source = clone(tmp_path / "clone", made_up_charts())
    done = in_process(*FETCH, "--version", "chartmimic", "--from", source, code=0)
    assert "chartmimic-free: 8 tasks (2 generation, 2 deletion, 2 modification, 2 annotation)" in done.stdout
    bar, line = (by_operation("chartmimic-free", f"chartmimic-{name}-1") for name in ("bar", "line"))
    assert 'Ant: "3", Bee: "7", Cat: "5", Dog: "2"' in words(bar["annotate"])
    assert 'north: "5", south: "2", west: "7"' in words(line["annotate"])
    for tasks, count in ((bar, 4), (line, 3)):
        check = tasks["delete"].check
        assert isinstance(check, FigureCheck)
        assert check.guess == pytest.approx(1 / count, abs=1e-4)
        # No value or name of the other data is in the words.
        assert not re.search(r"\beast\b|\bup\b|6, 1, 8", words(tasks["modify"]))


@gate_of("figures")
def test_a_chart_that_a_reader_cannot_read_is_left_out(tmp_path: Path, in_process) -> None:
    bar, line, _ = made_up_charts()
    covered = bar[1].replace("plt.tight_layout()", 'ax.legend(["four animals"] * 1, loc="center")')
    many = line[1].replace("[1, 2, 3, 4]", "range(25)").replace("values,", "[*values] * 6 + [1],")
    bare = bar[1].replace("plt.tight_layout()", "ax.set_yticks([])")
    wild = "import os\nos.abort()\n"
    source = clone(
        tmp_path / "clone",
        [
            ("bar_1", covered, bar[2]),
            ("line_1", many, line[2]),
            ("bar_2", wild, bar[2]),
            ("bar_3", *bar[1:]),
            ("bar_4", bare, ""),
        ],
    )
    done = in_process(*FETCH, "--version", "chartmimic", "--from", source, code=0)
    assert (
        "1 figures: has values under a legend or outside of the axes, or texts over each other" in done.stdout
    )
    assert "1 figures: has values on an axis without numbers" in done.stdout
    assert "1 figures: has more than 60 values to read" in done.stdout
    assert "1 figures: the script draws no figure that is compared" in done.stdout
    assert {task.stem for task in SUITE.datasets["chartmimic-free"]()} == {"chartmimic-bar-3"}


@gate_of("figures")
def test_a_chart_with_texts_over_each_other_is_left_out(tmp_path: Path, in_process) -> None:
    bar = made_up_charts()[0][1]
    panels = bar.replace("fig, ax = plt.subplots(", "fig, (ax, other) = plt.subplots(1, 2, ")
    charts = {
        "bar_1": bar.replace("plt.tight_layout()", 'ax.text(1, 8, "seven"); ax.text(1.1, 8.1, "eight")'),
        "bar_2": bar.replace("plt.tight_layout()", 'ax.tick_params("x", labelsize=50)'),
        "bar_3": panels.replace("plt.tight_layout()", 'other.set_ylabel("far left", labelpad=60)'),
        "bar_4": bar.replace("plt.tight_layout()", 'ax.tick_params("x", labelsize=30, rotation=45)'),
        "bar_5": panels,
    }
    source = clone(tmp_path / "clone", [(name, code, "") for name, code in charts.items()])
    done = in_process(*FETCH, "--version", "chartmimic", "--from", source, code=0)
    assert (
        "3 figures: has values under a legend or outside of the axes, or texts over each other" in done.stdout
    )
    assert {task.stem[-1] for task in SUITE.datasets["chartmimic-free"]()} == {"4", "5"}


@gate_of("figures")
def test_a_change_of_the_looks_is_told(tmp_path: Path, in_process) -> None:
    bar, line, _ = made_up_charts()
    red = bar[2].replace("teal", "crimson")
    log = line[2].replace("plt.legend", 'plt.yscale("log"); plt.ylim(0.1, 100); plt.legend')
    charts = [bar, line, ("bar_2", bar[1], red), ("line_2", line[1], log)]
    source = clone(tmp_path / "clone", charts)
    in_process(*FETCH, "--version", "chartmimic", "--from", source, code=0)
    for name in ("bar", "line"):
        told = [words(by_operation("chartmimic-free", f"chartmimic-{name}-{n}")["modify"]) for n in (1, 2)]
        assert ["colours, styles of lines or scales of axes changed" in each for each in told] == [
            False,
            True,
        ]
