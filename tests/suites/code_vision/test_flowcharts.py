"""The flowcharts of ``official`` are fetched from real https servers on loopback, checked, and shown."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from benchmark.analysis import suite_list
from benchmark.cli import main
from benchmark.core.digest import sha256_hex
from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.task import Picture, Task
from benchmark.datasets.store import folder_of
from benchmark.files.tasks import tasks_digest
from benchmark.generation.record.manifest import ManifestConfig, config_digest
from benchmark.generation.wire.access import ModelAccess
from benchmark.pipeline.generate.generation_plan import GenerationPlan
from benchmark.pipeline.generate.prepare import prepare
from benchmark.pipeline.sources import fetch_pictures
from benchmark.suites import load, official_source
from benchmark.suites.code_vision import flowcharts, upstream_prompt
from benchmark.suites.code_vision.fetched_tasks import fetch_official, load_fetched
from benchmark.suites.code_vision.flowcharts import RECORD, fetch_flowcharts, picture_url
from benchmark.suites.run_names import known_suites

from ...https_world import HttpsWorld

TASKS = tuple(
    replace(task, dataset="official", id=name, subset=subset, parts=())
    for task, name, subset in zip(
        load("code-vision").datasets["open"](),
        ("HumanEval-0", "weekly-contest-1-sum", "9. Palindrome Number"),
        ("humaneval", "algorithm", "math"),
        strict=False,
    )
)


def png(number: int = 0) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8 + number % 50), (number % 256, number // 256, 0)).save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def world(published: HttpsWorld, monkeypatch: pytest.MonkeyPatch) -> HttpsWorld:
    monkeypatch.setattr(flowcharts, "load_fetched", lambda: TASKS)
    published.files.update({picture_url(task): png(number) for number, task in enumerate(TASKS)})
    # The authors' source may not be copied, so another one takes its place.
    stand_in = (
        f"def construct_prompt(code):\n    return '{'Write what the chart shows. ' * 2}%%%starter_code%%%'\n"
    )
    data = stand_in.encode()
    monkeypatch.setattr(upstream_prompt, "SHA256", sha256_hex(data))
    monkeypatch.setattr(
        upstream_prompt, "FILE", upstream_prompt.FILE.model_copy(update={"sha256": sha256_hex(data)})
    )
    published.files[upstream_prompt.FILE.url] = data
    return published


def shown(task: Task, prompt: str = "sightbench") -> bytes:
    """Return the picture that a model is shown in the setting ``flowchart``."""
    (turn,) = load("code-vision").prompt(prompt, "flowchart").turns(task, 0, "")
    (picture,) = (part for part in turn.parts if isinstance(part, Picture))
    assert picture.folder is not None
    return (picture.folder / picture.source).read_bytes()


@pytest.mark.gate
def test_a_model_is_shown_the_pictures_and_the_tasks_stay_as_they_are(world: HttpsWorld) -> None:
    before = tasks_digest(TASKS)
    with pytest.raises(BadInput, match="its flowchart is not on this machine") as refused:
        shown(TASKS[0])
    assert "sightbench dataset fetch code-vision" in refused.value.fix
    fetch_flowcharts()
    assert [shown(task) for task in TASKS] == [png(number) for number in range(3)]
    assert tasks_digest(TASKS) == before
    assert "9.%20Palindrome%20Number.png" in world.asked[-1]
    fetch_flowcharts()
    assert len(world.asked) == 4, "the prompt, and three pictures"
    assert shown(TASKS[1], "upstream") == png(1)


def test_the_part_that_is_shipped_names_the_data_set_with_the_pictures(in_process) -> None:
    options = ("--model_name", "openai/gpt-4o", "--suite", "code-vision", "--dataset", "official-humaneval")
    refused = in_process("generate", *options, "--prediction_file", "p.json", "--estimate", code=2)
    assert refused.stderr == (
        "error: official-humaneval: its flowcharts are shown with the tasks of official\n"
        "  fix: name the data set official, or another setting, such as text\n"
    )


@pytest.mark.gate
def test_an_interrupted_fetch_goes_on_and_records_all(world: HttpsWorld) -> None:
    world.statuses[picture_url(TASKS[1])] = [503] * 3
    with pytest.raises(OurFailure, match="the server answered 503"):
        fetch_flowcharts()
    assert not (folder_of("code-vision", "official-fetched") / RECORD).exists()
    fetch_flowcharts()
    assert world.asked.count(picture_url(TASKS[0])) == 1
    record = json.loads((folder_of("code-vision", "official-fetched") / RECORD).read_bytes())
    assert len(record) == 3


def test_other_pictures_than_those_of_the_first_fetch_are_refused(world: HttpsWorld) -> None:
    fetch_flowcharts()
    world.files[picture_url(TASKS[2])] = png(7)
    with pytest.raises(BadInput, match="but the first fetch recorded"):
        fetch_flowcharts(again=True)
    assert shown(TASKS[2]) == png(2)
    kept = folder_of("code-vision", "official-fetched") / flowcharts.picture_source(TASKS[0])
    kept.write_bytes(png(8))
    with pytest.raises(BadInput, match="but the first fetch recorded"):
        shown(TASKS[0])
    world.files[picture_url(TASKS[2])] = png(2)
    fetch_flowcharts(again=True)
    assert shown(TASKS[0]) == png(0)


def test_a_changed_picture_is_named_with_its_fix_and_fetched_again(world: HttpsWorld) -> None:
    fetch_flowcharts()
    (folder_of("code-vision", "official-fetched") / flowcharts.picture_source(TASKS[0])).write_bytes(png(8))
    with pytest.raises(BadInput) as refused:
        shown(TASKS[0])
    assert refused.value.fix == "run `sightbench dataset fetch code-vision --again`"
    before = len(world.asked)
    fetch_flowcharts()
    assert shown(TASKS[0]) == png(0)
    assert world.asked[before:] == [picture_url(TASKS[0])]


def copy_of(folder: Path, first: int) -> Path:
    """Write a folder with a picture of each task, numbered from ``first``."""
    for number, task in enumerate(TASKS, first):
        path = folder / flowcharts.picture_source(task)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(number))
    return folder


@pytest.mark.usefixtures("world")
def test_digests_of_a_folder_are_unconfirmed_until_the_network_replaces_them(tmp_path) -> None:
    said: list[str] = []
    fetch_flowcharts(copy_of(tmp_path / "own", 20), said.append)
    assert said[-1].startswith("their digests are unconfirmed")
    assert shown(TASKS[0]) == png(20)
    fetch_flowcharts(report=said.append)
    assert [shown(task) for task in TASKS] == [png(number) for number in range(3)]
    assert "unconfirmed" not in said[-1]
    with pytest.raises(BadInput, match="but the first fetch recorded"):
        fetch_flowcharts(tmp_path / "own", again=True)


@pytest.mark.usefixtures("world")
def test_a_half_fetched_folder_is_never_confirmed(tmp_path: Path) -> None:
    own = copy_of(tmp_path / "own", 20)
    (own / flowcharts.picture_source(TASKS[2])).unlink()
    with pytest.raises(BadInput, match="is missing"):
        fetch_flowcharts(own)
    fetch_flowcharts()
    assert [shown(task) for task in TASKS] == [png(number) for number in range(3)]


@pytest.mark.usefixtures("world")
def test_manifests_say_which_pictures_were_shown(tmp_path: Path) -> None:
    suite = load("code-vision")

    def config(setting: str) -> ManifestConfig:
        access = ModelAccess(provider="openai", model="m", base_url="http://127.0.0.1:9/v1")
        plan = GenerationPlan(
            tasks=TASKS,
            suite=suite.id,
            dataset="official",
            setting=setting,
            prompt=suite.prompt("sightbench", setting),
            prompt_name="sightbench",
            protocol=suite.asked.protocols["greedy"],
            access=access,
            out=tmp_path / "answers.jsonl",
        )
        return prepare(plan, {}, calls=False)[0].config

    fetch_flowcharts(copy_of(tmp_path / "own", 20))
    others = config("flowchart")
    fetch_flowcharts()
    record = folder_of("code-vision", "official-fetched") / RECORD
    theirs = config("flowchart")
    assert theirs.pictures == sha256_hex(record.read_bytes()) != others.pictures
    assert config_digest(theirs) != config_digest(others)
    assert config("text").pictures is None


@pytest.mark.usefixtures("world")
def test_a_list_of_suites_names_pictures_that_are_not_here(monkeypatch) -> None:
    monkeypatch.setattr(suite_list, "_place", lambda *_: ("here", 3, ""))

    def unfetched() -> list[str]:
        name = "code-vision"
        (entry,) = suite_list.suite_list({name: load(name)}).suites
        (dataset,) = (dataset for dataset in entry.datasets if dataset.name == "official")
        return dataset.unfetched

    assert unfetched() == ["flowchart"]
    fetch_flowcharts()
    assert unfetched() == []


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"<html>", "is not a PNG picture"),
        (png()[:-20], "is broken or cut short"),
        (b" " * (flowcharts.PICTURE_LIMIT + 1), "is larger than"),
    ],
    ids=["no picture", "half a picture", "8 MiB"],
)
def test_what_is_no_picture_or_too_large_is_refused_by_its_address(world, data, problem) -> None:
    world.files[picture_url(TASKS[0])] = data
    with pytest.raises(BadInput, match=problem) as refused:
        fetch_flowcharts()
    assert refused.value.file == picture_url(TASKS[0])


def test_all_pictures_together_have_a_limit(world, monkeypatch) -> None:
    monkeypatch.setattr(flowcharts, "TOTAL_LIMIT", len(png()) + 10)
    with pytest.raises(BadInput, match="is larger than"):
        fetch_flowcharts()
    assert len(world.asked) == 3


def test_a_redirect_is_not_followed(world: HttpsWorld) -> None:
    world.redirects[picture_url(TASKS[0])] = "https://evil.example/a.png"
    with pytest.raises(BadInput, match="redirects elsewhere"):
        fetch_flowcharts()
    assert len(world.asked) == 2


def test_a_job_that_asks_fetches_the_pictures_and_no_other_does(world, monkeypatch) -> None:
    fetched = []
    monkeypatch.setattr(flowcharts, "fetch_official", lambda: fetched.append("tasks"))
    source = official_source("code-vision")
    assert source is not None
    for setting in ("text", "mermaid", "flowchart"):
        fetch_pictures("code-vision", "official", setting)
    assert fetched == ["tasks"]
    assert len(world.asked) == 4
    asked = known_suites()["code-vision"].settings_for("official", asked=True)
    assert asked == ("flowchart", "text", "signature-only")


@pytest.mark.gate
def test_the_command_fetches_all_tasks_and_their_pictures(world, monkeypatch, shared_data, capsys) -> None:
    monkeypatch.setattr(flowcharts, "load_fetched", load_fetched)
    fetch_official(shared_data / "codevision" / "upstream-all")
    tasks = load("code-vision").datasets["official"]()
    world.files.update({picture_url(task): png(number) for number, task in enumerate(tasks)})
    with pytest.raises(SystemExit) as ended:
        main(["dataset", "fetch", "code-vision"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "400 of 438 flowcharts\n438 flowcharts in " in said
    assert "their licence is unknown, so do not publish them" in said
    assert len(world.asked) == 439
    assert len({shown(task) for task in tasks}) > 400
