import json
import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmark.core.sample import Answer
from benchmark.core.verdict import Lint, MissingSample, Status, Verdict
from benchmark.pipeline.judge import worker_messages

MESSAGES = [
    "begun",
    MissingSample(task_id="\ud800", draw=1, reason="why"),
    Lint(task_id="a", draw=0, parses=False, messages=("one", "two")),
    Answer(code="é\ud800", program="x\0", notes=("one", "two"), failure="why"),
    Verdict(task_id="a", draw=2, status=Status.TIMEOUT, detail="é\ud800", cpu_seconds=0.5, parses=True),
    Verdict(
        task_id="a",
        draw=2,
        status=Status.TIMEOUT,
        kinds={"typical": Status.PASSED, "large": Status.TIMEOUT, "edge": Status.PASSED},
    ),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_sent_message_is_received(message: worker_messages.Message) -> None:
    ours, theirs = multiprocessing.Pipe()
    worker_messages.send(theirs, message)
    received = worker_messages.receive(ours)
    assert received == message
    assert type(received) is type(message)
    if isinstance(message, Verdict) and isinstance(received, Verdict):
        assert list(received.kinds.items()) == list(message.kinds.items())
        assert all(isinstance(status, Status) for status in received.kinds.values())


class Evil:
    def __reduce__(self) -> tuple[object, ...]:
        return (pytest.fail, ("it was unpickled",))


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps(Evil()),
        b"",
        b"\xff",
        b"[" * 100_000,
        *(
            json.dumps(plain).encode()
            for plain in (
                None,
                ["Verdict", {}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "right", "kinds": {}}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "passed", "kinds": {"large": "right"}}],
                ["Verdict", {"task_id": "a", "draw": 0, "status": "passed", "kinds": [1]}],
                ["Popen", {"args": "id"}],
                ["Answer", {"code": "x"}],
                ["Missing", {"task_id": "a", "draw": 0, "reason": "", "more": 1}],
            )
        ),
    ],
)
def test_an_invalid_message_is_a_broken_connection(data: bytes) -> None:
    ours, theirs = multiprocessing.Pipe()
    theirs.send_bytes(data)
    with pytest.raises(OSError, match="invalid message"):
        worker_messages.receive(ours)


def test_a_message_over_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_messages, "_LIMIT", 100)
    ours, theirs = multiprocessing.Pipe()
    worker_messages.send(theirs, "x" * 100)
    with pytest.raises(OSError, match="bad message length"):
        worker_messages.receive(ours)


def test_an_answer_may_be_longer_the_longer_its_text_is() -> None:
    """An answer is read only while one is expected."""
    text = "\U0001f600" * 20_000
    answer = Answer(code=text, program=text)
    ours, theirs = multiprocessing.Pipe()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(worker_messages.send, theirs, answer)
        assert worker_messages.receive(ours, text=text) == answer


def test_an_answer_over_the_limit_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_messages, "_ANSWER_LIMIT", 100)
    ours, theirs = multiprocessing.Pipe()
    worker_messages.send(theirs, Answer(code="x" * 300, program=""))
    with pytest.raises(OSError, match="bad message length"):
        worker_messages.receive(ours, text="x" * 10)
