"""Typical mistakes of a newcomer: each is one message with the file and a fix, and the exit code 2."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest

from benchmark import cli
from benchmark.chain.doctor import clone
from benchmark.core.exit_codes import ExitCode
from benchmark.results.ledger import write_row
from tests.conftest import ROOT, MakeRow, Sightbench

VERDICT = '{"task_id": "a", "draw": 0, "status": "passed"}\n'
TASK = {"id": "a", "entry_point": "f", "check": {"kind": "function", "tests": ["assert f(2) == 4"]}}
RESULT = {"task_id": 0, "passed": 1, "result": "passed"}


def executed(*results: dict[str, object], times: int = 1) -> bytes:
    """Return the content of upstream's result file on one task, which comes ``times`` times."""
    return json.dumps(times * [{"qid": "q1", "predictions": ["x"], "results": results}]).encode()


FILES = {
    "v.jsonl": VERDICT.encode(),
    "task.jsonl": json.dumps(TASK).encode(),
    "two.jsonl": b"".join(json.dumps({**TASK, "id": name}).encode() + b"\n" for name in "ac"),
    "code.jsonl": b'{"task_id": "a", "code": "f = abs"}\n',
    "tested.jsonl": b'{"id": "a", "test": "assert f(2) == 4"}\n',
    "p.jsonl": b'{"task_id": "a", "completion": "f = abs"}\n',
    "other.jsonl": b'{"task_id": "b", "completion": "f = abs"}\n',
    "twice.jsonl": 2 * b'{"task_id": "a", "completion": "f = abs"}\n',
    "array.json": b'[{"task_id": "a", "completion": "f = abs"}]',
    "from-one.jsonl": b'{"task_id": "a", "draw": 1, "completion": "f = abs"}\n',
    "folder/named/submission.yml": b"",
    "empty": b"",
    "words.jsonl": b"hello\n",
    "cut.jsonl": VERDICT[:20].encode(),
    "utf16.jsonl": VERDICT.encode("utf-16"),
    "mark.jsonl": VERDICT.encode("utf-8-sig"),
    "latin.jsonl": b'{"task_id": "caf\xe9", "draw": 0, "status": "passed"}\n',
    "list.json": b"[]",
    "picture.png": b"\x89PNG\r\n\x1a\n",
    "answers.zip": b"PK\x03\x04\x14\x00",
    "judge.yaml": b"{provider: openai, model: m, price: {input: 1, output: 2, date: 2026-11}}\n",
    "broken.gz": b"\x1f\x8b\x08\x00",
    "status.jsonl": VERDICT.replace("passed", "pased").encode(),
    "field.jsonl": VERDICT.replace("draw", "drow").encode(),
    "b.jsonl": VERDICT.replace('"a"', '"b"').encode(),
    "own.jsonl": json.dumps({**TASK, "suite": "code-vision", "prompt": "Double."}).encode(),
    "lent.jsonl": json.dumps({**TASK, "id": "s", "stem": "a"}).encode(),
    "up.json": b'[{"qid": "a", "predictions": ["f = abs"]}]',
    "odd_executed.json": executed({**RESULT, "passed": 7}),
    "below_executed.json": executed({**RESULT, "task_id": -1}),
    "twice_executed.json": executed(RESULT, times=2),
    "none_executed.json": executed(),
    "acme/submission.yaml": b"""
slug: acme
name: Acme
owners: [octocat]
runs:
  - {suite: code-vision, dataset: rebuilt, setting: text, protocol: cool-1, model:
     {provider: openai, model: vl, base_url: "http://127.0.0.1:9/v1", api_key_env: SIGHTBENCH_KEY_ACME}}
""",
    "full/mine": b"",
    "lost.jsonl": b'{"task_id": "a", "draw": 0, "missing": "it broke"}\n',
    "graded.jsonl": VERDICT.replace("}", ', "points": 5}').encode(),
    "z-graded.jsonl": VERDICT.replace('"a"', '"z"').replace("}", ', "points": 5}').encode(),
    "choice.jsonl": b'{"id": "q", "check": {"kind": "choice", "answer": "A"}}\n',
    "right.csv": b"task,answer\nq,A\n",
    "e.csv": b"task,answer\nq,E\n",
    "z.csv": b"task,answer\nz,A\n",
    "no.csv": b"task,answer\nq,\n",
    "key.json": b"{}",
    "branch/README.md": b"# Results\n",
}
#: Files with several faults, each of which is a message.
SEVERAL_FAULTS = ("field.jsonl", "odd.json", "key.json")
EVALUATE = "evaluate --tasks task.jsonl --predictions"
GENERATE = "generate acme --tasks own.jsonl --out answers.jsonl"
UPSTREAM = "generate --model_name openai/vl --prediction_file p.json --tasks task.jsonl"
POWER = "analyse power --suite code-vision --drop"
SAMPLE = "review sample v.jsonl --out s.csv"
LETTERS = "review score --tasks choice.jsonl"
PLAN = f"ci plan --policy {ROOT / 'policy.yml'}"
RETRACT = "results retract --rows rows --by me --reason"
#: Command → a part of what it prints on standard error.
MISTAKES = {
    "evaluate --score-only missing.jsonl": "missing.jsonl: no such file\n  fix: check the path",
    "evaluate --score-only folder": "folder: is a folder\n  fix: name a file",
    "evaluate --score-only https://example.org/v.jsonl": "is an address; download the file and name its path",
    "evaluate --score-only empty": "empty: is empty\n  fix: write at least one record",
    "evaluate --score-only words.jsonl": "words.jsonl: line 1, column 1: not valid JSON",
    "evaluate --score-only cut.jsonl": "cut.jsonl: line 1, column 18: not valid JSON",
    "evaluate --score-only utf16.jsonl": "is UTF-16 or UTF-32\n  fix: save it as UTF-8",
    "evaluate --score-only mark.jsonl": "fix: save it as UTF-8 without a byte-order mark",
    "evaluate --score-only latin.jsonl": "latin.jsonl: line 1: byte 16 (0xe9) is not valid UTF-8",
    "evaluate --score-only list.json": "must be an object, got a list",
    "evaluate --score-only picture.png": "is a picture\n  fix: name a JSON file",
    "evaluate --score-only answers.zip": "is a ZIP archive\n  fix: unpack it",
    "evaluate --score-only broken.gz": "is gzip that ends too early",
    "evaluate --score-only huge.jsonl": "huge.jsonl: has 1.02e+03 MiB, more than the limit of 512 MiB",
    "evaluate --score-only status.jsonl": "line 1: status: must be 'passed',",
    "evaluate --score-only field.jsonl": "fix: did you mean draw?",
    "evaluate --score-only v.jsonl --metric pas@1": (
        "--metric: 'pas@1' is not a known metric\n  fix: use one of: pass@K"
    ),
    "evaluate --score-only v.jsonl --metric pass@5": "fix: use pass@1 or below",
    "evaluate --score-only v.jsonl --jsn": "No such option '--jsn'. Did you mean '--json'?",
    "--json evaluate --score-only v.jsonl": "No such option '--json'. Options of a command follow its name.",
    "verify p.jsonl": "p.jsonl: is not a row: it has none of its fields\n  fix: name a row",
    "doctor --offline --repository abc": "--repository: 'abc' is not OWNER/NAME",
    "rank --leaderboard --out x": "No such option '--out'.\n",
    "rank --leaderboard": "results: is not a folder of rows\n  fix: name a folder with --rows, such as build",
    "rank --leaderboard --rows v.jsonl": "Directory 'v.jsonl' is a file",
    "evaluate": "--predictions: is missing\n  fix: name a file of completions",
    "evaluate --predictions p.jsonl": "--tasks: is missing, and so is --suite",
    "evaluate --suite humanevalv --predictions p.jsonl": "fix: use one of: code-vision, evalplus",
    "evaluate --suite mmcode --dataset opne --predictions p.jsonl": "has no data set 'opne' here\n  fix: use",
    f"{EVALUATE} array.json": "write one object per line, without the [ and ] around all",
    f"{EVALUATE} from-one.jsonl": "line 1: the draws of all tasks begin with 1\n  fix: number them from 0",
    "submit check folder/named": "has submission.yml instead of submission.yaml\n  fix: rename it",
    "submit new --slug a --predictions p.jsonl": "fix: run this in a clone of the repository, or name",
    f"{EVALUATE} other.jsonl": "has 1 unknown task id(s): 'b'\n  fix: use the ids of the data set, such as",
    f"{EVALUATE} twice.jsonl": "line 2: task 'a', draw 0 is already at line 1",
    f"{EVALUATE} task.jsonl": "line 1: is a task, not a completion\n  fix: name this file with --tasks",
    f"{EVALUATE} p.jsonl --workers zero": "'--workers': 'zero' is not a valid integer",
    f"{EVALUATE} p.jsonl --verdicts folder": "--verdicts: 'folder' is not a regular file",
    "verify folder": "folder: contains no rows\n  fix: name a folder with <suite>/",
    "generate": "SUBMISSION: is missing, and so is --model_name",
    "generate folder": "folder/submission.yaml: is missing\n  fix: write it, or make a new folder with `sig",
    "demo --submissions nothere": "--submissions: 'nothere': no such folder\n  fix: check the path",
    "demo --submissions folder": "--submissions: 'folder' has no _examples/gold/submission.yaml",
    "demo --recorded nothere": "--recorded: 'nothere': no such folder\n  fix: check the path",
    "dataset fetch mmcode --from nothere": "--from: 'nothere': no such file or folder\n  fix: check the path",
    "rubric p.jsonl --tasks two.jsonl --judge judge.yaml --out out --estimate": (
        "p.jsonl: has no completion for 1 of 2 tasks: 'c'\n  fix: answer all tasks (an empty completion is"
    ),
    "evaluate --tasks two.jsonl --predictions p.jsonl": "is allowed), or pass --partial and get no row",
    f"{EVALUATE} code.jsonl": "line 1: code: is not the field of the answer\n  fix: name it completion",
    "evaluate --tasks p.jsonl --predictions p.jsonl": (
        "line 1: is a completion, not a task\n  fix: name this file with --predictions"
    ),
    "evaluate --tasks tested.jsonl --predictions p.jsonl": 'fix: write "check": {"kind": "function", "tests"',
    "evaluate p.jsonl --tasks task.jsonl": "argument (p.jsonl); name files with --predictions.",
    "tasks humanevalv --out out": "SUITE DATASET: 'humanevalv' has no data set here\n  fix: use one of: code",
    "submit check nothere": "nothere: no such file or folder\n  fix: name a folder in submissions/",
    "compare p.jsonl p.jsonl": (
        "line 1: is a completion, not a verdict\n  fix: judge it first with `sightbench evaluate`"
    ),
    "dataset fetch nope": "has no official data set to fetch\n  fix: use one of: ",
    f"{EVALUATE} p.jsonl --suite code-vision": "error: --tasks: cannot be used with --suite",
    f"{EVALUATE} p.jsonl --resume": "error: --resume: needs --verdicts",
    f"{EVALUATE} p.jsonl --costs": "error: --costs: needs --verdicts",
    f"{EVALUATE} p.jsonl --extraction upstream": "--extraction: custom has no extraction rule 'upstream'",
    f"{EVALUATE} p.jsonl --rows r --slug ../x": "error: --slug: '../x' is not a slug",
    f"{EVALUATE} p.jsonl --verdicts p.jsonl": "--verdicts: 'p.jsonl' is one of the files to read",
    f"{EVALUATE} p.jsonl --verdicts ./task.jsonl": "--verdicts: 'task.jsonl' is one of the files to read",
    f"{EVALUATE} p.jsonl --verdicts .": "--verdicts: '.' is not a regular file",
    f"{EVALUATE} p.jsonl --name <b>": "options: '--name': has markup ('<'), got '<b>'",
    f"{EVALUATE} p.jsonl --setting a/b": "options: '--setting': must be letters and digits",
    f"{EVALUATE} p.jsonl --protocol 'a b'": "options: '--protocol': must be letters and digits",
    f"{EVALUATE} p.jsonl --dataset rebuilt": "--dataset: cannot be used with --tasks",
    f"{EVALUATE} p.jsonl --metric pass@1": "error: --metric: needs --score-only",
    "evaluate --prediction_file up.json --suite chartmimic": "--suite: 'chartmimic' has no data set here",
    "evaluate --prediction_file up.json --score_only": "error: up_executed.json:",
    "evaluate --score_only": "error: --score_only: needs --prediction_file",
    "evaluate --prediction_file up.json --score_only --json": "error: --json: cannot be used with",
    "evaluate --prediction_file odd.json --score_only": "passed",
    "evaluate --prediction_file below.json --score_only": "task_id",
    "evaluate --prediction_file twice.json --score_only": "entry 2: qid: 'q1' appears twice",
    "evaluate --prediction_file none.json --score_only": "none_executed.json: ",
    "evaluate --score-only v.jsonl --metric points": "v.jsonl: has no samples for points",
    "evaluate --score-only v.jsonl --tasks task.jsonl --suite x": "--tasks: cannot be used with",
    "evaluate --score-only v.jsonl --dataset open": "--dataset: needs --suite",
    "evaluate --score-only v.jsonl --suite code-vision": "v.jsonl: task 'a' is not in the given set of tasks",
    "evaluate --score-only v.jsonl --rows r": "error: --rows: cannot be used with --score-only",
    "evaluate --score-only v.jsonl --prediction_file p.json": "--prediction_file: cannot be used with",
    f"{POWER} 0": "error: --drop: must be between 0 and 100 points, got 0",
    f"{POWER} nan": "error: --drop: must be between 0 and 100 points, got nan",
    f"{POWER} 3 --protocol x": "error: --protocol: 'x' is not known",
    f"{POWER} 3 --score -1": "error: --score: must be from 0 to 100",
    "analyse power --suite nothing --drop 3": "error: --suite: 'nothing' has no data set here",
    "analyse power --drop 3": "error: --tasks: name either --tasks or --suite",
    "analyse memory p.jsonl": "--tasks: name either --tasks or --suite",
    "analyse memory p.jsonl --suite humaneval-v --tasks task.jsonl": "name either --tasks or --suite",
    "analyse memory p.jsonl --tasks task.jsonl": "no task has a twin, a mutation or a listed source",
    "analyse memory p.jsonl --tasks task.jsonl --sources lent.jsonl --verdicts b.jsonl": "'b#0' is not among",
    "analyse dataset": "no tasks are named",
    "analyse dataset --suite none": "'none' has no data set here",
    "analyse dataset --suite humaneval-v --dataset open --tokens nothing": "--tokens",
    "analyse items --rows nowhere": "is not a folder of rows",
    "analyse gains descriptions --rows rows": "no model has a row with a description of the picture",
    "analyse gains descriptions --rows rows --metric points": "'points' is not a fraction",
    "analyse gains descriptions --rows rows --metric best": "'best' is not a known metric",
    "analyse gains decoders --rows rows --submissions rows": "has no NAME/submission.yaml",
    f"analyse gains decoders --rows rows --submissions {ROOT / 'submissions'}": "no model with a decoder has",
    "rank --rows nowhere": "error: nowhere: is not a folder of rows",
    "rank --rows rows --metric pass@3": "--metric: pass@3 needs 3 samples per task, but a task has only 1",
    "rank --rows rows --metric speed": "--metric: 'speed' is not a known metric",
    "rank --rows rows --category subset:z": "--category: 'subset:z' is not a known category",
    "rank --rows rows --tasks t.jsonl": "--tasks: cannot be used with rows",
    "rank missing.jsonl v.jsonl": "error: missing.jsonl: no such file",
    "rank v.jsonl b.jsonl": "b: holds verdicts on other tasks than v",
    "rank --rows rows --as-of yesterday": "--as-of: 'yesterday' is not a date",
    "rank --rows rows --as-of 2026-02-30": "--as-of: '2026-02-30' is not a date",
    "rank --rows rows --as-of 20260101": "--as-of: '20260101' is not a date",
    "rank --rows rows --as-of 2026-01-01T00:00:00": "--as-of: '2026-01-01T00:00:00' is not a date",
    "rank --rows rows --as-of ''": "--as-of: '' is not a date",
    **{
        f"rank --leaderboard --rows rows {option}": f"{option.partition('=')[0]}: cannot be used with"
        for option in ("--metric=pass@1", "--category=subset:math", "--suite=mmcode", "--pairs")
    },
    "compare a nobody --rows rows": "error: nobody: is not a file, and has no row below",
    "compare a f --rows rows": "error: a, f: have no rows that answer the same question",
    "compare ../a b --rows rows": "error: ../a: is not a file, and has no row below",
    "compare a '*' --rows rows": "error: *: is not a file, and has no row below",
    "compare v.jsonl b.jsonl --common": "have no task in common",
    f"{RETRACT} r 000000000000": "ROW: no rows of rows begin with 000000000000",
    f"{RETRACT} r abc": "ROW: 'abc' is not the id of a row",
    f"{RETRACT} r ../../x": "is not the id of a row",
    f"{RETRACT} r ''": "is not the id of a row",
    "analyse passk v.jsonl --k 30": "error: --k: 30 is more than the 1 samples per task of v",
    "analyse passk v.jsonl --n 100": "error: --n: 100 is more than the 1 samples per task of v",
    "analyse passk missing.jsonl": "error: missing.jsonl: no such file",
    f"{SAMPLE} --by colour": "--by: 'colour' is unknown for task 'a'\n  fix: use model, outcome, status",
    f"{SAMPLE} --by subset": "--by: 'subset' is unknown for task 'a'",
    f"{SAMPLE} --kind x": "--kind: cannot be used with --asked verdicts",
    f"{SAMPLE} b.jsonl --predictions p.jsonl": "--predictions: has 1 files, but there are 2 verdict files",
    f"{SAMPLE} --out s.txt": "--out: must end in .csv, got s.txt",
    f"{SAMPLE} --only wrong": "--only: there is no wrong sample",
    f"{SAMPLE} --scores graded.jsonl": "--scores: cannot be used with --asked verdicts",
    f"{SAMPLE} --asked points --replies v.jsonl": "--scores: has 0 files, but there are 1 verdict files",
    f"{SAMPLE} --asked points --scores z-graded.jsonl": "has points for task 'z', draw 0, which",
    f"{SAMPLE} --asked points --scores graded.jsonl --replies graded.jsonl": "line 1: is not a judge's reply",
    "review sample lost.jsonl --out s.csv": "VERDICTS: there is no judged sample",
    "review score v.jsonl": "v.jsonl: is neither a key (NAME.key.json) with sheets (.csv), nor one of",
    "review score key.json right.csv --by level": "--by: is for answers of people",
    "review score key.json right.csv": "samples: this field is required",
    "review score graded.jsonl v.jsonl": "v.jsonl: has no points",
    "review score graded.jsonl z-graded.jsonl": "no sample has points here and in graded",
    f"{LETTERS} e.csv": "e.csv: line 2: 'E' is not the letter of an option\n  fix: write one of A, B, C, D",
    f"{LETTERS} z.csv": "line 2: task 'z' is not one of the given questions with options",
    f"{LETTERS} no.csv": "no.csv: no line has an answer",
    "tasks nope --out new": "'nope' has no data set here",
    "tasks humaneval-v nope --out new": "humaneval-v has no data set 'nope' here",
    "tasks humaneval-v open --out new --setting no": "--setting: humaneval-v has no prompt for the setting",
    "tasks humaneval-v open --out new --setting V2T2C": "--setting: the setting V2T2C has two stages",
    "tasks humaneval-v open --out new --prompt no": "--prompt: ",
    "tasks humaneval-v open --out new --protocol no": "--protocol: humaneval-v has no protocol 'no'",
    "tasks humaneval-v open --out full": "full is not empty",
    f"{GENERATE}.gz": "answers.jsonl.gz: cannot be gzipped while it grows",
    f"{GENERATE} --out /dev/full": "error: /dev/full: is not a regular file",
    f"{GENERATE} --out .": "error: --out: '.' is a folder",
    f"{GENERATE} --out acme": "error: --out: 'acme' is a folder",
    f"{GENERATE} --out own.jsonl/answers.jsonl": "error: own.jsonl: cannot be written",
    f"{GENERATE} --budget 0": "error: --budget: must be above 0, got 0.0",
    f"{GENERATE} --budget nan": "error: --budget: must be above 0, got nan",
    f"{GENERATE} --run 1": "error: --run: there is no run 1; the file has 1 runs",
    f"{GENERATE} --model_name openai/x": "error: --model_name: cannot be used with SUBMISSION",
    f"{GENERATE} --tasks none.jsonl": "error: none.jsonl: no such file",
    f"{GENERATE} --debug-http none/x.jsonl": "error: none/x.jsonl: cannot be written",
    f"{GENERATE} --debug-http task.jsonl": "error: task.jsonl: exists already and is not an HTTP log",
    f"{GENERATE} --debug-http ./answers.jsonl": "'answers.jsonl' is the file of the completions",
    f"{GENERATE} --debug-http answers.generation.json": "--debug-http: 'answers.generation.json' is",
    f"{GENERATE} --price 1 1": "is only for an estimate",
    f"{UPSTREAM} --model_name gpt-4o": "error: --model_name: 'gpt-4o' does not name a model",
    f"{UPSTREAM} --model_name python/x": "error: --model_name: 'python/x' does not name a model",
    f"{UPSTREAM} --prediction_file q.jsonl": "error: --prediction_file: 'q.jsonl' does not end in .json",
    f"{UPSTREAM} --out x.jsonl": "error: --out: cannot be used with --prediction_file",
    f"{UPSTREAM} --suite code-vision": "error: --tasks: cannot be used with --suite",
    f"{UPSTREAM} --setting text": "error: --setting: custom has no settings",
    f"{UPSTREAM} --base-url http://example.org/v1": "base_url: must be https, except for this machine",
    f"{UPSTREAM} --model_name none.py --base-url http://127.0.0.1:9/v1": "has no effect on your own class",
    f"{PLAN} --rows r/results": "r/results: is not a folder of rows",
    f"{PLAN} --rows branch/results --submissions {ROOT / 'submissions'} --only no": "no submission 'no'",
    "ci plan --rows branch/results --policy none.yml": "none.yml: no such file",
    **{
        f"ci {job} --plan none.json": "none.json: no such file"
        for job in ("score --job x --out o", "generate --job x --out o", "record --artifacts a --remote r")
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, make_row: MakeRow) -> Path:
    made = tmp_path_factory.mktemp("mistakes")
    for name, data in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(data)
    for row in (make_row("a", "PPPW"), make_row("b", "PWWW"), make_row("f", "PP", suite="mmcode")):
        write_row(made / "rows", row)
    with (made / "huge.jsonl").open("wb") as file:
        file.truncate(1 << 30)  # takes no space on disk
    return made


@pytest.mark.parametrize("command", MISTAKES)
def test_a_mistake_is_one_message_with_the_exit_code_2(
    command: str, folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SIGHTBENCH_KEY_ACME", "sk-test-0123456789abcdefghijklmnop")
    before = files_in(folder)
    done = in_process(*shlex.split(command))
    assert MISTAKES[command] in done.stderr
    assert done.stderr.lower().count("error: ") == 1 or any(file in command for file in SEVERAL_FAULTS)
    assert "Traceback" not in done.stderr
    assert done.returncode == ExitCode.BAD_INPUT
    assert files_in(folder) == before
    # The option of another command stands after that command's name.
    options = re.findall(r"  fix: [^`\n]*?(?<!-)(--[a-z_-]+)", done.stderr)
    assert all(option in known_options(command.split()) for option in options)


def files_in(folder: Path) -> dict[Path, int]:
    """Return when each file was changed, without those of the cache in ``build``."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.*") if "build" not in path.parts}


def known_options(words: list[str]) -> set[str]:
    """Return the options of the command that these words name."""
    command: click.Command = cli.group
    for word in words:
        if isinstance(command, click.Group) and (found := command.get_command(click.Context(command), word)):
            command = found
    return {option for parameter in command.params for option in parameter.opts}


def test_doctor_reports_that_git_is_missing(
    tmp_path: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(clone, "find_bubblewrap", lambda: None)
    done = in_process("doctor", "--offline", "--json")
    found = {finding["name"]: finding for finding in json.loads(done.stdout)["findings"]}
    assert (done.returncode, found["git"]["state"]) == (ExitCode.DIFFERS, "missing")
    assert found["sandbox"]["fix"] == "install the package bubblewrap"


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(f"{EVALUATE} p.jsonl --partial", marks=pytest.mark.gate),
        "evaluate --score-only v.jsonl",
        "rank v.jsonl v.jsonl",
        "author check --help",
        "leaderboard --rows folder",
        "chek",
    ],
)
def test_nothing_but_a_terminal_gets_control_characters(
    command: str, folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = in_process(*command.split())
    assert done.stdout + done.stderr
    assert set("\x1b\r\b\x07").isdisjoint(done.stdout + done.stderr)


@pytest.mark.gate
def test_quiet_leaves_results_and_errors(
    folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    loud, quiet = (in_process(*EVALUATE.split(), "p.jsonl", *more) for more in ([], ["--quiet"]))
    assert loud.stdout == quiet.stdout
    assert (loud.stderr, quiet.stderr) == ("judging: 1 of 1\n", "")
    assert "no such file" in in_process("evaluate", "--score-only", "missing.jsonl", "-q").stderr


@pytest.mark.gate
def test_a_check_with_json_is_one_document(
    folder: Path, in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    rows = folder / "made"
    assert in_process(*EVALUATE.split(), "p.jsonl", "--slug", "m", "--rows", rows).returncode == 0
    (row,) = rows.rglob("*.json")
    done = in_process("verify", row, "--no-judge", "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (0, True)
    row.rename(row.with_name(f"{'0' * 64}.json"))
    done = in_process("verify", rows, "--json")
    assert (done.returncode, json.loads(done.stdout)["passed"]) == (1, False)
    assert json.loads(done.stdout)["lines"]
