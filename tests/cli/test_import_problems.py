"""`sightbench import tasks problems`, `import label` and `analyse dataset`, as users call them."""

import itertools
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from loopback import FixedText, LoopbackServer, Rule, Script

from benchmark.cli import main
from benchmark.files.tasks import read_tasks
from benchmark.suites import SUITES
from benchmark.suites.mmcode.problems import duplicates
from benchmark.suites.mmcode.problems.description import describe
from benchmark.suites.mmcode.problems.labels import read_labels
from tests.suites.mmcode.problems.raw_sets import data_url, lines, raw

KEY = "a-key-of-nobody"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder; compare all pairs of the few problems, without loading what proposes pairs."""
    monkeypatch.setattr(duplicates, "proposed_pairs", lambda texts: itertools.combinations(texts, 2))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sightbench(*arguments: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_counts_are_printed_and_bad_input_is_one_error(capsys: pytest.CaptureFixture[str]) -> None:
    lines(Path("raw.jsonl"), [raw(1), raw(2, images=[]), raw(3)])
    assert sightbench("import", "tasks", "problems", "raw.jsonl", "--out", "set", "--test", 1) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "3 problems read, 100.0% with pictures",
        "dropped 1: no-picture (The problem has no picture, or none is left.)",
        "repaired 1: marker-without-picture (A marker was removed because the problem has no such picture.)",
        "2 problems kept with 2 pictures",
        "  Codeforces: 2",
        "test split: 1 problem in set/tasks-test.jsonl.gz",
        "written to set/tasks.jsonl.gz; details in set/report.json",
    ]
    for arguments, problem in (
        (["none.jsonl", "--out", "set"], "none.jsonl: no such file"),
        (["raw.jsonl", "--out", "."], "has files that are not of an earlier import"),
        (["raw.jsonl", "--out", "set", "--dataset", "My Set"], "--dataset: 'My Set' is not a name"),
        (["raw.jsonl", "--out", "set", "--test", "9"], "--test: 9 problems are wanted"),
        (
            ["raw.jsonl", "--out", "set", "--tests", "raw.jsonl", "--labels", "none.csv"],
            "none.csv: no such file",
        ),
    ):
        assert sightbench("import", "tasks", "problems", *arguments) == 2
        assert problem in capsys.readouterr().err


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", KEY)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    with LoopbackServer() as server:
        model = {
            "provider": "openai",
            "model": "acme-vl",
            "base_url": server.openai_url,
            "api_key_env": "SIGHTBENCH_KEY_ACME",
            "price": {"input": 3, "output": 15, "date": "2025-01-31"},
            "limits": {"attempts": 3, "wait": 0.01, "timeout": 5, "concurrency": 4},
        }
        asked = {"suite": "mmcode", "dataset": "official", "setting": "vision+language", "protocol": "greedy"}
        document = {
            "slug": "acme",
            "name": "Acme",
            "owners": ["octocat"],
            "runs": [{**asked, "model": model}],
        }
        Path("acme").mkdir()
        Path("acme/submission.yaml").write_text(yaml.safe_dump(document))
        yield server


def test_a_model_proposes_categories_and_people_override_them(
    server: LoopbackServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script = Script(
        rules=(
            Rule(fault=FixedText(text="It has nodes.\n\n**Graph**"), holds="Lamps 1"),
            Rule(fault=FixedText(text="A table, or a map."), holds="Lamps 2"),
            Rule(fault=FixedText(text="map"), holds="number 2 in it"),
            Rule(fault=FixedText(text="tree"), holds="Lamps 3"),
        )
    )
    two = raw(
        3, images=[data_url("red"), data_url("blue")], question="Lamps 3 ![image](1.png) ![image](2.png)"
    )
    lines(Path("raw.jsonl"), [raw(1), raw(2), two])
    assert sightbench("import", "tasks", "problems", "raw.jsonl", "--out", "set") == 0
    assert sightbench("import", "label", "set", "acme") == 0
    assert "4 pictures: 3 with a proposal, 0 labelled by people\n1 answer without" in capsys.readouterr().out
    assert len(server.served) == 4
    assert {len(request.pictures) for request in server.served} == {1}
    sheet = Path("set/labels.csv")
    assert sheet.read_text().splitlines() == [
        "problem_id,picture,proposed,category",
        "cf_1_A,1,graph,",
        "cf_2_A,1,,",
        "cf_3_A,1,tree,",
        "cf_3_A,2,map,",
    ]
    sheet.write_text(sheet.read_text().replace("graph,", "graph,Graph").replace("tree,", "tree,Pseudocode"))
    Path("more.csv").write_text("problem_id,picture,category\ncf_2_A,1,table\n")
    assert sightbench("import", "label", "set", "acme", "--labels", "more.csv") == 0
    printed = capsys.readouterr().out
    assert len(server.served) == 4  # nothing is asked again
    assert "4 pictures: 3 with a proposal, 3 labelled by people\n1 answer without" in printed
    assert "proposals agree on 1 of 2 (50.0%)" in printed
    assert read_labels(sheet).people == {
        ("cf_1_A", 1): ("graph",), ("cf_2_A", 1): ("table",), ("cf_3_A", 1): ("pseudocode",),
    }  # fmt: skip
    assert sightbench("import", "label", "set") == 0
    printed = capsys.readouterr().out
    assert "proposals agree on 1 of 2 (50.0%), kappa 0.33" in printed
    assert "Pseudocode       1       0         0  Tree 1" in printed
    assert sightbench("import", "tasks", "problems", "raw.jsonl", "--out", "set", "--labels", sheet) == 0
    tasks = {task.id: task.categories for task in read_tasks(Path("set/tasks.jsonl.gz"))}
    assert tasks == {"cf_1_A": ("graph",), "cf_2_A": ("table",), "cf_3_A": ("map", "pseudocode")}


def test_labels_need_an_import_and_an_estimate_asks_for_nothing(
    server: LoopbackServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sightbench("import", "label", "set", "acme") == 2
    assert "has no tasks.jsonl.gz" in capsys.readouterr().err
    lines(Path("raw.jsonl"), [raw(1)])
    assert sightbench("import", "tasks", "problems", "raw.jsonl", "--out", "set") == 0
    capsys.readouterr()
    assert sightbench("import", "label", "set", "acme", "--estimate") == 0
    assert "$" in capsys.readouterr().out
    assert not server.served
    assert not Path("set/labels.csv").exists()


def test_statistics_stand_next_to_the_papers(capsys: pytest.CaptureFixture[str]) -> None:
    question = "ab![image](1.png)" + "c" * 6 + "![image](2.png)"
    two = raw(2, images=[data_url("red"), data_url("blue")], question=question, image_tags=["graph", "tree"])
    other = raw(3, images=[], problem_id="zz_3", url=..., source=...)
    copy = raw(4, name="Lamps 1", question=raw(1)["question"])
    lines(Path("raw.jsonl"), [raw(1, image_tags=["graph"]), two, other, copy])
    assert sightbench("import", "tasks", "problems", "raw.jsonl", "--out", "set") == 0
    capsys.readouterr()
    described = describe(read_tasks(Path("set/tasks.jsonl.gz")), Path("set"))
    stated, categories, sites, positions = (table.rows for table in described)
    numbers = {name: (ours, paper) for name, ours, paper in stated}
    assert numbers["problems"] == (2, 3548)
    assert numbers["pictures"] == (3, 6620)
    assert numbers["pictures per problem, mean"] == (1.5, 1.87)
    assert numbers["length in characters, median"][1] == 2127
    assert numbers["duplicates removed"] == (1, 33)
    assert numbers["raw problems with pictures, %"] == (100.0, 18.8)
    shares = {name: (ours, paper) for name, ours, paper in categories}
    assert (shares["Graph"], shares["Tree"], shares["Map"]) == ((66.7, 20.9), (33.3, 9.9), (0.0, None))
    assert positions[-1][1] == 2
    assert sum(pictures for _, pictures in positions) == 3
    assert sites == [("Codeforces", 2, "yes")]
    Path("set/report.json").rename("report.json")
    assert sightbench("analyse", "dataset", "--tasks", "set/tasks.jsonl.gz") == 0
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "duplicates removed – 33" in printed
    assert "Graph 66.7 20.9" in printed
    assert "Codeforces 2 yes" in printed


def test_a_set_of_no_site_and_no_split_has_no_such_numbers() -> None:
    tasks = SUITES["mmcode"].datasets["open"]()
    stated, categories, sites, _ = describe(tasks, None)
    numbers = {name: ours for name, ours, _ in stated.rows}
    assert numbers["problems"] == len(tasks)
    unknown = ("problems in the test split", "sites", "raw problems with pictures, %", "duplicates removed")
    assert [numbers[name] for name in unknown] == [None] * 4
    assert sites.rows == []
    assert categories.heads[0] == f"category of {numbers['pictures']} pictures"


def test_the_papers_numbers_are_those_of_the_shared_data(shared_data: Path) -> None:
    shared = json.loads((shared_data / "papers" / "mmcode_text_statistics.json").read_text())
    ours = json.loads(files("benchmark.suites.mmcode.problems").joinpath("paper.json").read_text())
    assert ours["statistics"] == shared["statistics"]
