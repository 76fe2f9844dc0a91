"""The whole pipeline, from raw problems to tasks, pictures and a report."""

import itertools
import json
from pathlib import Path

import pytest

from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, Text
from benchmark.files.tasks import read_tasks
from benchmark.suites.mmcode.problems import importer
from benchmark.suites.mmcode.problems.importer import ImportRequest, import_problems
from benchmark.suites.mmcode.problems.report import ImportReport
from benchmark.suites.mmcode.problems.staging import staged
from tests.suites.mmcode.problems.raw_sets import Raw, data_url, folder, lines, png, raw


@pytest.fixture(autouse=True)
def without_minhash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare all pairs, which takes less time than to import what proposes pairs, for so few problems."""
    duplicates = importer.find_duplicates.__globals__
    monkeypatch.setitem(duplicates, "proposed_pairs", lambda texts: itertools.combinations(texts, 2))


def imported(tmp_path: Path, records: list[Raw], **options: object) -> ImportReport:
    source = lines(tmp_path / "in" / "raw.jsonl", records)
    return import_problems(ImportRequest(source=source, out=tmp_path / "out", **options))  # type: ignore[arg-type]


def flaws(report: ImportReport) -> list[tuple[str, str, int]]:
    return [(item.problem_id, item.rule, item.picture) for item in report.items]


def contents(out: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()
    }


def test_a_problem_becomes_a_task_a_folder_and_a_line_of_the_report(tmp_path: Path) -> None:
    report = imported(tmp_path, [raw(1, image_tags=["graph"])])
    out = tmp_path / "out"
    assert sorted(contents(out)) == [
        ".sightbench-import",
        "problems/cf_1_A/data.json",
        "problems/cf_1_A/images/1.png",
        "report.json",
        "tasks.jsonl.gz",
    ]
    (task,) = read_tasks(out / "tasks.jsonl.gz")
    assert (task.id, task.suite, task.dataset, task.level) == ("cf_1_A", "mmcode", "imported", "easy")
    assert (task.limits.seconds, task.limits.memory_mb, task.categories) == (10.0, 1024, ("graph",))
    before, picture, after = task.parts
    assert isinstance(before, Text)
    assert before.text.startswith("Lamps 1\n\nWalker")
    assert isinstance(picture, Picture)
    assert picture.source == "problems/cf_1_A/images/1.png"
    assert picture.categories == ("graph",)
    assert isinstance(after, Text)
    assert after.text == "\n\nPrint the sum."
    data = json.loads((out / "problems/cf_1_A/data.json").read_bytes())
    assert data["image_tags"] == ["Graph"]
    assert json.loads(data["input_output"]) == {"inputs": ["1 2\n", "3 4"], "outputs": ["3\n", "7\n"]}
    assert ImportReport.model_validate_json((out / "report.json").read_bytes(), strict=False) == report
    assert (report.counts.read, report.counts.kept, report.sites) == (1, 1, {"Codeforces": 1})


def test_html_is_kept_next_to_its_text_and_pictures_are_found_by_their_addresses(tmp_path: Path) -> None:
    html = '<p>One <img src="/b.png"> two</p><img src="https://example.org/a.png"><img src="{}">'
    record = raw(1, html=html.format(data_url("green")), question=..., images={"/b.png": data_url("blue")})
    report = imported(tmp_path, [record])
    home = tmp_path / "out" / "problems" / "cf_1_A"
    assert (home / "statement.html").read_text() == record["html"]
    question = json.loads((home / "data.json").read_bytes())["question"]
    assert question == "Lamps 1\n\nOne ![image](1.png) two\n\n![image](2.png)"
    assert len(list((home / "images").iterdir())) == 2
    assert flaws(report) == [("cf_1_A", "picture-missing", 2)]


def test_pictures_of_html_are_taken_in_order_and_extra_ones_follow(tmp_path: Path) -> None:
    record = raw(1, html="a<img src='x'>b", question=..., images=[data_url("red"), data_url("blue")])
    report = imported(tmp_path, [record])
    assert flaws(report) == [("cf_1_A", "picture-without-marker", 2)]


def test_flawed_problems_are_dropped_or_repaired_by_name(tmp_path: Path) -> None:
    broken = "data:image/png;base64,QUJD"
    records = [
        raw(1, images=[]),
        raw(2, images=[broken]),
        raw(3, images=[broken, data_url()], question="Lamps ![image](1.png) on\n\n![image](2.png)"),
        raw(4, input_output={"inputs": ["1"], "outputs": []}),
        raw(5, input_output=...),
        raw(6, starter_code="def f(:"),
        raw(7, question=" "),
        raw(
            8,
            image_tags=["graph", "tree"],
            question="Two\n\n![image](1.png)\n![image](2.png)",
            images=[data_url()] * 2,
        ),
        raw(9, image_tags=["Cat"], time_limit="soon"),
        raw(10, image_tags=["tree", "graph"]),
        raw(11, image_tags=["tree"], question="No mark", images=[data_url(), data_url()]),
    ]
    report = imported(tmp_path, records)
    assert report.kept == ["cf_3_A", "cf_8_A", "cf_9_A", "cf_10_A", "cf_11_A"]
    assert flaws(report) == [
        ("cf_1_A", "marker-without-picture", 0),
        ("cf_1_A", "no-picture", 0),
        ("cf_2_A", "no-picture", 0),
        ("cf_2_A", "picture-unreadable", 1),
        ("cf_3_A", "picture-unreadable", 1),
        ("cf_4_A", "unequal-tests", 0),
        ("cf_5_A", "no-tests", 0),
        ("cf_6_A", "starter-code", 0),
        ("cf_7_A", "no-statement", 0),
        ("cf_9_A", "limit-unreadable", 0),
        ("cf_9_A", "unknown-tag", 1),
        ("cf_11_A", "tags-of-problem", 0),
        ("cf_11_A", "picture-without-marker", 1),
        ("cf_11_A", "picture-without-marker", 2),
    ]
    assert report.counts.dropped == {
        "no-picture": 2, "no-statement": 1, "no-tests": 1, "starter-code": 1, "unequal-tests": 1,
    }  # fmt: skip
    assert report.counts.with_pictures == 11
    tasks = {task.id: task for task in read_tasks(tmp_path / "out" / "tasks.jsonl.gz")}
    assert tasks["cf_10_A"].categories == ("tree", "graph")
    assert tasks["cf_11_A"].categories == ("tree",)
    assert not (tmp_path / "out" / "problems" / "cf_2_A").exists()


def test_a_problem_whose_pictures_are_missing_is_kept_on_request(tmp_path: Path) -> None:
    report = imported(tmp_path, [raw(1, images=[])], keep_pictureless=True)
    assert (report.kept, flaws(report)) == (["cf_1_A"], [("cf_1_A", "marker-without-picture", 0)])


def test_listed_pictures_are_removed_by_number_or_digest(tmp_path: Path) -> None:
    listed = tmp_path / "remove.txt"

    listed.write_text(f"# logos\n\ncf_1_A 1\n{sha256_hex(png('blue'))}  # a banner\n")
    two = "a\n\n![image](1.png)\n\nb\n\n![image](2.png)"
    records = [
        raw(1, images=[data_url("red"), data_url("green")], question=two),
        raw(2, images=[data_url("blue")]),
    ]
    report = imported(tmp_path, records, removals=listed)
    assert flaws(report) == [
        ("cf_1_A", "picture-listed", 1), ("cf_2_A", "no-picture", 0), ("cf_2_A", "picture-listed", 1),
    ]  # fmt: skip
    data = json.loads((tmp_path / "out/problems/cf_1_A/data.json").read_bytes())
    assert data["question"] == "Lamps 1\n\na\n\nb\n\n![image](1.png)"
    listed.write_text("cf_1_A first\n")
    with pytest.raises(BadInput, match="line 1: 'cf_1_A first' names no picture"):
        imported(tmp_path, records, removals=listed)


def test_tests_are_matched_by_the_url(tmp_path: Path) -> None:
    tests = lines(
        tmp_path / "taco.jsonl.gz",
        [
            {"url": None, "input_output": "{}"},
            {
                "url": "https://codeforces.com/problemset/problem/1/A",
                "input_output": json.dumps({"inputs": ["5\n"], "outputs": ["6\n"]}),
                "solutions": "[]",
                "time_limit": "4.0 seconds",
                "starter_code": "",
            },
            {"url": "https://codeforces.com/problemset/problem/1/A", "input_output": "{}"},
        ],
    )
    records = [raw(1, input_output=..., time_limit=...), raw(2), raw(3, input_output=...)]
    report = imported(tmp_path, records, tests=tests)
    assert (report.kept, flaws(report)) == (["cf_1_A", "cf_2_A"], [("cf_3_A", "no-tests", 0)])
    assert report.counts.matched_by_url == 1
    first, _ = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    assert (first.check.cases[0].input, first.limits.seconds) == ("5\n", 20.0)  # type: ignore[union-attr]


def test_a_duplicate_is_dropped_and_names_the_problem_that_is_kept(tmp_path: Path) -> None:
    more = {"inputs": ["1", "2", "3"], "outputs": ["1", "2", "3"]}
    question = str(raw(1)["question"])
    records = [raw(1), raw(2, name=..., question=f"{question} Twice.", input_output=more), raw(3)]
    report = imported(tmp_path, records)
    assert report.kept == ["cf_2_A", "cf_3_A"]
    (item,) = report.items
    assert (item.problem_id, item.rule, item.detail.split(",")[0]) == ("cf_1_A", "duplicate", "cf_2_A")
    assert not (tmp_path / "out" / "problems" / "cf_1_A").exists()


def test_the_test_split_depends_on_the_seed_and_not_on_the_order(tmp_path: Path) -> None:
    records = [raw(number) for number in range(1, 9)]

    def split(order: list[Raw], seed: int) -> set[str]:
        imported(tmp_path, order, test=3, seed=seed)
        chosen = {task.id for task in read_tasks(tmp_path / "out" / "tasks-test.jsonl.gz")}
        subsets = {task.id: task.subset for task in read_tasks(tmp_path / "out" / "tasks.jsonl.gz")}
        assert {name for name, subset in subsets.items() if subset == "test"} == chosen
        assert set(subsets.values()) == {"test", "extra"}
        return chosen

    first = split(records, 1)
    assert len(first) == 3
    assert split(records[::-1], 1) == first
    assert len({frozenset(split(records, seed)) for seed in range(2, 6)}) > 1
    with pytest.raises(BadInput, match="--test: 9 problems are wanted, but only 8 are left"):
        imported(tmp_path, records, test=9)


def test_a_repeated_import_writes_the_same_bytes_and_removes_what_is_gone(tmp_path: Path) -> None:
    two = raw(1, images=[data_url("red"), data_url("blue")], question="a ![image](1.png) ![image](2.png)")
    imported(tmp_path, [two, raw(2)], test=1)
    first = contents(tmp_path / "out")
    imported(tmp_path, [raw(2), two], test=1)
    assert contents(tmp_path / "out") == first
    imported(tmp_path, [raw(1)])
    assert sorted(contents(tmp_path / "out")) == [
        ".sightbench-import",
        "problems/cf_1_A/data.json",
        "problems/cf_1_A/images/1.png",
        "report.json",
        "tasks.jsonl.gz",
    ]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.txt").write_text("mine")
    with pytest.raises(BadInput, match="has files that are not of an earlier import"):
        imported(tmp_path, [raw(1)])
    assert sorted(contents(tmp_path / "out")) == ["thesis.txt"]


def test_labels_of_people_count_before_those_of_the_source_and_proposals_last(tmp_path: Path) -> None:
    sheet = tmp_path / "labels.csv"
    sheet.write_text(
        "problem_id,picture,proposed,category\n"
        "cf_1_A,1,Map,2D Geometry\ncf_1_A,1,,table\ncf_2_A,1,Map,\ncf_3_A,1,Map,\ncf_4_A,1,,graph\n"
    )
    records = [raw(1, image_tags=["tree"]), raw(2, image_tags=["tree"]), raw(3), raw(4, images=[])]
    report = imported(tmp_path, records, labels=sheet, test=3)
    tasks = {task.id: task.categories for task in read_tasks(tmp_path / "out" / "tasks.jsonl.gz")}
    assert tasks == {"cf_1_A": ("2d-geometry", "table"), "cf_2_A": ("tree",), "cf_3_A": ("map",)}
    counts = report.counts
    assert (counts.labelled_pictures, counts.corrected_pictures, counts.corrected_test_pictures) == (3, 1, 1)
    data = json.loads((tmp_path / "out/problems/cf_1_A/data.json").read_bytes())
    assert data["image_tags"] == [["2D geometry", "Table"]]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("cf_9_A,1,graph", "there is no problem 'cf_9_A'"),
        ("cf_1_A,2,graph", "cf_1_A has 1 pictures, but a label is of number 2"),
        ("cf_1_A,1,cat", "line 2: category: 'cat' is not a category"),
        ("cf_1_A,one,graph", "line 2: picture: 'one' is not the number of a picture"),
    ],
)
def test_a_label_of_nothing_is_refused_by_name(tmp_path: Path, row: str, problem: str) -> None:
    sheet = tmp_path / "labels.csv"
    sheet.write_text(f"problem_id,picture,category\n{row}\n")
    with pytest.raises(BadInput, match=problem):
        imported(tmp_path, [raw(1)], labels=sheet)


def test_what_is_written_is_read_again_as_it_is(tmp_path: Path) -> None:
    folder(tmp_path / "in", raw(1), [png("red")])
    first = tmp_path / "first"
    import_problems(ImportRequest(source=tmp_path / "in", out=first, test=1))
    second = tmp_path / "second"
    report = import_problems(ImportRequest(source=first / "problems", out=second))
    assert (report.kept, report.items, report.counts.test) == (["cf_1_A"], [], 1)
    assert contents(second)["tasks.jsonl.gz"] == contents(first)["tasks.jsonl.gz"]


@pytest.mark.parametrize("stop", [BadInput("x", "", "y"), KeyboardInterrupt()])
def test_an_import_that_ends_early_changes_nothing(tmp_path: Path, stop: BaseException) -> None:
    def advance(problem_id: str) -> None:
        if problem_id == "cf_2_A":
            raise stop

    new = lines(tmp_path / "new.jsonl", [raw(1, images=[data_url("blue")]), raw(2)])
    out = tmp_path / "out"
    with pytest.raises(type(stop)):
        import_problems(ImportRequest(source=new, out=out), advance)
    assert not out.exists()
    imported(tmp_path, [raw(1), raw(3)], test=1)
    before = contents(out)
    with pytest.raises(type(stop)):
        import_problems(ImportRequest(source=new, out=out), advance)
    assert contents(out) == before
    import_problems(ImportRequest(source=new, out=out))
    fresh = tmp_path / "fresh"
    import_problems(ImportRequest(source=new, out=fresh))
    assert contents(out) == contents(fresh)


def test_html_without_a_word_does_not_hide_the_question(tmp_path: Path) -> None:
    report = imported(tmp_path, [raw(1, html=" \n")])
    assert (report.kept, report.counts.pictures, report.items) == (["cf_1_A"], 1, [])


def test_a_lone_surrogate_drops_the_problem_by_name(tmp_path: Path) -> None:
    changes: list[Raw] = [
        {"question": "x \ud800 ![image](1.png)"},
        {"html": "<p>\udfff</p>"},
        {"starter_code": "s = '\ud800'\n"},
        {"samples": [{"input": "\ud800", "output": "1"}]},
    ]
    report = imported(tmp_path, [raw(number, **change) for number, change in enumerate(changes, 1)])
    assert (report.kept, report.counts.dropped) == ([], {"lone-surrogate": 4})


def imported_without(tmp_path: Path, listed: str) -> ImportReport:
    """Import four problems, of which one has no picture and one is a duplicate, without the listed ones."""
    twin = raw(4, question=raw(2)["question"])  # dropped: the other one's id comes first
    several = tmp_path / "several"
    several.write_bytes(listed.encode())
    return imported(tmp_path, [raw(1), raw(2), raw(3, images=[]), twin], several_answers=several)


def test_a_problem_with_several_right_answers_is_dropped_and_its_duplicate_does_not_take_its_place(
    tmp_path: Path,
) -> None:
    report = imported_without(tmp_path, "# known right programs differ\r\n\r\ncf_2_A  # a tie\r\ncf_3_A")
    assert report.kept == ["cf_1_A"]
    assert report.counts.dropped == {"no-picture": 1, "duplicate": 1, "several-answers": 1}
    assert {item.problem_id: item.rule for item in report.items if item.outcome == "dropped"} == {
        "cf_2_A": "several-answers",
        "cf_3_A": "no-picture",
        "cf_4_A": "duplicate",
    }
    assert [path.name for path in (tmp_path / "out" / "problems").iterdir()] == ["cf_1_A"]
    assert imported_without(tmp_path, "# none\n").kept == ["cf_1_A", "cf_2_A"]
    with pytest.raises(BadInput, match="there is no problem 'cf_9_A'"):
        imported_without(tmp_path, "cf_9_A\n")


def test_one_import_writes_to_a_folder_at_a_time_and_removes_what_a_killed_one_left(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with staged(out) as stage:
        (stage / "report.json").write_text("{}")
        with pytest.raises(BadInput, match="another import writes to it"), staged(out):
            pass
    left = out / ".import-killed"
    (left / "problems").mkdir(parents=True)
    with staged(out):
        assert not left.exists()
    assert sorted(path.name for path in out.iterdir()) == [".sightbench-import", "problems", "report.json"]
