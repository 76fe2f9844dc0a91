"""Tests of `sightbench try` from outside, against a server on loopback."""

import hashlib
import re
import shlex
from pathlib import Path

import pytest
from loopback import BadKey, Fault, FixedText, Hang, Html, LoopbackServer, Rule, Script
from loopback.script import ListedModels
from loopback.wire import ApiRequest

from benchmark.cli import try_
from benchmark.core.suite import FRONTIER
from benchmark.files.verdicts import read_verdicts
from benchmark.pipeline.small_sample import draw_sample
from benchmark.suites import level_of, load
from tests.conftest import ROOT, Sightbench

TASKS = load("code-vision").datasets["open"]()
REFERENCES = {task.id: task.reference for task in TASKS}


def listing(*names: str) -> Script:
    return Script(listed=ListedModels(models=tuple({"id": name} for name in names)))


def knows_every_second(request: ApiRequest, _index: int, _repetition: int) -> str:
    """Answer the tasks whose function the prompt names with the reference, every second one wrongly."""
    known = [task for task in TASKS if task.starter_code and task.starter_code.strip() in request.text]
    if not known or int(hashlib.sha256(known[0].id.encode()).hexdigest(), 16) % 2:
        return "```python\npass\n```"
    return f"```python\n{known[0].reference}\n```"


def test_sample_holds_each_family_before_a_second_task_of_any() -> None:
    tier = [task for task in TASKS if level_of(task) in FRONTIER]
    families = {task.family for task in tier}
    assert 1 < len(families) < len(tier)
    first = draw_sample(TASKS, len(families))
    assert {task.family for task in first} == families
    assert draw_sample(reversed(TASKS), len(tier) - 1)[: len(families)] == first
    assert set(draw_sample(TASKS, 10_000)) == set(tier)


@pytest.mark.gate
def test_try_asks_judges_and_prints_what_it_runs(in_process: Sightbench, tmp_path: Path) -> None:
    with LoopbackServer(listing("acme/vl-7b"), knows_every_second) as server:
        result = in_process("try", server.openai_url, "--suite", "code-vision", "--limit", "6", "--out", "t")
        assert result.returncode == 0, result.stderr
        asked = len(server.served)
        again = in_process("try", server.openai_url, "--suite", "code-vision", "--limit", "6", "--out", "t")
        assert len(server.served) == asked  # nothing is paid twice
    assert again.returncode == 0, again.stderr
    folder = tmp_path / "t" / "acme-vl-7b"
    ids = (folder / "ids.txt").read_text().split()
    assert asked == len(ids) == 6
    assert hashlib.sha256((folder / "ids.txt").read_bytes()).hexdigest()[:16] in result.stdout
    verdicts = read_verdicts(folder / "code-vision.verdicts.jsonl")
    assert [verdict.task_id for verdict in verdicts] == [task.id for task in TASKS if task.id in ids]
    passed = sum(verdict.status == "passed" for verdict in verdicts)
    assert re.search(rf"code-vision +6 +{100 * passed / 6:.1f} ", result.stdout)
    page = (folder / "failures.html").read_text("utf-8")
    assert all(task_id in page for task_id in ids)
    failed = next(verdict for verdict in verdicts if verdict.status != "passed")
    assert (
        f"first failure: {failed.task_id}: {failed.status.replace('_', ' ')}: {failed.detail}"
        in result.stdout
    )
    lines = [line.strip() for line in result.stdout.splitlines() if line.startswith("  sightbench")]
    assert [shlex.split(line)[1] for line in lines] == ["generate", "evaluate", "view"]


@pytest.mark.parametrize(
    ("names", "arguments", "problem"),
    [
        (("a", "b"), (), "the server has 2 models: a, b"),
        ((), (), "the server sent a list without models"),
        (("a",), ("--suite", "evalplus"), "'evalplus' has no sample"),
        (("a",), ("--protocol", "hot"), "hot"),
        (("a",), ("--base-url", "http://127.0.0.1/v1"), "cannot be used with an address"),
        (("a",), ("--suite", "code-vison"), "has no sample: did you mean 'code-vision'?"),
        (
            ("a",),
            ("--budget", "1"),
            "--budget: a budget needs the price of a, which is unknown\n  fix: add --price",
        ),
    ],
)
def test_mistakes_are_named_before_a_call(
    in_process: Sightbench, tmp_path: Path, names: tuple[str, ...], arguments: tuple[str, ...], problem: str
) -> None:
    with LoopbackServer(listing(*names)) as server:
        result = in_process("try", server.openai_url, *arguments, "--out", "t")
        assert not server.served
    assert result.returncode == 2
    assert problem in result.stderr
    assert not [*tmp_path.glob("t/*")]


@pytest.mark.parametrize(
    ("fault", "seconds", "why"),
    [(Hang(), 1.5, "no reply within 1.5 s"), (Html(), 60.0, "the server sent an HTML page")],
)
def test_a_server_that_lists_no_models_is_not_waited_for(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch, fault: Fault, seconds: float, why: str
) -> None:
    monkeypatch.setattr(try_, "_LIST_SECONDS", seconds)
    with LoopbackServer(Script(listed=ListedModels(faults={0: fault}))) as server:
        done = in_process("try", server.openai_url, code=2)
        assert len(server.list_requests) == 1
    assert f"error: {server.openai_url}: page 1 of the list was not read: {why}\n" in done.stderr


def test_a_fault_of_the_server_names_what_was_typed(in_process: Sightbench) -> None:
    with LoopbackServer(Script(listed=listing("a").listed, rules=(Rule(fault=Html()),))) as server:
        done = in_process("try", server.openai_url, "--suite", "mmcode", "--limit", "1", code=2)
    place = f"error: {server.openai_url}: the server sent an HTML page\n  fix: check the address"
    assert place in done.stderr


@pytest.mark.gate
def test_a_larger_sample_asks_only_for_what_is_new(in_process: Sightbench, tmp_path: Path) -> None:
    suites = ("--suite", "mmcode", "--suite", "code-vision", "--out", "t")
    with LoopbackServer(listing("a")) as server:
        for limit, calls, code in (("2", 4, 0), ("5", 10, 0), ("5", 10, 0), ("2", 10, 2)):
            result = in_process("try", server.openai_url, *suites, "--limit", limit)
            assert (result.returncode, len(server.served)) == (code, calls), result.stderr
            ids = (tmp_path / "t" / "a" / "ids.txt").read_text().split()
            assert len(ids) == calls
            judged = [*(tmp_path / "t" / "a").glob("*.verdicts.jsonl")]
            assert sum(len(read_verdicts(file)) for file in judged) == calls
    assert "t/a/ids.txt: is of an earlier try, which lists other or more tasks" in result.stderr
    assert (
        "completions  5 of 5"
        in in_process("generate", "t/a", "--ids", "t/a/ids.txt", "--out", "t/a/answers").stdout
    )


@pytest.mark.gate
def test_the_command_that_gives_cut_answers_more_room_works_when_pasted(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ACME_KEY", "sk-test-0123456789abcdefghijklmnop")
    script = Script(thinking="hm " * 4_000, listed=listing("a", "b").listed)
    chosen = ("--name", "b", "--suite", "mmcode", "--suite", "code-vision", "--limit", "2", "--out", "a t")
    paid = ("--price", "1", "4", "--budget", "9", "--api-key-env", "ACME_KEY", "--lend", "ACME_KEY=127.0.0.1")
    with LoopbackServer(script) as server:
        done = in_process("try", server.openai_url, *chosen, *paid, code=0)
        assert len(server.served) == 4
        (line,) = (line for line in done.stdout.splitlines() if line.startswith("for more room: "))
        words = shlex.split(line.removeprefix("for more room: "))
        roomy = in_process(*words[1:], code=0)
        assert len(server.served) == 8
        assert "cut off" not in roomy.stdout
        assert "for more room" not in roomy.stdout
        in_process(*words[1:], code=0)
        in_process("try", server.openai_url, *chosen, *paid, code=0)
        assert len(server.served) == 8
    assert {path.name for path in (tmp_path / "a t").iterdir()} == {"b", "b-thinking"}


@pytest.mark.gate
def test_the_command_of_the_readme_works_with_the_key_in_the_environment(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = "sk-test-0123456789abcdefghijklmnop"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    (line,) = re.findall(r"^sightbench (try .*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    with LoopbackServer(writer=knows_every_second) as server:
        more = (
            "--base-url",
            server.openai_url,
            "--price",
            "1",
            "4",
            "--suite",
            "mmcode",
            "--limit",
            "2",
            "--out",
            "t",
        )
        for _ in range(2):
            done = in_process(*line.split(), *more)
            assert done.returncode == 0, done.stderr
        assert len(server.served) == 2
        assert not any(request.key == key for request in server.served), "it is for OpenAI's own host"
    assert (
        len(read_verdicts(tmp_path / "t" / line.split()[1].partition("/")[2] / "mmcode.verdicts.jsonl")) == 2
    )


@pytest.mark.gate
def test_a_failure_that_leaves_no_answer_is_said_and_leaves_no_folder(
    in_process: Sightbench, tmp_path: Path
) -> None:
    listed = listing("a").listed
    with LoopbackServer(Script(rules=(Rule(fault=BadKey()),), listed=listed)) as server:
        done = in_process("try", server.openai_url, "--suite", "mmcode", "--limit", "2", "--out", "t", code=2)
        assert "the server says 401" in done.stderr
        assert "  fix: check the key and its permissions; name its variable with --api-key-env" in done.stderr
        assert not (tmp_path / "t" / "a").exists()
        server.script = Script(listed=listed)
        in_process("try", server.openai_url, "--suite", "mmcode", "--limit", "1", "--out", "t", code=0)


@pytest.mark.gate
def test_prices_and_a_budget_hold_for_several_suites(in_process: Sightbench) -> None:
    suites = ("--suite", "mmcode", "--suite", "code-vision", "--limit", "1", "--out", "t")
    with LoopbackServer(listing("a")) as server:
        done = in_process("try", f"{server.openai_url}/", "--price", "1", "4", "--budget", "9", *suites)
        assert done.returncode == 0, done.stderr


@pytest.mark.gate
def test_empty_answers_alone_are_an_error_after_the_table(in_process: Sightbench) -> None:
    listed = listing("a").listed
    with LoopbackServer(Script(rules=(Rule(fault=FixedText(text="  \n")),), listed=listed)) as server:
        done = in_process("try", server.openai_url, "--suite", "mmcode", "--limit", "2", "--out", "t", code=2)
    assert "all 2 completions are empty" in done.stderr
    assert "mmcode" in done.stdout


def test_ctrl_c_while_answers_are_judged_says_that_nothing_is_lost(
    in_process: Sightbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(try_, "_judge", interrupt)
    with LoopbackServer(listing("a")) as server:
        done = in_process("try", server.openai_url, "--suite", "mmcode", "--limit", "1", code=130)
    assert "run the same command to continue; no answer is paid twice\n" in done.stderr


def test_a_misspelt_provider_is_named_once(in_process: Sightbench) -> None:
    done = in_process("try", "opneai/gpt-x", code=2)
    assert done.stderr.count("error: ") == 1
    assert "MODEL: there is no provider 'opneai': did you mean 'openai'?" in done.stderr
