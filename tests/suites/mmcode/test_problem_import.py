"""Contest problems in JSON become tasks, pictures and a report."""

import json
from pathlib import Path

import pytest
from inline_snapshot import snapshot

from benchmark.cli import main
from benchmark.core.errors import BadInput
from benchmark.core.task import Picture, StdioCase, StdioCheck, Text
from benchmark.files.tasks import read_tasks
from benchmark.suites import load
from benchmark.suites.mmcode.description import describe
from benchmark.suites.mmcode.problem_import import ImportReport, import_problems
from tests.case_files import table
from tests.conftest import ROOT
from tests.wording import wrapped

from .records import Problem, folders, lines, png, problem


def source(folder: Path, *problems: Problem, name: str = "raw.jsonl.gz") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(lines(problems))
    return path


def contents(out: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()
    }


def test_a_problem_becomes_a_task_with_its_picture_and_a_line_of_the_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = import_problems(source(tmp_path, problem(name="Lamps", time_limit="1 second")), out)
    (task,) = read_tasks(out / "tasks.jsonl.gz")
    (task_of_test,) = read_tasks(out / "tasks-test.jsonl.gz")
    assert task == task_of_test
    assert (task.id, task.suite, task.dataset, task.level) == ("made_1", "mmcode", "imported", "easy")
    assert (task.limits.seconds, task.limits.memory_mb, task.categories) == (10.0, 1024, ("2d-geometry",))
    before, picture, after = task.parts
    assert before == Text(text="Lamps\n\nProblem 1.\n\n")
    assert after == Text(text="\nPrint the sum.")
    assert isinstance(picture, Picture)
    assert (picture.number, picture.categories) == (1, ("2d-geometry",))
    cases = (StdioCase(input="1 2\n", output="3\n"), StdioCase(input="3 4", output="7"))
    assert task.check == StdioCheck(cases=cases, compare="tokens")
    assert report.repaired == {}
    assert (out / picture.source).read_bytes() == png()
    assert ImportReport.model_validate_json((out / "report.json").read_bytes(), strict=False) == report
    assert (report.read, report.kept, report.test, report.pictures) == (1, ["made_1"], 1, 1)


def test_files_of_a_folder_are_read_with_pictures_by_their_paths(tmp_path: Path) -> None:
    raw = tmp_path / "raw"
    source(raw, problem(10, images=["pictures/a.png"]), problem(2))
    (raw / "one.json").write_text(json.dumps(problem(3, images=["pictures/a.png"]), indent=1))
    (raw / "pictures").mkdir()
    (raw / "pictures" / "a.png").write_bytes(png("green"))
    report = import_problems(raw, tmp_path / "out")
    assert report.kept == ["made_2", "made_3", "made_10"]
    assert len(list((tmp_path / "out" / "pictures").iterdir())) == 2
    folders(tmp_path / "authors", [problem(1), problem(4)])
    assert import_problems(tmp_path / "authors", tmp_path / "b").kept == ["made_1", "made_4"]


@pytest.mark.parametrize(
    "path", ["../secret.png", "/etc/passwd", "a/../../secret.png", "..\\secret.png", "link"]
)
def test_a_picture_outside_the_folder_is_refused_by_name(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.png").write_bytes(png())
    raw = source(tmp_path / "raw", problem(images=[path]))
    (tmp_path / "raw" / "link").symlink_to(tmp_path / "secret.png")
    with pytest.raises(BadInput, match=r"line 1: images: the path '.*' leaves the folder"):
        import_problems(raw, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_flawed_problems_are_left_out_or_repaired_by_name(tmp_path: Path) -> None:
    flawed = (
        problem(1, images=[]),
        problem(2, images=["data:image/png;base64,QUJD"]),
        problem(3, images=["none.png"]),
        problem(4, images=["https://example.org/a.png"]),
        problem(5, input_output=None),
        problem(6, starter_code="def f(:"),
        problem(7, tests=[{"input": "1"}]),
        problem(8, image_tags=["Cat"], time_limit="soon"),
        problem(9, images=["_" * 300]),
    )
    report = import_problems(source(tmp_path, *flawed), tmp_path / "out")
    assert report.left_out.pop("made_9").startswith("picture 1 is missing: there is no file '____")
    assert report.left_out == {
        "made_1": "it has no picture",
        "made_2": "picture 1 is not a PNG, JPEG, GIF, WebP or BMP picture",
        "made_3": "picture 1 is missing: there is no file 'none.png'",
        "made_4": "picture 1 is not base64",
        "made_5": "it has no tests: input_output is not an object of JSON",
        "made_6": "starter_code does not parse",
        "made_7": "tests is not a list of objects with the texts input and output",
    }
    assert report.repaired == {
        "made_8": "unknown tag 'Cat' passed over; 'soon' is not a positive limit of time: it counts as not"
        " stated",
    }


def test_listed_tests_count_before_input_output_and_reach_the_program_byte_for_byte(tmp_path: Path) -> None:
    tests = [{"input": "1 2", "output": "3"}, {"input": "4\r\n", "output": "5\n"}]
    import_problems(source(tmp_path, problem(tests=tests)), tmp_path / "out")
    (task,) = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    assert isinstance(task.check, StdioCheck)
    assert [case.input for case in task.check.cases] == ["1 2", "4\r\n"]


@table("suites")
def test_a_checkers_tolerance_counts_only_where_an_output_has_a_fraction(
    tmp_path: Path, flags: str, output: str, compare: tuple[str, float | None]
) -> None:
    made = problem(tests=[{"input": "1", "output": output}], output_validator_flags=flags)
    import_problems(source(tmp_path, made), tmp_path / "out")
    (task,) = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    assert isinstance(task.check, StdioCheck)
    assert task.check.compare == compare[0]
    assert compare[1] is None or task.check.tolerance == compare[1]


def test_a_name_and_samples_are_added_unless_the_statement_has_them(tmp_path: Path) -> None:
    samples = [{"input": "1\n2\n", "output": "3\n"}]
    has = problem(2, name="problem 2", question="Problem 2. 1 2 is 3. ![image](1.png)", samples=samples)
    import_problems(source(tmp_path, problem(1, name="Lamps", samples=samples), has), tmp_path / "out")
    without, with_both = read_tasks(tmp_path / "out" / "tasks.jsonl.gz")
    texts = [part.text for part in without.parts if isinstance(part, Text)]
    assert texts[0].startswith("Lamps\n\nProblem 1.")
    assert texts[-1].endswith("sum.\n\nSample Input 1\n\n1\n2\n\nSample Output 1\n\n3")
    assert with_both.parts[0] == Text(text="Problem 2. 1 2 is 3. ")


def test_the_test_split_depends_on_the_seed_and_not_on_the_order(tmp_path: Path) -> None:
    problems = [problem(number) for number in range(12)]

    def chosen(name: str, given: list[Problem], seed: int) -> list[str]:
        report = import_problems(source(tmp_path, *given), tmp_path / name, test=4, seed=seed)
        tasks = read_tasks(tmp_path / name / "tasks-test.jsonl.gz")
        assert (len(tasks), report.test) == (4, 4)
        assert {task.subset for task in read_tasks(tmp_path / name / "tasks.jsonl.gz")} == {"test", "extra"}
        return [task.id for task in tasks]

    first = chosen("a", problems, 1)
    assert chosen("b", problems[::-1], 1) == first
    assert chosen("c", problems, 2) != first
    with pytest.raises(BadInput, match="--test: 13 problems are wanted, but only 12 are left"):
        import_problems(tmp_path / "raw.jsonl.gz", tmp_path / "d", test=13)


def test_a_repeated_import_writes_the_same_bytes_and_removes_what_is_gone(tmp_path: Path) -> None:
    out = tmp_path / "out"
    both = source(tmp_path, problem(1), problem(2, images=["none.png"]))
    import_problems(both, out)
    first = contents(out)
    (out / "predictions.jsonl").write_text("kept")
    import_problems(both, out)
    assert contents(out) == {**first, "predictions.jsonl": b"kept"}
    import_problems(source(tmp_path, problem(2)), out)
    assert set(contents(out)) >= {"tasks.jsonl.gz", "report.json", "predictions.jsonl"}
    assert not (out / "tasks-test.jsonl.gz").exists()
    assert list(tmp_path.glob(".out-*")) == []


def test_an_import_that_ends_early_changes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    import_problems(source(tmp_path, problem(1)), out)
    before = contents(tmp_path)

    def advance() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_problems(source(tmp_path, problem(1)), out, test=1, advance=advance)
    with pytest.raises(KeyboardInterrupt):
        import_problems(tmp_path / "raw.jsonl.gz", tmp_path / "new", advance=advance)
    assert contents(tmp_path) == before
    assert not (tmp_path / "new").exists()


def test_problems_with_several_answers_are_left_out_by_name(tmp_path: Path) -> None:
    listed = tmp_path / "several"
    listed.write_bytes(b"# known right programs differ\r\n\r\nmade_2  # a tie\r\nmade_3")
    problems = source(tmp_path, problem(1), problem(2), problem(3, images=[]))
    report = import_problems(problems, tmp_path / "out", several_answers=listed)
    assert report.kept == ["made_1"]
    assert set(report.left_out) == {"made_2", "made_3"}
    assert "--several-answers" in report.left_out["made_2"]
    listed.write_text("made_9\n")
    with pytest.raises(BadInput, match="there is no problem 'made_9'"):
        import_problems(problems, tmp_path / "out", several_answers=listed)


def sightbench(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_counts_are_printed_and_bad_input_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    source(tmp_path, problem(1), problem(2, images=[]), problem(3))
    source(tmp_path, problem(1), problem(1), name="twice.jsonl.gz")
    source(tmp_path, problem(1, problem_id=""), name="nameless.jsonl.gz")
    assert sightbench("import", "tasks", "problems", "raw.jsonl.gz", "--out", "set", "--test", 1) == 0
    assert wrapped(capsys.readouterr().out) == snapshot("""\
3 problems read
1 problem left out
  made_2: it has no picture
2 problems kept with 2 pictures
test split: 1 problem in set/tasks-test.jsonl.gz
written to set/tasks.jsonl.gz; details in set/report.json
""")
    for arguments, message in (
        (["none.jsonl", "--out", "set"], "none.jsonl: is neither a file nor a folder"),
        (["raw.jsonl.gz", "--out", "."], "has files that are not of an earlier import"),
        (["raw.jsonl.gz", "--out", "set", "--dataset", "My Set"], "--dataset: 'My Set' is not a name"),
        (["raw.jsonl.gz", "--out", "set", "--test", "9"], "--test: 9 problems are wanted"),
        (["twice.jsonl.gz", "--out", "set"], "line 2: problem_id: 'made_1' is repeated"),
        (["nameless.jsonl.gz", "--out", "set"], "line 1: problem_id: is missing or empty"),
    ):
        assert sightbench("import", "tasks", "problems", *arguments) == 2
        assert message in capsys.readouterr().err


def test_statistics_stand_next_to_the_papers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = problem(1, problem_id="cf_1_A", image_tags=["graph"])
    question = "ab![image](1.png)" + "c" * 6 + "![image](2.png)"
    two = problem(2, images=problem()["images"] * 2, question=question, image_tags=["graph", "tree"], name="")
    out = tmp_path / "set"
    import_problems(source(tmp_path, one, {**two, "problem_id": "cf_2_A"}), out)
    stated, categories, histogram, sites, positions = (
        {row[0]: row[1:] for row in table.rows} for table in describe(read_tasks(out / "tasks.jsonl.gz"))
    )
    assert histogram == {"0": (0,), "1": (1,), "2 or more": (1,)}
    assert stated["problems"] == (2, 3548)
    assert stated["pictures"] == (3, 6620)
    assert stated["pictures per problem, mean"] == (1.5, 1.87)
    assert (categories["Graph"], categories["Tree"], categories["Map"]) == (
        (66.7, 20.9),
        (33.3, 9.9),
        (0.0, None),
    )
    assert sum(pictures for (pictures,) in positions.values()) == 3
    assert positions["90% to 100%"] == (1,)
    assert sites == {"Codeforces": (2, "yes")}
    assert sightbench("analyse", "dataset", "--tasks", out / "tasks.jsonl.gz") == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "Graph 66.7 20.9" in printed
    assert "Codeforces 2 yes" in printed


def test_a_set_of_no_site_and_no_split_has_no_such_numbers() -> None:
    tasks = load("mmcode").datasets["open"]()
    stated, categories, _, sites, _ = describe(tasks)
    numbers = {name: ours for name, ours, _ in stated.rows}
    assert numbers["problems"] == len(tasks)
    assert (numbers["problems in the test split"], numbers["sites"]) == (None, None)
    assert sites.rows == []
    assert categories.heads[0] == f"category of {numbers['pictures']} pictures"


def test_the_papers_numbers_are_those_of_the_shared_data(shared_data: Path) -> None:
    shared = json.loads((shared_data / "papers" / "mmcode_text_statistics.json").read_text())
    ours = json.loads((ROOT / "benchmark" / "suites" / "mmcode" / "paper.json").read_text())
    assert ours["statistics"] == shared["statistics"]
