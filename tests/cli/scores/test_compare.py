import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from benchmark.results.branch_record import add_record
from benchmark.results.row import Row, row_id
from tests.case_files import table
from tests.jsonl import write_jsonl, write_verdicts


def changed(row: Row, **result: object) -> Row:
    new = row.result.model_copy(update=result)
    return row.model_copy(update={"result": new, "id": row_id(new)})


def numbered(row: Row, serial: str) -> Row:
    return row.model_copy(update={"run": row.run.model_copy(update={"judge_serial": serial})})


@pytest.fixture
def rows(tmp_path: Path, make_row) -> Path:
    folder = tmp_path / "rows"
    a = numbered(make_row("a", "PPPPPPPPPW"), "aa")
    for row in (
        a,
        numbered(make_row("numbered", "PPPPPPPPPW"), "bb"),
        make_row("b", "PWWWWWWWWW"),
        make_row("c", "PPPPPPPPPW", setting="text"),
        changed(make_row("d", "PPPPPPPPPP"), versions=a.result.versions.model_copy(update={"judge": 2})),
        make_row("e", "PPPP", tasks=["task-0", "task-1", "new-1", "new-2"]),
        make_row("f", "PP", suite="mmcode"),
        make_row("paper", "PPPPPPPPPW", trust="reported"),
    ):
        add_record(folder, row)
    return folder


def path_of(rows: Path, slug: str) -> str:
    (path,) = rows.rglob(f"{slug}/*.json")
    return str(path)


def test_two_slugs_are_compared_in_their_common_table(in_process, rows: Path) -> None:
    done = in_process("compare", "a", "b", "--rows", rows, code=0)
    assert "a leads b by 80.0 points, and the lead is real." in done.stdout
    assert "tasks solved: 1 by both, 8 only by a, 0 only by b, 1 by neither" in done.stdout
    assert "two models alone were compared; in a table of more models, fewer differences are" in done.stdout


def test_the_order_of_the_two_models_changes_every_sign(in_process, rows: Path) -> None:
    one, other = (
        json.loads(in_process("compare", *pair, "--rows", rows, "--json").stdout)["overall"]
        for pair in (("a", "b"), ("b", "a"))
    )
    assert one["difference"] == -other["difference"] == 0.8
    assert (one["low"], one["high"]) == (-other["high"], -other["low"])
    assert one["p"] == other["p"] == 2 / 2**8


def test_too_few_stems_are_reported(in_process, tmp_path: Path) -> None:
    one = write_verdicts(tmp_path / "one.jsonl", dict.fromkeys("abcde", "P"))
    other = write_verdicts(tmp_path / "other.jsonl", dict.fromkeys("abcde", "W"))
    assert json.loads(in_process("compare", one, other, "--json").stdout)["overall"]["visible"] is None
    assert "5 stems are too few to detect any gap" in in_process("compare", one, other).stdout


def test_rows_of_different_settings_are_compared_with_a_note(in_process, rows: Path) -> None:
    done = in_process("compare", path_of(rows, "a"), path_of(rows, "c"))
    assert "note: the setting also differs: flowchart and text" in done.stdout
    assert "a and c are level." in done.stdout


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("d", "the versions of the judge differ (1 and 2)"),
        ("e", "the sets of tasks differ"),
        ("numbered", "the serial numbers of the judge differ (aa and bb)"),
    ],
)
def test_different_tasks_or_versions_are_refused_or_compared_on_common_tasks(
    in_process, rows: Path, other: str, reason: str
) -> None:
    refused = in_process("compare", path_of(rows, "a"), path_of(rows, other), code=2)
    assert reason in refused.stderr
    assert "fix: add --common to compare only the tasks whose ids both have" in refused.stderr
    done = in_process("compare", path_of(rows, "a"), path_of(rows, other), "--common", "--json")
    report = json.loads(done.stdout)
    assert report["notes"] == [f"{reason}: only tasks with the same id are compared"]
    assert report["overall"]["tasks"] == {"d": 10, "e": 2, "numbered": 10}[other]
    assert report["overall"]["left_out"] == {"d": 0, "e": 10, "numbered": 0}[other]


def test_rows_of_other_suites_have_nothing_in_common(in_process, rows: Path) -> None:
    done = in_process("compare", path_of(rows, "a"), path_of(rows, "f"), "--common", code=2)
    assert "code-vision/rebuilt and mmcode/rebuilt have different tasks" in done.stderr


def test_slugs_without_a_common_table_are_told_what_differs(in_process, rows: Path) -> None:
    done = in_process("compare", "a", "c", "--rows", rows, code=2)
    assert (
        "have no rows that answer the same question: the setting differs: flowchart and text\n" in done.stderr
    )


def test_slugs_with_two_common_tables_need_an_option(in_process, rows: Path, make_row) -> None:
    for slug in ("a", "b"):
        add_record(rows, changed(make_row(slug, "PWPWPWPWPW"), setting="text"))
    done = in_process("compare", "a", "b", "--rows", rows, code=2)
    assert "have rows in several tables: " in done.stderr
    assert in_process("compare", "a", "b", "--rows", rows, "--setting", "text").returncode == 0


def test_files_without_tasks_are_said_to_have_no_families(in_process, tmp_path: Path) -> None:
    note = "no tasks are named, so every task counts as its own stem"
    letters = {"q1-1": "PP", "q1-2": "PP", "q2-1": "PW"}
    a, b = (
        write_verdicts(tmp_path / "a.jsonl", letters),
        write_verdicts(tmp_path / "b.jsonl", {**letters, "q1-1": "WW"}),
    )
    done = in_process("compare", a, b)
    assert f"note: {note}" in done.stdout
    assert json.loads(in_process("compare", a, b, "--json").stdout)["notes"] == [note]
    check = {"kind": "stdio", "cases": [{"input": "", "output": ""}]}
    tasks = [{"id": task, "stem": task[:2], "check": check} for task in letters]
    write_jsonl(tmp_path / "t.jsonl", tasks)
    named = json.loads(in_process("compare", a, b, "--tasks", "t.jsonl", "--json").stdout)
    assert (named["notes"], named["overall"]["stems"]) == ([], 2)


@pytest.mark.parametrize("row_first", [True, False])
def test_a_file_has_the_families_of_the_row_that_it_is_compared_with(
    in_process, tmp_path: Path, make_row, row_first: bool
) -> None:
    row = make_row("a", "PPWW")
    tasks = row.result.tasks.model_copy(update={"stems": {"task-1": "task-0", "task-3": "task-2"}})
    row = changed(row, tasks=tasks)
    file = write_verdicts(tmp_path / "b.jsonl", {f"task-{number}": "W" for number in range(4)})
    pair = (add_record(tmp_path / "r", row), file)
    report = json.loads(in_process("compare", *(pair if row_first else pair[::-1]), "--json").stdout)
    assert (report["overall"]["stems"], report["notes"]) == (2, [])


def test_categories_with_under_six_families_share_one_line(in_process, tmp_path: Path, make_row) -> None:
    names = [f"task-{number}" for number in range(20)]
    subsets = {"subset:math": names[:6], "subset:text": names[6:]}
    subsets |= {f"category:c{number}": names[number : number + 5] for number in range(17)}
    for slug, statuses in (("a", "P" * 10 + "W" * 10), ("b", "W" * 20)):
        add_record(tmp_path / "rows", make_row(slug, statuses, subsets=subsets))
    report = json.loads(in_process("compare", "a", "b", "--json", "--rows", "rows").stdout)
    done = in_process("compare", "a", "b", "--rows", "rows")
    assert [found["category"] for found in report["categories"]] == ["subset:math", "subset:text"]
    assert report["too_few"] == [f"category:c{number}" for number in range(17)]
    (line,) = [line for line in done.stdout.splitlines() if "c0" in line]
    assert line.startswith("Not compared: c0, c1, c2, ")
    assert line.endswith(
        "c15 and c16 have under six families each. By luck alone, five families go the same way once in 16"
        " times."
    )


def test_missing_samples_bound_the_difference(in_process, tmp_path: Path) -> None:
    a = write_verdicts(tmp_path / "a.jsonl", {"x": "PP", "y": "PM", "z": "MM"})
    b = write_verdicts(tmp_path / "b.jsonl", {"x": "WW", "y": "PW", "z": "PW"})
    report = json.loads(in_process("compare", a, b, "--json").stdout)
    overall = report["overall"]
    assert (overall["tasks"], overall["left_out"], overall["difference"]) == (2, 1, 0.75)
    # The values of x are 1 and 0. For y and z, that of b is 1/2, and that of a is 1/2 to 1 and 0 to 1.
    assert (overall["worst"], overall["best"]) == (round(0.5 / 3, 6), round(2 / 3, 6))
    assert report["tasks"] is None


@table("cli")
def test_a_verdict_that_missing_samples_could_turn_has_a_condition(
    in_process, tmp_path: Path, a: str, b: str, verdict: str
) -> None:
    """Real without a condition is what stays real if all that one lacks is right and the other's wrong."""
    files = [
        write_verdicts(
            tmp_path / f"{name}.jsonl", {f"t{number}": letter for number, letter in enumerate(letters)}
        )
        for name, letters in (("a", a), ("b", b))
    ]
    done = in_process("compare", *files)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("all tasks")]
    assert verdict == " ".join(line.split()[7:-2])
    if verdict != "not real":
        assert f"and the lead is {verdict}." in done.stdout
    overall = json.loads(in_process("compare", *files, "--json").stdout)["overall"]
    assert (overall["real"], overall["sure"]) == (verdict != "not real", verdict == "real")


def test_draws_may_differ_from_task_to_task(in_process, tmp_path: Path) -> None:
    a = write_verdicts(tmp_path / "a.jsonl", {"x": "PPPP", "y": "PW", "z": "W"})
    b = write_verdicts(tmp_path / "b.jsonl", {"x": "WW", "y": "WWW", "z": "PWWWW"})
    overall = json.loads(in_process("compare", a, b, "--json").stdout)["overall"]
    assert overall["difference"] == round((1 + 0.5 - 0.2) / 3, 6)
    assert not overall["exact"]  # with several draws, two stems are added
    # The stems give 1, 1/2 and -1/5. The model ahead solves half of its tasks, so the added stems give ±1/2.
    signs = itertools.product((1, -1), repeat=5)
    totals = [abs(np.dot(pattern, (1, 0.5, 0.2, 0.5, -0.5))) for pattern in signs]
    assert overall["p"] == np.mean([total >= 1.3 - 1e-9 for total in totals])
    assert overall["p"] > 2 / 2**3


def test_a_row_without_verdicts_is_refused(in_process, rows: Path, make_row) -> None:
    path = add_record(rows, changed(make_row("empty", "P", trust="reported"), statuses={}))
    done = in_process("compare", path, path_of(rows, "a"), code=2)
    assert "result.statuses: the row holds no verdicts" in done.stderr


def test_missing_samples_of_two_runs_of_a_submission_are_judged_by_the_test_of_reruns(
    in_process, tmp_path: Path, make_row
) -> None:
    """With two stems that nobody has seen, as for two submissions, these six stems show nothing."""
    paths = []
    for slug, run, statuses in (
        ("a", 1, "W" * 17 + "M"),
        ("a", 2, "PWW" * 5 + "PPP"),
        ("b", 2, "PWW" * 5 + "PPP"),
    ):
        row = make_row(slug, statuses, started=f"2026-02-0{run}T00:00:00Z")
        stems = {task: str(number // 3) for number, task in enumerate(row.result.statuses)}
        row = changed(row, tasks=row.result.tasks.model_copy(update={"stems": stems}))
        add_record(tmp_path / f"{slug}{run}", row)
        paths += (tmp_path / f"{slug}{run}").rglob("*.json")
    first, rerun, other = paths
    found = json.loads(in_process("compare", rerun, first, "--json").stdout)
    assert found["notes"] == [
        "both rows are runs of the same submission: the question is whether it has changed"
    ]
    assert (found["overall"]["p"], found["overall"]["sure"]) == (2 / 2**6, True)
    assert not json.loads(in_process("compare", other, first, "--json").stdout)["overall"]["sure"]
