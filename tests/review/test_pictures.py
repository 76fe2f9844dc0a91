"""`sightbench review pictures`: labels and captions by a model, sheets of people, and how far both agree."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from loopback import ApiRequest, FixedText, LoopbackServer, Prices, Refusal, Rule, Script, Status

from benchmark.core.sample import Completion
from benchmark.files.predictions import completions_digest, read_predictions
from benchmark.pipeline.sources import from_files, from_suite
from benchmark.review.pictures import (
    PictureWork,
    add_corrections,
    caption_shares,
    carries_nothing,
    read_made,
    read_reply,
)
from tests.asked_model import write_config
from tests.conftest import ROOT

KEY = "sk-test-0123456789abcdefghijklmnop"
TASKS = 20
Answer = Callable[[int], str]


def numbered(request: ApiRequest) -> int:
    return int(request.text.partition("variant ")[2].partition(".")[0])


def labels(number: int) -> str:
    """Of each task, the first picture is needed; the second carries nothing in every fourth task."""
    second = "nothing - a logo" if number % 4 == 0 else "helpful - shows the sample"
    return f"Picture 1: needed - the weights\n**Picture 2:** {second}"


def captions(number: int) -> str:
    return f"Picture 1: a graph of {number} nodes\n\nPicture 2: a logo"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """A server whose answers a test may change: ``server.writes`` gets a request, and returns the text."""
    script = Script(prices=Prices(tokens_in=3, tokens_out=15), resolves={"acme": "acme-2"})

    def writes(request: ApiRequest) -> str:
        made = captions if "Describe each picture" in request.text else labels
        return made(numbered(request))

    with LoopbackServer(script, lambda request, *_: server.writes(request)) as server:
        server.writes = writes
        yield server


@pytest.fixture
def folder(tmp_path: Path, server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_config(tmp_path / "acme.yaml", server, KEY, monkeypatch)
    for part in from_suite("mmcode", "open").tasks[0].parts:
        if source := getattr(part, "source", ""):
            (tmp_path / "one.png").write_bytes((part.folder / source).read_bytes())
    tasks = [
        {
            "id": f"t{number:02d}",
            "suite": "mmcode",
            "dataset": "mine",
            # The first picture of the text has the second mark.
            "prompt": f"variant {number}.\n\n![image](2.png)\n\nThe end </script>: ![image](1.png)",
            "images": ["one.png", "one.png"],
            "check": {"kind": "stdio", "cases": [{"input": "", "output": "7"}]},
            "reference": "print(7)",
        }
        for number in range(TASKS)
    ]
    (tmp_path / "tasks.jsonl").write_text("".join(json.dumps(task) + "\n" for task in tasks))
    return tmp_path


def command(asked: str, *more: object) -> tuple[object, ...]:
    return ("review", "pictures", "--asked", asked, "--tasks", "tasks.jsonl", "--out", "out", *more)


ASK = ("--model_name", "acme.yaml")


def work(folder: Path, asked: Any = "labels") -> PictureWork:
    return PictureWork(asked=asked, source=from_files([folder / "tasks.jsonl"]), out=folder / "out")


def saved(
    folder: Path, asked: str, person: str, said: Sequence[tuple[str, int, str, str]], **more: Any
) -> Path:
    """Write what the page would save: task, number, what the model had said, and what the person says."""
    corrections = [
        {
            "task_id": task,
            "picture": number,
            "person": person,
            "at": "2026-02-01T10:00:00Z",
            "shown": shown,
            "said": text,
            "seen": asked == "captions",
            **more,
        }
        for task, number, shown, text in said
    ]
    path = folder / f"{asked}.{person}.json"
    sheet = {"schema": "sightbench/picture-sheet/1", "asked": asked, "corrections": corrections}
    path.write_text(json.dumps(sheet))
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rows(printed: str) -> list[str]:
    return [" ".join(line.split()) for line in printed.splitlines()]


@pytest.mark.gate
def test_each_picture_gets_a_label_and_asking_again_costs_nothing(folder, server, in_process) -> None:
    done = in_process(*command("labels", *ASK, "--budget", "1"), code=0)
    assert server.totals.requests == TASKS  # one request for both pictures of a task
    assert len(server.served) == TASKS
    found = lines(folder / "out" / "labels.final.jsonl")
    assert [(each["task_id"], each["picture"], each["label"]) for each in found[:4]] == [
        ("t00", 1, "needed"), ("t00", 2, "nothing"), ("t01", 1, "needed"), ("t01", 2, "helpful"),
    ]  # fmt: skip
    assert (found[1]["reason"], found[1]["model"], found[1]["people"]) == ("a logo", "acme-2", {})
    assert "the model 20 15 5 0" in rows(done.stdout)
    manifest = json.loads((folder / "out" / "labels.generation.json").read_text())
    assert manifest["totals"]["cost_usd"] == pytest.approx(server.totals.cost_usd)
    assert len(manifest["config"]["prompt_digest"]) == 64
    assert in_process(*command("labels", *ASK), code=0).stdout == done.stdout
    assert in_process(*command("labels"), code=0).stdout == done.stdout  # without a model: nothing is asked
    assert server.totals.requests == TASKS


@pytest.mark.usefixtures("folder")
def test_a_model_is_shown_every_picture_at_its_place_with_its_number(server, in_process) -> None:
    asked: list[ApiRequest] = []
    server.writes = lambda request: asked.append(request) or "Picture 1: needed - x\nPicture 2: needed"
    in_process(*command("labels", *ASK, "--limit", "1"), code=0)
    (request,) = asked
    assert len(request.pictures) == 2
    assert (
        request.text.index("[Picture 1:]")
        < request.text.index("The end")
        < request.text.index("[Picture 2:]")
    )


@pytest.mark.gate
@pytest.mark.usefixtures("folder")
def test_an_estimate_asks_nothing_and_a_budget_ends_the_run(server, in_process) -> None:
    done = in_process(*command("labels", *ASK, "--estimate"), code=0)
    assert done.stdout.startswith("acme: 20 completions in 20 calls")
    assert (
        "--budget: the next call could exceed"
        in in_process(*command("labels", *ASK, "--budget", "0.001"), code=2).stderr
    )
    assert server.totals.requests == 0
    assert "has no reply about these tasks" in in_process(*command("labels"), code=2).stderr


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Picture 1: needed - edges\nPicture 2: nothing - logo", ["needed", "nothing"]),
        ("<think>Picture 1: nothing</think>\n1. **Needed** – edges\n2. `nothing`", ["needed", "nothing"]),
        (
            "### Picture 1\nLabel: helpful\nIt shows the sample.\n### Picture 2\n(needed)",
            ["helpful", "needed"],
        ),
        ("Image 2: Nothing. A logo\nImage 1: HELPFUL; a sample", ["helpful", "nothing"]),
        ("Picture 1: not needed\nPicture 2: nothing", ["", "nothing"]),
        ("Picture 1: needed or helpful\nPicture 2: needed?", ["", ""]),
        ("Picture 1: needed - x\nPicture 1: nothing - y\nPicture 2: helpful", ["", "helpful"]),
        ("Picture 2: needed - edges", ["", "needed"]),
        ("Both pictures are needed.", ["", ""]),
        ("needed", ["", ""]),  # of which picture?
        ("Picture 1: necessary\nPicture 2: useless", ["", ""]),
        ("", ["", ""]),
    ],
)
def test_a_reply_that_cannot_be_read_is_never_a_label(text: str, due: list[str]) -> None:
    reply = Completion(task_id="t", draw=0, text=text)
    assert [label for label, _ in read_reply("labels", reply, 2)] == due
    assert all(reason for label, reason in read_reply("labels", reply, 2) if not label)
    for reason in ("length", "refusal", "content_filter"):
        ended = Completion(task_id="t", draw=0, text=text, finish_reason=reason)
        assert [label for label, _ in read_reply("labels", ended, 2)] == ["", ""]


def test_the_label_of_the_only_picture_needs_no_number() -> None:
    reply = Completion(task_id="t", draw=0, text="nothing - needed numbers stand in the text")
    assert read_reply("labels", reply, 1) == [("nothing", "needed numbers stand in the text")]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("Picture 1: a tree\nof three\n\nPicture 2: a logo", ["a tree\nof three", "a logo"]),
        ("Picture 1: a tree", ["a tree", ""]),
        ("Both show a tree.", ["", ""]),
        ("Picture 1: so <think>hm\nPicture 2: a logo", ["so <think>hm", "a logo"]),
        ("Picture 1:\n<think>hm\nPicture 2: a logo", ["", ""]),  # reasoning that never ends
    ],
)
def test_a_caption_is_read_only_if_the_setting_reads_the_same(text: str, due: list[str]) -> None:
    reply = Completion(task_id="t", draw=0, text=text)
    assert [caption for caption, _ in read_reply("captions", reply, 2)] == due


@pytest.mark.gate
def test_refused_and_unread_pictures_are_counted_apart(folder, server, in_process) -> None:
    server.script = Script(
        rules=(
            Rule(fault=Refusal(), holds="variant 1."),
            Rule(fault=FixedText(text="I see two pictures."), holds="variant 2."),
            Rule(
                fault=FixedText(text="Picture 1: needed\nPicture 2: nee", finish="length"), holds="variant 3."
            ),
            Rule(fault=Status(code=400), holds="variant 4."),
        )
    )
    done = in_process(*command("labels", *ASK), code=0)
    assert "the model 16 12 4 8" in rows(done.stdout)  # 40 pictures, without 2 of each of 4 tasks
    assert "unread: 2 × the reply was cut off" in done.stdout
    assert "unread: 2 × the model refused" in done.stdout
    found = {
        (each["task_id"], each["picture"]): each for each in lines(folder / "out" / "labels.final.jsonl")
    }
    assert [found[f"t0{number}", 1]["label"] for number in range(6)] == [
        "needed", "unread", "unread", "unread", "unread", "needed",
    ]  # fmt: skip


@pytest.mark.gate
def test_a_run_that_is_killed_goes_on_and_asks_for_nothing_twice(folder, server, in_process) -> None:
    server.script = Script(seconds=0.2)
    arguments = [sys.executable, "-m", "benchmark", *map(str, command("labels", *ASK))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(arguments, cwd=folder, env=environment, stderr=subprocess.DEVNULL) as run:
        deadline = time.monotonic() + 60
        path = folder / "out" / "labels.jsonl"
        while not path.is_file() or path.read_bytes().count(b"\n") < 5:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        run.kill()
    time.sleep(0.5)  # the server finishes the replies that it has begun
    kept = path.read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    before = {json.loads(line)["task_id"] for line in kept.splitlines()}
    assert 5 <= len(before) < TASKS
    server.script = Script()
    asked: list[int] = []
    server.writes = lambda request: asked.append(numbered(request)) or labels(numbered(request))
    in_process(*command("labels", *ASK), code=0)
    assert sorted(f"t{number:02d}" for number in asked) == sorted(
        {f"t{number:02d}" for number in range(TASKS)} - before
    )
    assert path.read_bytes().startswith(kept)
    assert len(lines(folder / "out" / "labels.final.jsonl")) == 2 * TASKS


@pytest.mark.gate
def test_labels_of_people_are_kept_with_names_and_times_and_nothing_is_lost(folder, in_process) -> None:
    in_process(*command("labels", *ASK), code=0)
    anna = saved(
        folder, "labels", "anna", [("t00", 1, "needed", "helpful"), ("t00", 2, "nothing", "nothing")]
    )
    in_process(*command("labels", anna), code=0)
    path = folder / "out" / "labels.people.jsonl"
    first = path.read_bytes()
    assert [(each["person"], each["at"], each["said"]) for each in lines(path)] == [
        ("anna", "2026-02-01T10:00:00Z", "helpful"), ("anna", "2026-02-01T10:00:00Z", "nothing"),
    ]  # fmt: skip
    in_process(*command("labels", anna), code=0)  # the same file again, and then without it
    in_process(*command("labels", *ASK), code=0)
    assert path.read_bytes() == first
    later = saved(folder, "labels", "anna", [("t00", 1, "needed", "needed")], at="2026-02-02T10:00:00Z")
    bert = saved(folder, "labels", "bert", [("t00", 2, "nothing", "helpful")])
    in_process(*command("labels", later, bert), code=0)
    assert path.read_bytes().startswith(first)
    assert len(lines(path)) == 4
    found = lines(folder / "out" / "labels.final.jsonl")
    assert (found[0]["label"], found[0]["people"]) == ("needed", {"anna": "needed"})
    assert (found[1]["label"], found[1]["people"]) == ("disputed", {"anna": "nothing", "bert": "helpful"})
    assert (found[3]["label"], found[3]["people"]) == ("helpful", {})
    assert b"anna" not in (folder / "out" / "labels.html").read_bytes()  # bert does not see what she said


@pytest.mark.gate
@pytest.mark.parametrize(
    ("asked", "said", "problem"),
    [
        ("labels", ("t00", 3, "", "needed"), "has no picture 3 here"),
        ("labels", ("zz", 1, "", "needed"), "'zz' has no picture 1 here"),
        ("labels", ("t00", 1, "", "maybe"), "'maybe' is not a label"),
        ("captions", ("t00", 1, "", " "), "the caption is empty"),
        ("captions", ("t00", 1, "", "a tree\nPicture 2: a leaf"), "begins like that of another picture"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused_whole(folder, in_process, asked, said, problem) -> None:
    in_process(*command(asked, *ASK), code=0)
    good = ("t01", 1, "", "needed")
    done = in_process(*command(asked, saved(folder, asked, "anna", [good, said])), code=2)
    assert f"{asked}.anna.json: corrections[1]: " in done.stderr
    assert problem in done.stderr
    assert not (folder / "out" / f"{asked}.people.jsonl").exists()


@pytest.mark.gate
def test_a_sheet_of_another_kind_and_a_person_called_the_model_are_refused(folder, in_process) -> None:
    in_process(*command("labels", *ASK), code=0)
    other = saved(folder, "captions", "anna", [("t00", 1, "", "a tree")])
    assert "has captions, not labels" in in_process(*command("labels", other), code=2).stderr
    model = saved(folder, "labels", "the model", [("t00", 1, "", "needed")])
    assert (
        "'the model' cannot be the name of a person" in in_process(*command("labels", model), code=2).stderr
    )


@pytest.mark.gate
def test_agreement_on_pictures_that_carry_nothing_is_what_one_computes_by_hand(folder, in_process) -> None:
    """20 second pictures: the model calls 5 nothing; anna calls 4 of these nothing, and 1 of the other 15."""
    in_process(*command("labels", *ASK), code=0)

    def by_anna(number: int) -> str:
        return "nothing" if number in {0, 4, 8, 12, 1} else "needed"

    shown = {number: "nothing" if number % 4 == 0 else "helpful" for number in range(TASKS)}
    sheet = [(f"t{number:02d}", 2, shown[number], by_anna(number)) for number in range(TASKS)]
    done = in_process(*command("labels", saved(folder, "labels", "anna", sheet)), code=0)
    made = read_made(work(folder))
    (found,) = carries_nothing(made, add_corrections(work(folder), made))
    assert (found.a, found.b, found.alike.samples, found.alike.value) == ("the model", "anna", 20, 18 / 20)
    by_chance = (5 * 5 + 15 * 15) / 20**2
    assert found.kappa.value == pytest.approx((0.9 - by_chance) / (1 - by_chance))  # 11/15
    assert found.kappa.low < found.kappa.value < found.kappa.high <= 1
    assert any(line.startswith("the model anna 90.0 ") and " 20 0.73 (" in line for line in rows(done.stdout))
    assert "people have said something about 20 of 40 pictures" in done.stdout
    assert "20 pictures are few" in done.stdout
    assert "20 of 20 labels were given before the model's was opened" in done.stdout


@pytest.mark.gate
def test_a_person_who_agrees_everywhere_with_one_label_has_no_kappa(folder, in_process) -> None:
    in_process(*command("labels", *ASK), code=0)
    sheet = [(f"t{number:02d}", 1, "needed", "needed") for number in range(3)]
    done = in_process(*command("labels", saved(folder, "labels", "anna", sheet)), code=0)
    assert any(
        line.startswith("the model anna 100.0 ") and line.endswith("3 – – –") for line in rows(done.stdout)
    )
    assert "3 pictures are few" in done.stdout


@pytest.mark.gate
def test_captions_left_as_they_were_edited_and_written_anew_are_counted(folder, server, in_process) -> None:
    server.script = Script(rules=(Rule(fault=FixedText(text="two pictures"), holds="variant 3."),))
    in_process(*command("captions", *ASK), code=0)
    same = [
        (f"t{number:02d}", 1, f"a graph of {number} nodes", f"a graph of {number}  nodes\n")
        for number in range(3)
    ]
    edited = ("t04", 1, "a graph of 4 nodes", "a graph of 4 nodes and 3 edges")
    anew, stale = ("t03", 2, "", "a small logo"), ("t05", 1, "an older caption", "an older caption")
    done = in_process(
        *command("captions", saved(folder, "captions", "anna", [*same, edited, anew, stale])), code=0
    )
    made = read_made(work(folder, "captions"))
    (found,) = caption_shares(made, add_corrections(work(folder, "captions"), made))
    assert (found.accepted.value, found.accepted.samples) == (0.75, 4)
    assert found.accepted.low < 0.75 < found.accepted.high
    assert (found.edited, found.written, found.stale) == (1, 1, 1)
    assert any(line.startswith("anna 75.0 ") and line.endswith(" 4 1 1 1") for line in rows(done.stdout))
    final = {each.task_id: each for each in read_predictions(folder / "out" / "captions.final.jsonl")}
    assert final["t04"].text == "Picture 1: a graph of 4 nodes and 3 edges\n\nPicture 2: a logo"
    assert final["t03"].text == "Picture 1: (no description was given)\n\nPicture 2: a small logo"
    assert final["t05"].text == "Picture 1: a graph of 5 nodes\n\nPicture 2: a logo"
    models = [final[name].resolved_model for name in ("t00", "t03", "t04", "t05")]
    assert models == ["acme", *["acme, corrected by people"] * 2, "acme"]


@pytest.mark.gate
def test_the_caption_setting_takes_the_captions_and_its_row_names_who_made_them(
    folder, server, in_process
) -> None:
    in_process(*command("captions", *ASK), code=0)
    sheet = saved(folder, "captions", "anna", [("t04", 1, "a graph of 4 nodes", "a graph, of four nodes")])
    in_process(*command("captions", sheet), code=0)
    model = {"provider": "openai", "model": "acme-7b", "base_url": server.openai_url}
    run = {
        "suite": "mmcode",
        "dataset": "open",
        "setting": "image-replacement-acme-2",
        "protocol": "greedy",
        "model": {**model, "price": {"input": 1, "output": 1, "date": "2026-01-31"}},
        "captioner": {"provider": "replay", "model": "captions.final.jsonl"},
    }
    (folder / "eye").mkdir()
    document = {"slug": "eye", "name": "Eye", "owners": ["o"], "runs": [run]}
    (folder / "eye" / "submission.yaml").write_text(yaml.safe_dump(document))
    final = folder / "out" / "captions.final.jsonl"
    (folder / "eye" / final.name).write_bytes(final.read_bytes())
    prompts: dict[int, str] = {}

    def solve(request: ApiRequest) -> str:
        prompts[numbered(request)] = request.text
        assert not request.pictures
        return "```python\nprint(7)\n```"

    server.writes = solve
    in_process("generate", "eye", "--tasks", "tasks.jsonl", "--out", "p.jsonl", code=0)
    assert "[Picture 1: a graph, of four nodes]" in prompts[4]
    assert "[Picture 2: a logo]" in prompts[4]
    assert "[Picture 1: a graph of 5 nodes]" in prompts[5]
    in_process(
        "evaluate",
        "--predictions",
        "p.jsonl",
        "--tasks",
        "tasks.jsonl",
        "--slug",
        "eye",
        "--rows",
        "rows",
        code=0,
    )
    (path,) = (folder / "rows").rglob("*.json")
    row = json.loads(path.read_text())
    assert row["result"]["setting"] == "image-replacement-acme-2"
    assert row["run"]["descriptions"] == {
        "models": {"acme-2": TASKS - 1, "acme-2, corrected by people": 1},
        "digest": completions_digest(read_predictions(final)),
    }


@pytest.mark.gate
def test_the_open_problems_have_a_sheet_with_all_their_pictures(folder, server, in_process) -> None:
    server.writes = lambda _: "Picture 1: needed - the map"
    done = in_process(
        "review",
        "pictures",
        "--asked",
        "labels",
        "--suite",
        "mmcode",
        "--out",
        "open",
        *ASK,
        "--limit",
        "6",
        code=0,
    )
    assert "6 tasks" in done.stdout
    page = (folder / "open" / "labels.html").read_text()
    tasks = from_suite("mmcode", "open").tasks[:6]
    shown = sum(getattr(part, "number", 0) > 0 for task in tasks for part in task.parts)
    assert page.count("data:image/png;base64,") == shown >= 6


def test_no_text_of_a_task_or_a_model_ends_the_data_of_the_page(folder, server, in_process) -> None:
    server.writes = lambda _: "Picture 1: needed - </script><img src=x onerror=alert(1)>\nPicture 2: nothing"
    in_process(*command("labels", *ASK, "--limit", "1"), code=0)
    page = (folder / "out" / "labels.html").read_text()
    assert page.count("</script>") == 2
    assert "<img src=x" not in page
