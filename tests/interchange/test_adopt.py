"""Tests of `sightbench adopt`: a folder of answers in all formats, next to their published verdicts."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmark.interchange.found_answers import find_answers, format_of
from benchmark.pipeline.judge import evaluate
from benchmark.pipeline.judge.perturbed import LyingAnswer
from tests.conftest import ROOT
from tests.jsonl import write_jsonl

RIGHT, WRONG = "def add(x):\n    return x + 1", "def add(x):\n    return x"
TASK: dict[str, Any] = {"entry_point": "add", "prompt": "Add one."}


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    check = {"kind": "function", "tests": "assert add(1) == 2"}
    return write_jsonl(tmp_path / "tasks.jsonl", [{"id": name, **TASK, "check": check} for name in "abc"])


def lm_eval(name: str, text: str, score: float) -> dict[str, Any]:
    doc = {"doc_id": ord(name), "doc": {"id": name}, "resps": [[text]]}
    return {**doc, "metrics": ["pass@1"], "pass@1": score}


def inspect_log(**verdicts: tuple[str, str]) -> dict[str, Any]:
    def sample(name: str, text: str, value: str) -> dict[str, Any]:
        output = {"model": "m", "choices": [{"message": {"role": "assistant", "content": text}}]}
        return {"id": name, "epoch": 1, "output": output, "scores": {"mine": {"value": value}}}

    samples = [sample(name, *rest) for name, rest in verdicts.items()]
    return {"version": 2, "status": "success", "eval": {"model": "acme/log"}, "samples": samples}


def result(name: str, text: str, base: str, plus: str | None) -> dict[str, Any]:
    statuses = {"base_status": base, "plus_status": plus, "base_fail_tests": [], "plus_fail_tests": []}
    return {"task_id": name, "solution": text, **statuses}


def executed(name: str, text: str, passed: bool) -> dict[str, Any]:
    results = [{"task_id": 0, "passed": passed, "result": "passed" if passed else "failed: "}]
    return {"qid": name, "predictions": [text], "results": results}


def put(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file in each format; every one has another comment in its answers."""
    found = tmp_path / "run"
    (found / "deep" / "er").mkdir(parents=True)
    ours = [{"task_id": name, "draw": 0, "completion": f"# 1\n{RIGHT}"} for name in "abc"]
    write_jsonl(found / "ours.jsonl", ours)
    put(found / "deep" / "list.json", [{"qid": "a", "predictions": [f"# 2\n{RIGHT}"]}])
    put(found / "deep" / "list_executed.json", [executed("a", f"# 2\n{RIGHT}", passed=True)])
    put(found / "deep" / "other_executed.json", [executed("b", f"# 3\n{WRONG}", passed=True)])
    generated = {"task_id": "a", "run_id": 1, "full_response": f"# 4\n{WRONG}", "output": "", "prompt": ""}
    write_jsonl(found / "mmcode.jsonl", [generated])
    lines = [
        {"task_id": "a", "completion": f"# 5\n{RIGHT}", "passed": False, "result": "failed: "},
        {"task_id": "b", "completion": f"# 5\n{WRONG}", "passed": False, "result": "failed: "},
        {"task_id": "b", "completion": f"# 5 again\n{RIGHT}", "passed": True, "result": "passed"},
        {"task_id": "z", "completion": f"# 5\n{RIGHT}", "passed": True, "result": "passed"},
    ]
    write_jsonl(found / "deep" / "er" / "samples.jsonl_results.jsonl", lines)
    results = {
        "a": [result("a", f"# 6\n{RIGHT}", "pass", "pass"), result("a", f"# 6\n{WRONG}", "pass", "fail")],
        "b": [result("b", f"# 6\n{WRONG}", "fail", None), result("b", f"# 6 again\n{RIGHT}", "pass", None)],
    }
    put(found / "evalplus.eval_results.json", {"date": "2026-11-28 10:00", "hash": "1f", "eval": results})
    harness = [lm_eval("a", f"# 7\n{RIGHT}", 1.0), lm_eval("b", f"# 7\n{WRONG}", 0.0)]
    write_jsonl(found / "samples_mine_2026.jsonl", harness)
    put(found / "log.json", inspect_log(a=(f"# 8\n{RIGHT}", "C"), b=(f"# 8\n{WRONG}", "I")))
    table = '"index"\t"prediction"\t"hit"\n"a"\t"# 9\n' + WRONG + '"\t"0"\n'
    (found / "model_mine.tsv").write_text(table, encoding="utf-8")
    (found / "other.tsv").write_text("x\ty\n1\t2\n", encoding="utf-8")
    write_jsonl(found / "broken_2026.jsonl", [{"doc_id": 0, "doc": {"text": "?"}, "resps": [["x"]]}])
    put(found / "config.json", {"eval": "mine", "temperature": 0})
    put(found / "package.json", {"name": "x"})
    (found / "README.md").write_text("# Run\n", encoding="utf-8")
    (found / "link.jsonl").symlink_to(found / "ours.jsonl")
    return found


FORMATS = {
    "ours.jsonl": ("prediction file", {}),
    "deep/list_executed.json": ("HumanEval-V, executed", {"a": True}),
    "deep/other_executed.json": ("HumanEval-V, executed", {"b": True}),
    "mmcode.jsonl": ("prediction file", {}),
    "deep/er/samples.jsonl_results.jsonl": (
        "samples of EvalPlus or HumanEval",
        {"a": False, "b": False, "z": True},
    ),
    "evalplus.eval_results.json": ("results of EvalPlus", {"a": True, "b": False}),
    "samples_mine_2026.jsonl": ("lm-evaluation-harness", {"a": True, "b": False}),
    "log.json": ("Inspect", {"a": True, "b": False}),
    "model_mine.tsv": ("VLMEvalKit", {"a": False}),
}


def test_every_known_format_is_found_with_its_verdicts(folder: Path) -> None:
    found = find_answers(folder)
    first = {
        str(file.path.relative_to(folder)): (
            file.form,
            {task: right for (task, draw), right in file.published.items() if draw == 0},
        )
        for file in found.files
    }
    assert first == FORMATS
    assert found.others == 4
    copy, broken = sorted(found.unread, key=lambda error: "broken" in error.file)
    assert copy.file.endswith("list.json")
    assert copy.problem.endswith("list_executed.json")
    assert "has none of the fields task_id, id, qid, question_id" in broken.problem
    (lines,) = (file for file in found.files if file.path.parent.name == "er")
    assert lines.doubled == ("'b'",)
    assert [answer.text[:3] for answer in lines.completions] == ["# 5"] * 3
    (log,) = (file for file in found.files if file.form == "Inspect")
    assert log.name == "acme/log"


@pytest.mark.gate
def test_own_verdicts_stand_next_to_the_published_ones(in_process, tmp_path, folder, tasks) -> None:
    done = in_process("adopt", folder, "--tasks", tasks, "--page", "page.md", code=1)
    assert "error: 2 verdicts differ from the published ones" in done.stderr
    assert "17 answers judged in 9 files; 4 files without answers" in done.stdout
    assert "11 of 13 published verdicts agree" in done.stdout
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert "| `deep/other_executed.json` |  | tasks.jsonl | own | 1 | 100.0 | 0.0 | 1 | – |" in rows
    assert "| `ours.jsonl` |  | tasks.jsonl | own | 3 | – | 100.0 | – | – |" in rows
    assert "| `evalplus.eval_results.json` |  | tasks.jsonl | own | 4 | 50.0 | 50.0 | 0 | – |" in rows
    assert "| `deep/other_executed.json` |  | `b` | passed | wrong answer |" in rows
    er = "`deep/er/samples.jsonl_results.jsonl`"
    assert f"| {er} |  | `a` | failed | passed |" in rows
    assert [row for row in rows if row.startswith(f"| {er} |  | missing")] == [
        f"| {er} |  | missing | 1 | c |"
    ]
    assert f"| {er} |  | answered twice | 1 | 'b' |" in rows
    assert f"| {er} |  | unknown | 1 | z |" in rows
    assert "## SHA-256 of the files" in page
    # The page is for others, and a failed check quotes its test.
    assert "assert add(1)" in done.stdout
    assert "assert add" not in page


def test_the_page_says_what_was_judged_of_which_commit(in_process, tmp_path, folder, tasks) -> None:
    for arguments in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *arguments], cwd=folder, check=True)
    commit = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=folder, text=True).strip()
    (folder / "built").mkdir()
    shutil.copy(folder / "ours.jsonl", folder / "built" / "own.jsonl")
    options = ("--tasks", tasks, "--limit", "1", "--page", "page.md")
    for part, known in ((folder / "deep", True), (folder / "built", False)):
        in_process("adopt", part, *options)
        page = (tmp_path / "page.md").read_text(encoding="utf-8")
        assert "Only the first 1 task of each file, by --limit." in page
        assert f"`sightbench adopt FOLDER --tasks={tasks} --limit=1`" in page
        assert (f"FOLDER is a clone at commit `{commit}`." in page) == known


def test_a_broken_file_of_lines_is_named(in_process, folder, tasks) -> None:
    (folder / "cut.jsonl").write_text('{"task_id": "a"')
    done = in_process("adopt", folder, "--tasks", tasks, code=1)
    assert "cut.jsonl" in done.stdout
    assert "line 1: is not valid JSON" in done.stdout


def code_vision(folder: Path, model: str, *answers: dict[str, Any]) -> Path:
    path = folder / "MATH" / model / "samples.jsonl_results.jsonl"
    path.parent.mkdir(parents=True)
    problem = {"test": "assert add(1) == 2", "starter_code": "def add(x: int) -> int:", "prompt": "Add one."}
    return write_jsonl(path, ({**problem, "completion": "", **answer} for answer in answers))


def test_tasks_come_from_the_files_that_have_them_and_missing_ones_from_other_files(
    in_process, tmp_path
) -> None:
    right = {"response": f"{RIGHT}\n\nn = int(input())", "passed": True}
    first, second = {"task_id": "1", **right}, {"task_id": "2", "response": WRONG, "passed": False}
    code_vision(tmp_path / "out", "m-1", first, second, {**second, "response": RIGHT, "passed": True})
    code_vision(tmp_path / "out", "m-2", first)
    done = in_process("adopt", "out", "--workers", 1, code=0)
    assert "3 of 3 published verdicts agree" in done.stdout  # by the authors' rule, which cuts input(
    lines = [" ".join(line.split()[1:]) for line in done.stdout.splitlines()]
    assert "m-1 math answered twice 1 line 3: '2' is already on line 2" in lines
    assert "m-2 math missing 1 2" in lines


def test_files_that_disagree_about_a_test_are_not_judged_by_it(in_process, tmp_path) -> None:
    answer = {"task_id": "1", "response": RIGHT, "passed": True}
    code_vision(tmp_path / "out", "m-1", answer)
    code_vision(tmp_path / "out", "m-2", {**answer, "test": "assert add"})
    done = in_process("adopt", "out", "--workers", 1, code=0)
    assert "1 answer judged in 1 file" in done.stdout
    assert "its test of '1' differs from that in out/MATH/m-1" in " ".join(done.stdout.split())


def test_a_file_whose_answer_passes_any_test_says_nothing_and_the_others_count(
    in_process, tmp_path, tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    for name in ("honest", "lying"):
        answers = [{"task_id": "a", "draw": 0, "completion": f"# {name}\n{RIGHT}"}]
        write_jsonl(run / f"{name}.jsonl", answers)
    real = evaluate.evaluate

    def found_lying(*arguments: Any, **options: Any) -> evaluate.Evaluation:
        evaluation = real(*arguments, **options)
        (sample,) = (each for each in evaluation.samples if "# lying" in each.answer.program)
        return replace(evaluation, lying=(LyingAnswer(sample=sample, shown="== 3"),))

    monkeypatch.setattr(evaluate, "evaluate", found_lying)
    done = in_process("adopt", run, "--tasks", tasks, code=0)
    assert "1 answer judged in 1 file" in done.stdout
    words = " ".join(done.stdout.split())
    assert "lying.jsonl an answer passes whatever its test expects: a#1 also passes with == 3" in words


def test_a_table_of_vlmevalkit_can_be_viewed(in_process, tmp_path, tasks) -> None:
    (tmp_path / "m_mine.tsv").write_text(f'"index"\t"prediction"\n"a"\t"{RIGHT}"\n', encoding="utf-8")
    done = in_process("view", "m_mine.tsv", "--tasks", tasks, "--out", "view.html", code=0)
    assert "1 answer" in done.stdout


@pytest.mark.gate
def test_the_data_set_on_this_machine_is_found_by_the_ids(in_process, tmp_path) -> None:
    from benchmark.suites import load

    task = load("humaneval-v").datasets["open"]()[0]
    (tmp_path / "run").mkdir()
    write_jsonl(tmp_path / "run" / "a.jsonl", [{"task_id": task.id, "draw": 0, "completion": task.reference}])
    done = in_process("adopt", "run", "--workers", 1, code=0)
    assert "humaneval-v open" in done.stdout
    assert "100.0" in done.stdout
    assert "no file has published verdicts" in done.stdout


def test_a_folder_without_answers_is_refused(in_process, tmp_path, folder) -> None:
    (tmp_path / "empty").mkdir()
    assert "no file has answers" in in_process("adopt", "empty", code=2).stderr
    # Nothing here has tasks a, b and c.
    done = in_process("adopt", folder, code=2)
    assert "answers tasks of no data set that is here" in done.stdout
    assert "no such folder" in in_process("adopt", "none", code=2).stderr


def test_no_malformed_file_stops_the_others() -> None:
    found = find_answers(ROOT / "tests" / "cases" / "predictions")
    good = {file.path.parent.name for file in found.files}
    assert {name for name in good if name.startswith("good-")} >= {"good-generations", "good-upstream"}
    refused = {Path(error.file).parent.name for error in found.unread}
    assert {"draw-is-text", "upstream-duplicate-key", "generation-run-zero"} <= refused


def test_a_first_line_of_any_length_tells_the_format(tmp_path) -> None:
    long = {"doc": {"id": "a", "text": "x" * 200_000}, "doc_id": 0, "resps": [["y"]]}
    assert format_of(write_jsonl(tmp_path / "s.jsonl", [long])) == "lm-evaluation-harness"


@pytest.mark.gate
def test_real_answers_get_the_published_verdicts(in_process, shared_data, tmp_path) -> None:
    """Two answers of each published file of two models, and HumanEval-V's example without its tasks."""
    run = tmp_path / "run"
    run.mkdir()
    for name in ("codevision/upstream", "humaneval_v"):
        for file in (shared_data / name).rglob("*.*"):
            copy = run / name / file.relative_to(shared_data / name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            if file.is_file():
                copy.write_bytes(file.read_bytes())
    done = in_process("adopt", run, "--limit", 2, code=0)
    assert "12 answers judged in 6 files" in done.stdout
    assert "12 of 12 published verdicts agree" in done.stdout
    assert done.stdout.count("answers tasks of no data set that is here") == 2
