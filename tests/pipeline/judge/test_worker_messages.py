import json
import multiprocessing
import pickle

import pytest

from benchmark.core.verdict import Lint, MissingSample, Status, Verdict
from benchmark.pipeline.judge import worker_messages

MESSAGES = [
    "begun",
    MissingSample(task_id="\ud800", draw=1, reason="why"),
    Lint(task_id="a", draw=0, parses=False, messages=("one", "two")),
    Verdict(task_id="a", draw=2, status=Status.TIMEOUT, detail="é\ud800", cpu_seconds=0.5, parses=True),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_a_sent_message_is_received(message: worker_messages.Message) -> None:
    ours, theirs = multiprocessing.Pipe()
    worker_messages.send(theirs, message)
    received = worker_messages.receive(ours)
    assert received == message
    assert type(received) is type(message)


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
                ["Verdict", {"task_id": "a", "draw": 0, "status": "right"}],
                ["Popen", {"args": "id"}],
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
