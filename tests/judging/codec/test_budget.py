"""What a reply takes in the memory of the host stays below what the budget says."""

import socket
import struct
import time
import tracemalloc

import pytest

from benchmark.judging.codec.decoding import OBJECTS_LIMIT, HostDecoder
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.host import channel
from benchmark.sandbox.host.channel import Channel, OffProtocol, ReplyTooLong
from tests.case_files import read_cases
from tests.sampling import gate_of

pytestmark = gate_of("judging")

_NUMBER = 1000
ITEMS = read_cases("replies/memory.yaml")["items"]
_NUMBERS = ",".join(map(str, range(_NUMBER)))
_LONG = "a" * 100_000
#: JSON of one value with many parts.
WHOLE = {
    "a set": f'{{"t":"set","v":[{_NUMBERS}]}}',
    "a frozen set": f'{{"t":"frozenset","v":[{_NUMBERS}]}}',
    "a view": f'{{"t":"keys","v":[{_NUMBERS}]}}',
    "a deque": f'{{"t":"deque","maxlen":null,"v":[{_NUMBERS}]}}',
    "a dict": '{"t":"dict","v":[[' + _NUMBERS.replace(",", ",1],[") + ",1]]}",
    "a counter": '{"t":"counter","v":[["' + _NUMBERS.replace(",", '",1],["') + '",1]]}',
    "many keys": '{"t":"dict","v":[],"' + _NUMBERS.replace(",", '":1,"') + '":1}',
    "a long text": f'"{_LONG}"',
    "a long text with a wide character": rf'"{_LONG}\ud83d\ude00"',
    "many bytes": f'{{"t":"bytes","v":"{_LONG}"}}',
}
TEXTS = WHOLE | {
    name: f"[{','.join(item.replace('%d', str(1000 + n)) for n in range(_NUMBER))}]"
    for name, item in ITEMS.items()
}


class _RecordingDecoder(HostDecoder):
    """A decoder whose memory has no limit, and which records what was spent."""

    spent = 0

    def _spend(self, size: int) -> None:
        self.spent += size


def receive(text: str) -> object:
    """Send a value in a reply through a socket, and return it; a list alone would be a reply sent flat."""
    ours, theirs = socket.socketpair()
    body = b'{"ok":%s}' % text.encode("ascii")
    with ours, theirs:
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
        theirs.sendall(struct.pack(">I", len(body)) + body)
        reply = Channel(ours, time.monotonic() + 60).receive()
        assert isinstance(reply, dict)
        return reply["ok"]


@pytest.mark.parametrize("name", TEXTS)
def test_a_reply_takes_no_more_memory_than_its_estimate(name: str) -> None:
    session = Session(None)  # type: ignore[arg-type]  # no request is sent
    session.make_object(1, {"type": "A"})  # makes the class before measuring
    receive("[]")
    tracemalloc.start()
    try:
        value = receive(TEXTS[name])
        decoder, decoded = _RecordingDecoder(session), None
        try:
            decoded = decoder.decode(value)
        except OffProtocol:
            assert name.startswith(("objects with", "many keys"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    del decoded
    fixed = 300_000  # buffers of one read, modules that are imported when they are first needed
    assert peak - fixed < channel._memory_of(TEXTS[name].encode()) + decoder.spent


def test_text_inside_of_strings_counts_as_text_only() -> None:
    text = b'["%s"]' % (b"[,:{" * 1_000_000)
    assert channel._memory_of(text) < channel.REPLY_MEMORY_LIMIT
    assert channel._memory_of(text.replace(b'"', b"")) > channel.REPLY_MEMORY_LIMIT


@pytest.mark.parametrize("trick", [rb'"\""', rb'"\\"', rb'"\\\""', rb'"\\\\"', b'""', rb'"\u0022"'])
def test_escapes_do_not_hide_what_follows(trick: bytes) -> None:
    text = b"[%s,%s]" % (trick, b",".join([b"[]"] * 1_200_000))
    assert channel._memory_of(text) > channel.REPLY_MEMORY_LIMIT


def test_a_budget_that_is_spent_refuses_the_reply() -> None:
    decoder = HostDecoder(Session(None))  # type: ignore[arg-type]  # no request is sent
    decoder._spend(OBJECTS_LIMIT)
    with pytest.raises(ReplyTooLong, match="96 MiB"):
        decoder._spend(1)


def test_a_reply_is_refused_before_its_objects_are_built() -> None:
    session = Session(None)  # type: ignore[arg-type]  # no request is sent
    decoder = HostDecoder(session)
    decoder._left = 100
    with pytest.raises(ReplyTooLong):
        decoder.decode({"t": "object", "v": 1, "type": "A", "fields": {}})
    assert not session.instances.knows(1)
