"""`sightbench tasks`: what a model is shown, as files, and a prediction file that `evaluate` reads."""

import base64
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.core.suite_facts import Licence
from benchmark.generation.prompts.message import PicturePart, chat_message
from benchmark.leaderboard.inputs import facts
from benchmark.pipeline import sources
from benchmark.pipeline.generate.prompting import Prompts
from benchmark.suites import load
from tests.http_server import QuietHandler, serving
from tests.jsonl import read_jsonl, write_jsonl
from tests.sampling import gate_of

GUIDE = Path(__file__).parents[2] / "site" / "pages" / "guides" / "submit-a-file.md"


@pytest.mark.gate
def test_messages_and_pictures_are_those_that_a_provider_gets(in_process, tmp_path: Path) -> None:
    done = in_process("tasks", "humaneval-v", "open", "--protocol", "sampled-6", "--out", "new/tasks")
    assert "255 tasks, 6 answers each" in done.stdout
    folder = tmp_path / "new" / "tasks"
    tasks = sources.from_suite("humaneval-v", "open").tasks
    shown, chat = read_jsonl(folder / "messages.jsonl"), read_jsonl(folder / "openai.jsonl")
    assert [line["task_id"] for line in shown] == [line["task_id"] for line in chat] == [t.id for t in tasks]
    suite = load("humaneval-v")
    prompts = Prompts(tasks, suite.asked.prompts(suite, "sightbench", "image"), folders={}, max_side=None)
    for task, plain, line in list(zip(tasks, shown, chat, strict=True))[::40]:
        messages = prompts.first(task.id, 0)
        assert line["messages"] == [chat_message(message) for message in messages]
        for message, other in zip(messages, plain["messages"], strict=True):
            for part, written in zip(message.parts, other["content"], strict=True):
                if isinstance(part, PicturePart):
                    assert (folder / written["path"]).read_bytes() == base64.b64decode(part.base64)
                else:
                    assert written == {"type": "text", "text": part.text}
    answers = read_jsonl(folder / "answers.jsonl")
    assert [(line["task_id"], line["draw"]) for line in answers[:7]] == [
        *((tasks[0].id, draw) for draw in range(6)),
        (tasks[1].id, 0),
    ]


def test_tasks_that_may_not_be_exported_name_their_licence_and_the_way(in_process, monkeypatch) -> None:
    monkeypatch.setattr(facts, "licence_of", lambda *_: Licence(name="none stated", shows=False))
    said = in_process("tasks", "code-vision", "rebuilt", "--out", "tasks", code=2).stderr
    assert "code-vision rebuilt may not be exported: its licence is none stated" in said
    assert "fix: let `sightbench generate --model_name FILE.py` ask your model" in said


@gate_of("demo")
def test_the_example_is_ten_tasks_of_all_kinds_that_evaluate_as_they_are(in_process, tmp_path: Path) -> None:
    written = in_process("tasks", "--example", "new/own", code=0).stdout
    tasks = read_jsonl(tmp_path / "new" / "own" / "tasks.jsonl")
    assert len(tasks) == 10
    assert {task["check"]["kind"] for task in tasks} == {"function", "stdio", "choice", "figure"}
    assert {"Gate", "Solution().snake", "toll"} <= {task.get("entry_point") for task in tasks}
    assert all(task["licence"] and len(task["images"]) == 1 for task in tasks)
    commands = re.findall(r"sightbench (evaluate .*|tasks --check .*)", written)
    evaluated, checked = (in_process(*command.split(), code=0) for command in commands)
    assert "outcomes: 8 passed, 2 wrong answer" in evaluated.stdout
    assert checked.stdout == "ok: new/own/tasks.jsonl (10 tasks)\n"
    assert "note: " not in checked.stderr
    assert "is not empty" in in_process("tasks", "--example", "new/own", code=2).stderr


def test_tasks_needs_exactly_one_thing_to_do(in_process) -> None:
    for given in ([], ["mmcode", "--check", "t.jsonl"], ["--check", "t.jsonl", "--example", "x"]):
        said = in_process("tasks", *given, code=2).stderr
        assert "exactly one of SUITE, --check and --example" in said
    assert "--out: is missing" in in_process("tasks", "mmcode", code=2).stderr
    assert "nowhere.jsonl: no such file" in in_process("tasks", "--check", "nowhere.jsonl", code=2).stderr


@gate_of("demo")
def test_a_check_says_which_tasks_nothing_proves(in_process, tmp_path: Path) -> None:
    check = {"kind": "function", "tests": ["assert f(2) == 4"]}
    rubric = {"kind": "rubric", "rubric": "generate-bar", "reference": "print(1)"}
    tasks = [{"id": "a", "entry_point": "f", "check": check}, {"id": "b", "check": rubric}]
    write_jsonl(tmp_path / "t.jsonl", tasks)
    done = in_process("tasks", "--check", "t.jsonl", code=0)
    assert done.stdout == "ok: t.jsonl (2 tasks)\n"
    for note in (
        "line 1: reference: is missing: an empty answer fails, but no right one is known to pass",
        "line 2: check: a rubric is scored by a model, so fields and pictures are checked, and no answer",
        "line 1 (and 1 more task): prompt: is missing: answers can be judged, but no model can be asked",
    ):
        assert f"note: t.jsonl: {note}\n" in done.stderr
    write_jsonl(tmp_path / "t.jsonl", [tasks[0] | {"images": ["a.png"]}])
    refused = in_process("tasks", "--check", "t.jsonl", code=2).stderr
    assert "error: t.jsonl: line 1: prompt is missing, although there are images\n  fix: " in refused
    write_jsonl(tmp_path / "t.jsonl", [tasks[0] | {"referense": "x"}])
    assert "line 1: referense: " in in_process("tasks", "--check", "t.jsonl", code=2).stderr


@gate_of("demo")
def test_the_loop_of_the_guide_ends_in_answers_that_are_judged(in_process, tmp_path: Path) -> None:
    """The server fails once. It gives the references of 30 tasks, in the order of the file, then nothing."""
    in_process("tasks", "code-vision", "rebuilt", "--out", "tasks")
    block = re.search(r"```python\n(import json, os.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    tasks = sources.from_suite("code-vision", "rebuilt").tasks
    given = {task.id: f"Here it is:\n```python\n{task.reference}\n```" for task in tasks[:30]}
    names = [line["task_id"] for line in read_jsonl(tmp_path / "tasks" / "answers.jsonl")]
    asked = iter([*names[:10], "fails", *names[10:]])

    class Model(QuietHandler):
        def do_POST(self) -> None:  # noqa: N802 - the name that http.server calls
            self.rfile.read(int(self.headers["Content-Length"]))
            name = next(asked)
            answer = given.get(name, "")
            status = 500 if name == "fails" else 200
            self.reply(status, json.dumps({"choices": [{"message": {"content": answer}}]}).encode())

    command = [sys.executable, "ask.py", "tasks"]
    with serving(Model) as address:
        (tmp_path / "ask.py").write_text(block[1].replace("http://localhost:8000", address))
        codes = [subprocess.run(command, cwd=tmp_path, check=False).returncode for _ in range(2)]
    assert codes == [1, 0]
    assert next(asked, None) is None  # each task was asked for once, and the one that failed twice
    done = in_process(
        "evaluate", "--predictions", "tasks/answers.jsonl", "--suite", "code-vision", "--dataset", "rebuilt"
    )
    assert "outcomes: 30 passed, 134 no answer" in done.stdout
