import json
import re
from math import atanh, sqrt, tanh
from pathlib import Path

import pytest

from benchmark.analysis.studies.correlations import ColumnPair, average, correlations, number_columns
from benchmark.analysis.studies.passk_curve import PasskCurve, passk_curve
from benchmark.files.csv_table import read_csv
from benchmark.results.branch_record import add_record
from benchmark.results.counted_row import count_row
from benchmark.results.row import row_id
from benchmark.scoring.metrics import pass_at_k, pass_metric, score
from tests.jsonl import write_jsonl, write_verdicts

TABLE_7 = ("MMMU", "MathVista", "MMVet", "MME", "RealWorldQA")
OURS = "humanevalv_pass@10"  # the column HumanEval-V of Table 8


def pairs_of(path: Path, *columns: str) -> list[ColumnPair]:
    """Return the correlations of the columns of a file."""
    return correlations(number_columns(read_csv(path), path, columns)[0])


def curve_of(path: Path, *ks: int) -> PasskCurve:
    """Return pass@k of a row or a file of verdicts, with the usual n."""
    return passk_curve(path, None, ks, ())


def test_the_correlations_are_those_that_humaneval_v_published(shared_data: Path) -> None:
    """Compute Table 8 and its averages from Table 7, with pass@10, to two decimals."""
    papers = shared_data / "papers"
    pairs = pairs_of(papers / "humanevalv_table7.csv", *TABLE_7, OURS)
    found = {frozenset((pair.a, pair.b)): pair.pearson for pair in pairs}
    table = json.loads((papers / "humanevalv_table8.json").read_text())
    published = 0
    for row in table["rows"]:
        cells = row if isinstance(row, dict) else dict(zip(table["columns"], row, strict=True))
        name = cells.pop("row")
        for column, value in cells.items():
            if value is None:
                continue
            published += 1
            first, second = (OURS if each == "HumanEval-V" else each for each in (name, column))
            mean = average(pairs, second)[0]
            ours = mean if name == "Average" else found[frozenset((first, second))].value
            assert round(ours, 2) == value, (name, column)
    assert published == 36
    assert {pair.rows for pair in pairs} == {19}


def test_every_pair_is_printed_with_its_intervals_and_every_column_with_its_average(
    in_process, shared_data: Path
) -> None:
    source = shared_data / "papers" / "humanevalv_table7.csv"
    columns = [option for name in (*TABLE_7, OURS) for option in ("--column", name)]
    lines = [
        line.split() for line in in_process("analyse", "correlations", source, *columns).stdout.splitlines()
    ]
    (printed,) = [line for line in lines if line[:2] == ["MMMU", OURS]]
    pairs = pairs_of(source, *TABLE_7, OURS)
    (pair,) = [pair for pair in pairs if (pair.a, pair.b) == ("MMMU", OURS)]
    low, high = pair.pearson.low, pair.pearson.high
    assert printed[2:7] == ["19", "0.90", f"{low:.2f}", "to", f"{high:.2f}"]
    assert [OURS, *(f"{value:.2f}" for value in average(pairs, OURS))] in lines


def table(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_intervals_are_those_of_fisher_and_of_bonett_and_wright(tmp_path: Path) -> None:
    """Computed by hand from six pairs: tanh(atanh r ± 1.96 s)."""
    path = table(
        tmp_path / "t.csv", "m,x,y\n" + "".join(f"m,{x},{y}\n" for x, y in enumerate([1, 3, 2, 5, 4, 6]))
    )
    (pair,) = pairs_of(path)
    r = pair.pearson.value
    assert r == pytest.approx(0.885714, abs=1e-6)
    half = 1.959964 / sqrt(3)
    assert pair.pearson.low == pytest.approx(tanh(atanh(r) - half), abs=1e-5)
    half *= sqrt(1 + r**2 / 2)
    assert pair.spearman.high == pytest.approx(tanh(atanh(r) + half), abs=1e-5)


def test_empty_cells_are_left_out_pair_by_pair(in_process, tmp_path: Path) -> None:
    path = table(tmp_path / "t.csv", "\ufeffname;x;y;z\na;1;2;\nb;2;;1\nc;3;5;2\nd;4;1;9\n")
    pairs = pairs_of(path)
    assert {(pair.a, pair.b): pair.rows for pair in pairs} == {
        ("x", "y"): 3,
        ("x", "z"): 3,
        ("y", "z"): 2,
    }
    assert pairs[0].pearson.low is None  # with three pairs, any correlation is possible
    printed = in_process("analyse", "correlations", path).stdout
    assert printed.splitlines()[-1] == "left out, because they have no numbers: name"


def test_a_constant_column_has_no_correlation_and_a_note(tmp_path: Path) -> None:
    pairs = pairs_of(table(tmp_path / "t.csv", "x,y,z\n1,5,2\n2,5,1\n3,5,9\n4,5,1\n"))
    assert (pairs[0].pearson, pairs[0].note) == (None, "y does not vary")
    assert average(pairs, "x") == (None, None)


def test_messages_use_the_singular_and_plural_of_column(tmp_path: Path) -> None:
    pairs = pairs_of(table(tmp_path / "t.csv", "x,y,z\n1,5,\n1,5,2\n1,,1\n"))
    assert [pair.note for pair in pairs] == [
        "x and y do not vary",
        "x does not vary",
        "only one row has a number in both",
    ]


def test_proportional_columns_have_a_correlation_of_1(tmp_path: Path) -> None:
    (pair,) = pairs_of(table(tmp_path / "t.csv", "x,y\n1,10\n2,20\n3,30\n4,40\n5,50\n"))
    assert pair.pearson.value == pytest.approx(1, abs=1e-9)
    assert pair.spearman.value == pytest.approx(1, abs=1e-9)


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    """Write verdicts on ten tasks with 25 draws; task t passes in every draw that is a multiple of t + 1."""
    draws = {f"t{task}": "".join("T" if n % (task + 1) else "P" for n in range(25)) for task in range(10)}
    return write_verdicts(tmp_path / "v.jsonl", draws)


def test_pass_at_k_is_printed_for_the_first_samples_and_for_all(in_process, drawn: Path) -> None:
    curve = curve_of(drawn)
    assert curve.samples == 25
    found = {at: point.value for at, point in curve.points.items()}
    assert {n for n, _ in found} == {20, 25}
    for (n, k), value in found.items():
        exact = sum(pass_at_k(n, len(range(0, n, task + 1)), k) for task in range(10)) / 10
        assert value == pytest.approx(exact, abs=1e-6)
    assert found[25, 25] == 1.0
    line = in_process("analyse", "passk", drawn).stdout.splitlines()[-1].split()
    assert line[:3] == ["v", "25", "31.2"]


def test_a_missing_sample_costs_its_task_one_draw_and_no_k(tmp_path: Path) -> None:
    """One of five draws of a task is missing: k up to 4 is still computed, whatever the order of lines."""
    lines = [
        {"task_id": task, "draw": draw, "status": "passed" if draw == 4 else "timeout"}
        for draw in (4, 3, 2, 1, 0)
        for task in "ab"
        if (task, draw) != ("a", 1)
    ]
    curve = curve_of(write_jsonl(tmp_path / "v.jsonl", lines), 3, 4)
    assert curve.samples == 4
    found = {at: point.value for at, point in curve.points.items()}
    assert found == {(4, 3): round((pass_at_k(4, 1, 3) + 0) / 2, 6), (4, 4): 0.5}


@pytest.mark.parametrize(("name", "draws"), [("humanevalv_table5", 100), ("humanevalv_table6", 1000)])
def test_the_default_k_and_n_are_those_of_the_published_tables(tmp_path, shared_data, name, draws) -> None:
    """Tables 5 and 6 of HumanEval-V; their pass@1 comes from the greedy protocol, which has its own row."""
    published = json.loads((shared_data / "papers" / f"{name}.json").read_text())["columns"]
    wanted = set()
    for column in published:
        match = re.fullmatch(r"pass@(\d+)(?:_n(\d+))?", column)
        if match is not None and match[1] != "1":
            wanted.add((int(match[2] or (20 if match[1] == "10" else draws)), int(match[1])))
    right_once = {f"t{task}": "T" * task + "P" + "T" * (draws - task - 1) for task in range(3)}
    found = curve_of(write_verdicts(tmp_path / "v.jsonl", right_once)).points
    assert wanted <= found.keys()
    assert len(wanted) == len([name for name in published if name.startswith("pass@")]) - 1
    assert all(point.value == pytest.approx(k / n, abs=1e-6) for (n, k), point in found.items())


def test_a_row_contains_its_stems(tmp_path: Path, make_row) -> None:
    row = make_row("a", "PPWW")
    tasks = row.result.tasks.model_copy(update={"stems": {"task-0": "x", "task-1": "x"}})
    result = row.result.model_copy(update={"tasks": tasks})
    row = row.model_copy(update={"result": result, "id": row_id(result)})
    curve = curve_of(add_record(tmp_path / "rows", row))
    assert (curve.name, curve.samples) == ("a", 1)
    counts = count_row(row).counts
    assert counts.stems == ("x", "x", "task-2", "task-3")
    assert curve.points == {(1, 1): score(counts, pass_metric(1))}
