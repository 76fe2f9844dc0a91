"""Scripts written for HumanEval-V's own code run with only the command exchanged."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from loopback import LoopbackServer

from benchmark.core.errors import BadInput, OurFailure, SightbenchError
from benchmark.datasets.store import read_fetched
from tests.case_files import read_text
from tests.conftest import Sightbench
from tests.sampling import gate_of

from .conftest import import_set, parquet, v1_rows, v2_rows

#: The loops and calls of upstream's run_evaluation.sh, with fewer experiments.
SCRIPT = read_text("programs/run_evaluation.sh")
#: A model that adds, and writes down what it was asked.
MODEL = read_text("programs/adding_model.py")
BROKEN = "import nonesuch_library\n\nassert solution(7, 3) == 4\n"


@pytest.mark.usefixtures("home", "without_trials")
@gate_of("published")
def test_upstreams_script_runs_with_the_command_exchanged(lock, in_process, tmp_path, monkeypatch) -> None:
    """``acme`` is models/acme.py, and the second coder is models/gpt_4o.py, as in upstream."""
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    import_set(in_process, lock, v2_rows(), "v2")
    (tmp_path / "models").mkdir()
    for name in ("acme", "gpt_4o"):
        (tmp_path / "models" / f"{name}.py").write_text(MODEL, encoding="utf-8")
    listing = f'sightbench() {{ echo "${{@@Q}}"; }}\n{SCRIPT}'
    calls = subprocess.run(["bash", "-c", listing], capture_output=True, text=True, check=True).stdout
    outputs = []
    for call in calls.splitlines():
        if "'evaluate'" in call and "'V2T2C'" in call:
            continue  # judged like the others, which takes a second
        done = in_process(*shlex.split(call))
        assert done.returncode == 0, (call, done.stderr)
        outputs.append(done)
    folder = tmp_path / "output" / "my_exp"
    for name in ("V2C", "V2T2C-4o_T2C"):
        listed = json.loads((folder / f"acme_{name}_sample_1_executed.json").read_text(encoding="utf-8"))
        assert [item["results"][0]["passed"] for item in listed] == [True, False, False]
        assert "solution" in listed[0]["prompts"][0]
    asked = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    signature = v2_rows()[0]["function_signature"]
    assert asked[0] == [["picture", f"Look and write:\n{signature}\n"], 0.0, 20]
    assert len(asked) == 3 + 6 + 3  # the second coder reads the descriptions that are already there
    assert "judged on official-v2 by upstream's rule upstream-v2" in outputs[1].stderr
    assert "parsing success" in outputs[1].stdout
    again = in_process(*shlex.split(calls.splitlines()[1]))
    assert "acme_V2C_sample_1.json already executed" in again.stderr
    assert [line.split()[:3] for line in again.stdout.splitlines()[1:]] == [
        ["pass@1", "33.3", again.stdout.splitlines()[1].split()[2]],
        ["parsing", "success", "100.0"],
    ]
    generated = json.loads((folder / "acme_V2C_sample_1.generation.json").read_text(encoding="utf-8"))
    assert (generated["protocol"], generated["config"]["prompt"]) == ("greedy", "upstream")


@gate_of("published")
@pytest.mark.usefixtures("home", "without_trials")
def test_the_commands_of_the_first_version_work_with_the_program_exchanged(
    lock: Path,
    in_process: Sightbench,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    server: LoopbackServer,
) -> None:
    """The README's two commands, with an address, since its ``models/openai_model.py`` has OpenAI's."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    generate = shlex.split(
        "generate --model_name openai_model --prediction_file output/m_sample_20.json --sample_num 20 "
        f"--temperature 0.8 --base-url {server.openai_url}"
    )
    absent = in_process(*generate)
    assert absent.returncode == 2
    assert "`sightbench dataset fetch humaneval-v --version v1`" in absent.stderr
    import_set(in_process, lock, v1_rows(), "v1")
    (tmp_path / "output").mkdir(exist_ok=True)
    assert in_process(*generate).returncode == 0
    for served in server.served:
        sent = [served.parameters[name] for name in ("temperature", "top_p", "max_tokens", "stop")]
        assert (served.model, sent) == ("gpt-4o-mini", [0.8, 0.95, 1024, ["\n```\n"]])
        assert (served.order, "Answer:" in served.prompt[1].value) == ("pt", True)
    made = json.loads((tmp_path / "output/m_sample_20.generation.json").read_text(encoding="utf-8"))
    assert (made["protocol"], made["config"]["dataset"]) == ("sampled-20", "official-v1")
    judged = in_process("evaluate", "--prediction_file", "output/m_sample_20.json")
    assert judged.returncode == 0, judged.stderr
    assert judged.stdout.splitlines()[1].split()[:2] == ["pass@1", "33.3"]
    curve = in_process("analyse", "passk", "output/m_sample_20_executed.json")
    assert curve.stdout.splitlines()[-1].split()[:3] == ["m_sample_20", "20", "33.3"]
    example = [{"qid": "q2", "predictions": ["```python\ndef solution(a, b):\n    return a * b\n```"] * 3}]
    (tmp_path / "example_pred_sample_3.json").write_text(json.dumps(example), encoding="utf-8")
    part = in_process("evaluate", "--prediction_file", "example_pred_sample_3.json")
    assert "example_pred_sample_3.json: answers 1 of 3 tasks; only they are scored" in part.stderr
    assert part.stdout.splitlines()[1].split()[:2] == ["pass@1", "100.0"]


@pytest.mark.usefixtures("home", "without_trials")
def test_a_prediction_file_alone_finds_its_data_set_by_the_ids(
    lock: Path, in_process: Sightbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two versions have the same kind of ids; the set of all ids decides."""
    found: list[tuple[str, str]] = []

    def stop(tasks: object, _: object, *, rule: object, **__: object) -> None:
        found.append((tasks[0].dataset, rule.name))  # type: ignore[attr-defined, index]
        raise OurFailure("stopped before judging")

    monkeypatch.setattr("benchmark.pipeline.judge.evaluate.evaluate", stop)
    files = {
        "all": [row["qid"] for row in v2_rows()],
        "two": [row["qid"] for row in v1_rows()[:2]],
        "some_V2C": ["q1"],
    }
    for name, ids in files.items():
        records = [{"qid": qid, "predictions": ["x"]} for qid in ids]
        (tmp_path / f"{name}_sample_1.json").write_text(json.dumps(records), encoding="utf-8")
    nothing = in_process("evaluate", "--prediction_file", "all_sample_1.json")
    assert nothing.returncode == 2
    assert nothing.stderr.startswith("error: humaneval-v: official-v1 is not on this machine")
    assert "`sightbench dataset fetch humaneval-v --version v1`" in nothing.stderr
    pins = (
        lock.read_text(encoding="utf-8")
        .replace("rows = 3", "rows = 2", 1)
        .replace('revision = ""', f'revision = "{"a" * 40}"', 1)
    )
    lock.write_text(pins, encoding="utf-8")
    import_set(in_process, lock, v1_rows()[:2], "v1")
    import_set(in_process, lock, v2_rows(), "v2")
    for name, expected in (
        ("all", ("official-v2", "upstream-v2")),
        ("two", ("official-v1", "upstream")),
    ):
        done = in_process("evaluate", "--prediction_file", f"{name}_sample_1.json")
        assert found.pop() == expected
        assert f"judged on {expected[0]} by upstream's rule {expected[1]}; --extraction own is" in done.stderr
    in_process("evaluate", "--prediction_file", "all_sample_1.json", "--extraction", "own")
    assert found.pop() == ("official-v2", "own")
    in_process("evaluate", "--prediction_file", "some_V2C_sample_1.json", "--partial")
    assert found.pop() == ("official-v2", "upstream-v2")
    (tmp_path / "few.json").write_text('[{"qid": "q1", "predictions": ["x"]}]', encoding="utf-8")
    unclear = in_process("evaluate", "--prediction_file", "few.json", "--partial")
    assert (unclear.returncode, found) == (2, [])
    assert "official-v2 has 3 tasks, 1 of them in the file; official-v1 has 2 tasks, 1 of" in unclear.stderr
    for dataset in ("official-v1", "official-v2"):
        assert f"`sightbench evaluate --prediction_file few.json --dataset {dataset}`" in unclear.stderr


@gate_of("published")
@pytest.mark.usefixtures("home")
def test_a_fetch_names_tasks_whose_test_scripts_break(lock, in_process, tmp_path) -> None:
    """A test that needs a library that is not here, and one that refuses its reference answer.

    The reference of the first task is a bare function that uses an import of the signature, and passes.
    """
    rows = v2_rows()
    rows[0]["function_signature"] = f"import operator\n\n{rows[0]['function_signature']}"
    rows[0]["ground_truth_solution"] = "def solution(a, b):\n    return operator.add(a, b)\n"
    rows[1]["test_script"] = BROKEN
    rows[2]["test_script"] = "assert solution(7, 3) == 22\n"
    printed = import_set(in_process, lock, rows, "v2")
    assert "test scripts: 1 of 3 work" in printed
    assert "  q1-2 is broken: " in printed
    assert "nonesuch_library" in printed
    assert (
        "  q2 is broken: its reference answer does not pass: wrong answer: assert solution(7, 3) =="
        in printed
    )
    fetched = read_fetched("humaneval-v", "official-v2")
    assert fetched is not None
    assert sorted(fetched.broken or {}) == ["q1-2", "q2"]
    again = in_process("dataset", "fetch", "humaneval-v", "--lock", lock)
    assert "  q2 is broken: " in again.stdout
    answers = [
        {"qid": row["qid"], "predictions": [f"```python\n{row['ground_truth_solution']}```"]} for row in rows
    ]
    answers[0]["predictions"] = [
        "```python\ntype Number = int\n\ndef solution(a: Number, b): return a + b\n```"
    ]
    (tmp_path / "m_sample_1.json").write_text(json.dumps(answers), encoding="utf-8")
    judged = in_process(
        "evaluate", "--prediction_file", "m_sample_1.json", "--extraction", "own", "--rows", "rows"
    )
    assert judged.returncode == 3
    assert "the test script of q1-2 is broken: " in judged.stderr
    assert "no verdict on any sample of 'q1-2'" in judged.stderr
    assert not list((tmp_path / "rows").rglob("*.json"))
    if sys.version_info < (3, 12):
        assert "1 of the syntax errors (first: 'q1#0') use syntax of Python 3.12 or newer;" in judged.stdout
        assert "the sandbox has Python 3.11" in judged.stdout


@gate_of("published")
@pytest.mark.usefixtures("home")
def test_a_test_script_without_a_reference_is_tried_with_an_empty_function(lock, in_process) -> None:
    rows = [{**row, "ground_truth_solution": None} for row in v1_rows()]
    rows[1]["test_script"] = BROKEN
    lock.write_text(
        lock.read_text(encoding="utf-8").replace('revision = ""', f'revision = "{"a" * 40}"', 1),
        encoding="utf-8",
    )
    printed = import_set(in_process, lock, rows, "v1")
    assert "test scripts: 2 of 3 work" in printed
    assert "  q1-2 is broken: " in printed


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    "failure",
    [
        OurFailure("bubblewrap is not installed", "install it"),
        BadInput("judging these tasks", "", "needs numpy, not installed here", "install it"),
    ],
    ids=["sandbox", "library"],
)
def test_a_machine_that_cannot_judge_fetches_and_says_that_scripts_were_not_tried(
    lock: Path,
    in_process: Sightbench,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    failure: SightbenchError,
) -> None:
    def refuse(*_: object) -> None:
        raise failure

    monkeypatch.setattr("benchmark.pipeline.judge.script_check.broken_tests", refuse)
    (tmp_path / "x.parquet").write_bytes(parquet(v2_rows()))
    done = in_process("dataset", "fetch", "humaneval-v", "--from", "x.parquet", "--record", "--lock", lock)
    assert done.returncode == 0
    assert f"test scripts were not tried: {failure}\n  fix: install it" in done.stderr


UPSTREAM_V1 = read_text("humaneval_v/class_of_v1.py")
UPSTREAM_V2 = read_text("humaneval_v/class_of_v2.py")


@pytest.mark.usefixtures("home", "without_trials")
@pytest.mark.parametrize(("text", "difference"), [(UPSTREAM_V1, "one picture"), (UPSTREAM_V2, "all tasks")])
def test_upstreams_classes_are_refused_with_what_differs(  # noqa: PLR0917 - fixtures
    text: str,
    difference: str,
    lock: Path,
    in_process: Sightbench,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The class is not run, so that packages that it imports need not be there."""
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    import_set(in_process, lock, v2_rows(), "v2")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "mine.py").write_text(text, encoding="utf-8")
    experiment = ["--exp_type", "V2C", "--sample_num", "1", "--exp_base_dir", "output"]
    done = in_process("generate", "--model_name", "mine", *experiment)
    assert done.returncode == 2
    assert done.stderr.startswith("error: models/mine.py: LMM: has the interface of HumanEval-V's ")
    assert difference in done.stderr
    assert "fix: write query(self, parts, **sampling)" in done.stderr
