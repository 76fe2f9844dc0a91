"""Both halves of the codec, host and guest, in one process."""

import datetime
import math
from array import array
from collections import (
    ChainMap,
    Counter,
    OrderedDict,
    UserDict,
    UserList,
    UserString,
    defaultdict,
    deque,
    namedtuple,
)
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from types import MappingProxyType, ModuleType
from typing import Any, Never

import pytest

from benchmark.judging.codec.decoding import RANGE_LIMIT, HostDecoder
from benchmark.judging.codec.encoding import NotEncodableError, _Pickler, encode
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.guest import decoding, encoding, instances
from benchmark.sandbox.host.channel import GuestFault, OffProtocol, ReplyTooLong
from tests.case_files import read_cases

VALUES = [
    *(
        None,
        True,
        False,
        0,
        -1,
        2**53 + 1,
        10**5000,
        -(2**4000),
        1.5,
        -0.0,
        1e-320,
        1 + 2j,
        complex(-0.0, math.inf),
    ),
    *("", "ä\x00\ud800", b"", b"\x00\xff", bytearray(b"x"), [], [1, [2]], (), (1, (2,)), set(), {1, (2, 3)}),
    *(frozenset({1}), {}, {None: 1, (1, 2): {"a": []}, 3.5: b""}, range(0), range(5, -5, -3), deque([1, 2])),
    *(
        deque([1], maxlen=3),
        Counter("aab"),
        OrderedDict(b=1, a=2),
        Fraction(-1, 3),
        Decimal("1.50"),
        Decimal("NaN"),
    ),
    *(
        datetime.date(2026, 11, 20),
        datetime.datetime(2026, 11, 20, 8, 5, tzinfo=datetime.UTC),
        datetime.time(8, 5),
    ),
    *(datetime.timedelta(days=-1, microseconds=3),),
    *(UserList([1, [2]]), UserDict(a=1), UserString("u"), MappingProxyType({1: 2}), ChainMap({1: 2}, {3: 4})),
    *(array("d", [1.5, -2]), {"a": 1}.keys(), {"a": (1,)}.items(), slice(1, None, -1), ..., NotImplemented),
]


NO_OBJECTS: Any = None  #: builds no object of the answer, as plain values need none


def refuse(*_: object) -> Never:
    raise AssertionError("plain values need no object and no function")


def there_and_back(value: object) -> object:
    known, module = instances.GuestInstances(ModuleType("answer")), ModuleType("answer")
    sent = encode({"value": value}, lambda _: None, refuse)[0]
    there = decoding.GuestDecoder(sent, known, refuse, module).message()["value"]
    return HostDecoder(NO_OBJECTS).decode(encoding.GuestEncoder(known).encode(there))


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_plain_value_comes_back_unchanged(value: object) -> None:
    back = there_and_back(value)
    assert type(back) is type(value)
    assert back == value or str(back) == str(value) == "NaN"
    assert math.copysign(1, back) == math.copysign(1, value) if isinstance(value, float) else True  # type: ignore[arg-type]


def test_order_and_rules_of_containers_are_kept() -> None:
    moved = OrderedDict(a=1, b=2)
    moved.move_to_end("a")
    assert list(there_and_back(moved)) == ["b", "a"]  # type: ignore[call-overload]
    assert there_and_back(deque([1], maxlen=3)).maxlen == 3  # type: ignore[attr-defined]
    assert there_and_back(defaultdict(list, a=[1]))["b"] == []  # type: ignore[index]


def test_floats_that_json_lacks_come_back_unchanged() -> None:
    assert math.isnan(there_and_back(math.nan))  # type: ignore[arg-type]
    assert there_and_back([math.inf, -math.inf]) == [math.inf, -math.inf]


def test_subclasses_are_sent_as_the_builtin_type() -> None:
    class Colour(IntEnum):
        RED = 1

    point = namedtuple("point", "x y")

    class Texts(dict[str, int]):
        pass

    sent = encoding.GuestEncoder(instances.GuestInstances(ModuleType("answer"))).encode(
        [Colour.RED, point(1, 2), Texts(a=1)]
    )
    back: Any = HostDecoder(Session(None)).decode(sent)  # type: ignore[arg-type]  # no request is sent
    assert back == [1, (1, 2), {"a": 1}]
    assert [type(item).__bases__ for item in back] == [(IntEnum,), (tuple,), (object,)]
    assert (back[0].name, back[1].x) == ("RED", 1)


@pytest.mark.parametrize("reply", read_cases("replies/off_protocol.yaml"), ids=str)
def test_a_reply_that_breaks_the_protocol_is_the_answer_s_fault(reply: object) -> None:
    with pytest.raises(OffProtocol):
        HostDecoder(NO_OBJECTS).decode(reply)


@pytest.mark.parametrize(
    "reply",
    [
        {"t": "range", "v": [0, RANGE_LIMIT + 1, 1]},
        {"t": "range", "v": [0, -(10**30), -1]},
        {"t": "int", "v": "0x" + "f" * (1 << 21)},
        {"t": "decimal", "v": "1e99999999"},
        {"t": "decimal", "v": "1" * 200_000},
    ],
    ids=lambda reply: reply["t"],
)
def test_a_value_that_would_cost_the_host_too_much_is_refused(reply: object) -> None:
    with pytest.raises(ReplyTooLong):
        HostDecoder(NO_OBJECTS).decode(reply)


def test_an_object_that_lies_about_its_class_is_no_list() -> None:
    class Liar:
        __class__ = property(lambda _: list)  # type: ignore[assignment]

    sent = encoding.GuestEncoder(instances.GuestInstances(ModuleType("answer"))).encode(Liar())
    assert isinstance(sent, dict)
    assert sent["t"] == "object"


def test_an_object_keeps_its_number() -> None:
    known = instances.GuestInstances(ModuleType("answer"))
    first, second = object(), object()
    assert [known.number_of(value) for value in (first, second, first)] == [1, 3, 1]


def test_a_fault_is_not_an_exception_that_a_test_could_catch() -> None:
    assert not issubclass(GuestFault, Exception)


def test_the_error_names_a_value_that_cannot_be_sent() -> None:
    with pytest.raises(NotEncodableError, match="which cannot be sent"):
        encode({"value": object()}, lambda _: None, refuse)


def test_a_changed_argument_must_keep_its_type() -> None:
    values, pairs = [1], {"a": 1}
    decoder = HostDecoder(NO_OBJECTS, [values, pairs])
    decoder.change(0, [2, 3])
    decoder.change(1, {"t": "dict", "v": [["b", {"t": "arg", "v": 0}]]})
    assert values == [2, 3]
    assert pairs["b"] is values  # type: ignore[comparison-overlap]
    for number, content in (
        (0, {"t": "dict", "v": []}),
        (1, []),
        (2, []),
        (-1, []),
        (1, {"t": "set", "v": []}),
    ):
        with pytest.raises(OffProtocol):
            decoder.change(number, content)


def test_shared_and_cyclic_containers_stay_shared_and_cyclic() -> None:
    inner = [1]
    cycle: list[object] = [inner, inner, {"inner": inner}]
    cycle.append(cycle)
    back = there_and_back(cycle)
    assert isinstance(back, list)
    assert back[0] is back[1] is back[2]["inner"]
    assert back[3] is back


def test_a_long_list_of_numbers_is_sent_without_a_call_for_each_of_them() -> None:
    calls = 0
    plain = _Pickler.persistent_id

    def count(self: _Pickler, value: object) -> object:
        nonlocal calls
        calls += 1
        return plain(self, value)

    long = [*range(5000), 2**70, -1.5, True, None]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Pickler, "persistent_id", count)
        encode({"value": [long, long]}, lambda _: None, refuse)
    assert calls < 50


@pytest.mark.parametrize("length", [1, 63, 64, 5000])
def test_long_lists_stay_shared_and_keep_their_place(length: int) -> None:
    long = [*range(length)]
    back = there_and_back([long, (long, {"again": long}), [*long], [*long, "a"]])
    assert isinstance(back, list)
    assert back[0] is back[1][0] is back[1][1]["again"]
    assert back[0] == back[2] == back[3][:-1] == long
    assert back[0] is not back[2]


def test_a_long_list_of_a_subclass_or_with_other_values_is_sent_as_before() -> None:
    class Own(list[object]):
        pass

    for long in (Own(range(100)), [*range(100), IntEnum("Own", "A").A], [*range(100), [1]]):
        back = there_and_back(long)
        assert type(back) is list
        assert back == [*long]


def test_a_reply_names_a_long_list_of_its_request_and_sends_its_new_content() -> None:
    asked, known, module = [*range(100)], instances.GuestInstances(ModuleType("answer")), ModuleType("answer")
    asked.append(-1)  # the test's function has changed it
    sent, _ = encode({"ok": [asked, [*asked]]}, lambda _: None, refuse, arguments=[asked], changed=[0])
    reader = decoding.GuestDecoder(sent, known, refuse, module)
    reader.arguments = (there := [*range(100)],)
    (same, copy), ((number, content),) = reader.message()["ok"], reader.changed
    assert same == copy == content == asked
    assert number == 0
    assert same is not copy
    assert there == [*range(100)]  # whoever reads the reply puts the content in


def test_a_long_list_stays_shared_in_a_value_with_many_levels() -> None:
    long = [*range(100)]
    deep: list[object] = [long]
    for _ in range(3000):
        deep = [deep]
    sent = encode({"value": [deep, long]}, lambda _: None, refuse)[0]
    module = ModuleType("answer")
    message = decoding.GuestDecoder(sent, instances.GuestInstances(module), refuse, module).message()
    deep, again = message["value"]
    while len(deep) == 1:
        (deep,) = deep  # type: ignore[assignment]
    assert deep == long
    assert deep is again
