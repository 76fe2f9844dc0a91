"""Providers without a remote API: a file of completions, your own class, a model server that we start."""

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmark.core.errors import BadInput, OurFailure
from benchmark.core.sample import Completion
from benchmark.files.predictions import write_predictions
from benchmark.generation.asking.drive import open_provider
from benchmark.generation.local.engine import Engine
from benchmark.generation.local.weights import check_weights, find_weights
from benchmark.generation.prompts.message import Message, PicturePart, TextPart
from benchmark.generation.providers.local import LlamaServer, LocalProvider
from benchmark.generation.providers.python import PythonProvider
from benchmark.generation.providers.replay import ReplayProvider
from benchmark.generation.wire.failure import CallFailed, Outage, TaskRejected
from benchmark.generation.wire.provider import Endpoint
from benchmark.generation.wire.reply import Finish, Reply
from benchmark.generation.wire.request import Request, Sampling
from tests.case_files import read_cases, read_text, table
from tests.processes import descendants, wait_until_gone

PICTURE = PicturePart(media_type="image/png", base64="iVBORw==", width=1, height=1, size=4)
SHOWN = Message(role="user", parts=(TextPart(text="a"), PICTURE, TextPart(text="b")))


def request(task_id: str = "t", draw: int = 0) -> Request:
    sampling = Sampling(temperature=0.8, max_tokens=9, stop=("x",))
    return Request(model="m", messages=(SHOWN,), sampling=sampling, task_id=task_id, draw=draw)


def test_recorded_completions_are_replayed(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    second = Completion(
        task_id="t", draw=1, text="b", finish_reason="refusal", tokens_in=3, tokens_out=4, model="m-1"
    )
    write_predictions(path, [Completion(task_id="t", draw=0, text="a"), second])
    provider = ReplayProvider(Endpoint(model=str(path)))
    reply = asyncio.run(provider.call(request(draw=1)))
    assert (reply.choices[0].text, reply.choices[0].finish) == ("b", Finish.REFUSAL)
    assert (reply.usage.tokens_in, reply.usage.tokens_out) == (3, 4)
    assert reply.resolved_model == "m-1"
    with pytest.raises(TaskRejected, match="does not have this sample"):
        asyncio.run(provider.call(request("other")))


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., PythonProvider]:
    for name in ("CI", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)

    monkeypatch.setattr("sys.path", [*sys.path])

    def create(source: str, name: str = "mine.py") -> PythonProvider:
        (tmp_path / "mine.py").write_text(source)
        return PythonProvider(Endpoint(model=str(tmp_path / name)))

    return create


def answer(provider: PythonProvider) -> Reply:
    async def once() -> Reply:
        try:
            return await provider.call(request())
        finally:
            await provider.close()

    return asyncio.run(once())


@pytest.mark.parametrize("keyword", ["def", "async def"])
def test_a_class_gets_texts_and_pictures_in_order_and_the_sampling(own, keyword) -> None:
    source = (
        f"class M:\n    {keyword} query(self, parts, **sampling):\n        return repr((parts, sampling))\n"
    )
    reply = answer(own(source))
    sampling = {"temperature": 0.8, "max_tokens": 9, "stop": ["x"]}
    assert reply.choices[0].text == repr((["a", b"\x89PNG", "b"], sampling))
    assert reply.choices[0].finish is Finish.STOP


def test_a_class_may_return_tokens_and_a_finish_reason(own: Callable[..., PythonProvider]) -> None:
    result = {"text": "t", "tokens_in": 1, "tokens_out": 2, "finish_reason": "length", "model": "mine-7b"}
    reply = answer(own(f"class M:\n    def query(self, parts, **_):\n        return {result}\n"))
    assert reply.choices[0].finish is Finish.LENGTH
    assert (reply.usage.tokens_in, reply.usage.tokens_out, reply.resolved_model) == (1, 2, "mine-7b")


CLASSES = read_cases("programs/own_classes.yaml")


@pytest.mark.parametrize("case", CLASSES["raises"], ids=lambda case: case["body"])
def test_an_error_in_a_class_is_reported_with_its_place(own, monkeypatch, case) -> None:
    monkeypatch.setenv("OWN_KEY", "a secret of nobody")
    for keyword in ("def", "async def"):
        with pytest.raises(CallFailed) as caught:
            answer(own(f"class M:\n    {keyword} query(self, parts, **_):\n        {case['body']}\n"))
        assert type(caught.value).__name__ == case["failure"]
        assert case["says"] in caught.value.reason


@pytest.mark.parametrize("case", CLASSES["refused"], ids=lambda case: case["says"])
def test_a_file_without_a_suitable_class_is_refused(own, case) -> None:
    with pytest.raises(BadInput, match=r"mine\.py") as caught:
        own(case["source"], case["name"])
    assert case["says"] in str(caught.value)


def test_a_file_can_use_dataclasses_and_import_its_neighbours(own, tmp_path) -> None:
    """Dataclasses look up the file's module in sys.modules; the file imports its neighbour during a call."""
    (tmp_path / "neighbour.py").write_text("WORD = 'neighbour'")
    source = "from __future__ import annotations\nfrom dataclasses import dataclass\n@dataclass\nclass M:\n"
    source += "    size: int = 1\n    def query(self, parts, **_):\n        import neighbour\n"
    assert answer(own(source + "        return neighbour.WORD\n")).choices[0].text == "neighbour"


def test_an_error_while_closing_a_class_does_not_lose_its_answers(own: Callable[..., PythonProvider]) -> None:
    source = "class M:\n    def query(self, parts, **_):\n        return 'x'\n"
    assert answer(own(source + "    def close(self):\n        raise ValueError\n")).choices[0].text == "x"


def test_calls_of_a_class_run_at_the_same_time_only_if_it_allows_that(own) -> None:
    source = "import time\nclass M:\n    {}\n    running = []\n    def query(self, parts, **_):\n"
    source += "        self.running.append(parts)\n        time.sleep(0.1)\n"
    source += "        most = len(self.running)\n        self.running.pop()\n        return str(most)\n"

    def most_at_once(provider: PythonProvider) -> int:
        async def four() -> list[Reply]:
            return await asyncio.gather(*(provider.call(request()) for _ in range(4)))

        return max(int(reply.choices[0].text) for reply in asyncio.run(four()))

    assert most_at_once(own(source.format("pass"))) == 1
    assert most_at_once(own(source.format("concurrency = 4"))) > 1


def folder_of_weights(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    texts = {"config.json": '{"model_type": "llava"}', "model.safetensors": "weights", **files}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def test_a_folder_of_safetensors_is_accepted_and_its_digest_recorded(tmp_path: Path) -> None:
    folder = folder_of_weights(tmp_path / "m")
    found = find_weights(str(folder), None)
    assert found.folder == folder
    assert found.revision.startswith("sha256 ")
    (folder / "config.json").write_text('{"model_type": "qwen"}')
    assert find_weights(str(folder), None).revision != found.revision
    (folder / "config.json").write_text('{"model_type": "llava"}')
    assert find_weights(str(folder), None).revision == found.revision
    (folder / "model.safetensors").write_text("wEights")
    assert find_weights(str(folder), None).revision != found.revision


@pytest.mark.gate
def test_large_weights_of_the_same_size_have_different_digests(tmp_path: Path) -> None:
    folder = folder_of_weights(tmp_path / "m")
    revisions = []
    for last in (b"a", b"b"):
        with (folder / "model.safetensors").open("wb") as file:
            file.truncate(1 << 26)  # a sparse file takes no disk space
            file.seek(1 << 26)
            file.write(last)
        revisions.append(find_weights(str(folder), None).revision)
    assert len(set(revisions)) == 2


@table("generation")
def test_weights_that_would_run_code_are_refused(tmp_path: Path, files: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        check_weights(folder_of_weights(tmp_path / "m", **files))


def test_a_folder_without_safetensors_is_refused(tmp_path: Path) -> None:
    folder = folder_of_weights(tmp_path / "m")
    (folder / "model.safetensors").unlink()
    with pytest.raises(BadInput, match="holds no safetensors"):
        check_weights(folder)


@pytest.mark.parametrize("revision", [None, "main", "v1.0", "0123456"])
def test_weights_on_the_hub_need_a_full_commit_hash(revision: str | None) -> None:
    with pytest.raises(BadInput, match="must be a full commit hash of acme/acme-7b"):
        find_weights("acme/acme-7b", revision)


def test_a_model_that_is_neither_a_folder_nor_an_id_is_refused() -> None:
    with pytest.raises(BadInput, match=r"is not a folder, a \.gguf file or an id on the Hugging Face hub"):
        find_weights("../acme", None)


SERVER = read_text("programs/http_server.py")


def engine(program: str, log: Path, seconds: float = 20) -> Engine:
    return Engine([sys.executable, "-c", program, "{port}"], log=log, health="/health", seconds=seconds)


def test_a_server_is_started_and_stopped_and_gets_no_key(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ACME_KEY", "sk-secret")
    started = engine(SERVER, tmp_path / "log" / "server.log")

    async def work() -> None:
        await started.start()
        _, writer = await asyncio.open_connection("127.0.0.1", started.port)
        writer.close()
        await started.stop()
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", started.port)
        await started.stop()

    asyncio.run(work())
    assert (tmp_path / "log" / "server.log").read_text().startswith("the key is None")


DIES = "print('loading'); raise SystemExit('CUDA out of memory')"
SLEEPS = "import time; print('loading', flush=True); time.sleep(60)"
NO_HTTP = read_text("programs/no_http_server.py")


@pytest.mark.gate
@pytest.mark.parametrize(
    ("program", "seconds", "problem"),
    [
        (DIES, 20, "ended with code 1 before it answered"),
        (SLEEPS, 1, "did not answer within 1 s: loading"),
        (NO_HTTP, 0.5, r"did not answer within 0\.5 s"),
    ],
    ids=["dies", "sleeps", "speaks no HTTP"],
)
def test_a_server_that_does_not_start_is_a_failure_of_ours_with_its_last_output(
    tmp_path: Path, program: str, seconds: float, problem: str
) -> None:
    started = engine(program, tmp_path / "server.log", seconds)

    async def work() -> None:
        try:
            await started.start()
        finally:
            await started.stop()

    with pytest.raises(OurFailure, match=problem) as caught:
        asyncio.run(work())
    assert "server.log" in caught.value.fix


OURS = read_text("programs/serve_and_wait.py")


def test_processes_of_a_server_end_when_we_are_killed(tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    command = [sys.executable, "-c", OURS, str(log), SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as ours:
        assert ours.stdout is not None
        assert ours.stdout.readline() == "serves\n"
        started = descendants(ours.pid)
        assert int(log.read_text().split()[0]) in {process.pid for process in started}
        ours.kill()
    assert wait_until_gone(started) == []


def test_a_server_that_ends_during_calls_is_reported_with_its_last_output(tmp_path, monkeypatch) -> None:
    program = SERVER.replace(
        "class Handler(http.server.BaseHTTPRequestHandler):",
        "class Handler(http.server.BaseHTTPRequestHandler):\n"
        "    def do_POST(self):\n        print('CUDA out of memory', flush=True); os._exit(1)",
    )
    monkeypatch.setattr("benchmark.generation.providers.local._version", lambda _: "0")
    command = [sys.executable, "-c", program, "{port}"]
    monkeypatch.setattr(LocalProvider, "_command", lambda *_: command)
    model = str(folder_of_weights(tmp_path / "m"))
    local = LocalProvider(Endpoint(model=model, timeout=10, log=tmp_path / "server.log"))

    async def work() -> None:
        async with open_provider(local):
            text_only = replace(request(), messages=(Message(role="user", parts=(TextPart(text="a"),)),))
            for _ in range(3):  # the first call may fail before the end of the process is seen
                with contextlib.suppress(Outage):
                    await local.call(text_only)
                await asyncio.sleep(0.1)

    with pytest.raises(OurFailure, match="the model server ended with code 1: CUDA out of memory"):
        asyncio.run(work())


def test_llama_cpp_serves_one_file_and_is_not_told_to_penalise_repetition(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("benchmark.generation.providers.local._version", lambda _: "0")
    weights = tmp_path / "tiny.gguf"
    weights.write_bytes(b"GGUF")
    server = {"engine": "llama.cpp", "max_model_len": 512}
    local = LocalProvider(Endpoint(model=str(weights), server=server))
    command = local._command(find_weights(str(weights), None))
    assert command[:3] == [sys.executable, "-m", "llama_cpp.server"]
    assert command[command.index("--model") + 1] == str(weights.resolve())
    assert command[command.index("--n_ctx") + 1] == "512"
    client = LlamaServer(Endpoint(model="m", base_url="http://127.0.0.1:1/v1"))
    assert client.fields(request())["extra_body"]["repeat_penalty"] == 1.0
    folder = find_weights(str(folder_of_weights(tmp_path / "m")), None)
    with pytest.raises(BadInput, match=r"llama\.cpp cannot load m"):
        local._command(folder)
    vllm = LocalProvider(Endpoint(model=str(weights)))
    with pytest.raises(BadInput, match=r"vllm cannot load tiny\.gguf"):
        vllm._command(find_weights(str(weights), None))


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    started = Engine(["no-such-engine"], log=tmp_path / "l", health="/", seconds=1)
    with pytest.raises(BadInput, match="the program no-such-engine is not installed"):
        asyncio.run(started.start())
