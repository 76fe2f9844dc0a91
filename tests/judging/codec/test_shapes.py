"""The shapes of the codec are stated once, and each of them goes both ways."""

import ast
import datetime
import enum
import inspect
import random
import uuid
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
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address, ip_network
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
import pytest

from benchmark.judging.codec.decoding import HostDecoder
from benchmark.judging.codec.encoding import encode
from benchmark.judging.codec.libraries import EXACT, load
from benchmark.judging.conversation.session import Session
from benchmark.sandbox.guest import decoding, encoding, instances
from benchmark.sandbox.guest.shapes import FIELDS, OPTIONAL, PARTS, Id, Tag

from ..test_codec import refuse

ROOT = Path(__file__).parents[3] / "benchmark"
GUEST = ROOT / "sandbox/guest"
CODECS = [
    *(ROOT / "judging/codec").glob("*.py"),
    ROOT / "judging/conversation/session.py",
    *(GUEST / f"{name}.py" for name in ("encoding", "decoding", "arrays", "tables", "function")),
]
#: Names of Python, and of fields, that some tag has, too. They may be written, but not as a tag.
OTHER_NAMES = {
    "class",
    "datetime",
    "dtype",
    "enum",
    "function",
    "method",
    "name",
    "ndarray",
    "object",
    "time",
}


def literals(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yield the texts of a module, and whether each is written as the tag of a value."""
    tags = {
        id(value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and key.value == "t"
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(("['t']", "tag")):
            tags |= set(map(id, node.comparators))
        if isinstance(node, ast.MatchValue):
            tags.add(id(node.value))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, id(node) in tags


@pytest.mark.parametrize("path", CODECS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_module_of_the_codec_writes_a_tag_itself(path: Path) -> None:
    written = {
        text
        for text, is_tag in literals(ast.parse(path.read_text(encoding="utf-8")))
        if text in {*FIELDS, *PARTS} and (is_tag or text not in OTHER_NAMES)
    }
    assert not written, "take it from benchmark/sandbox/guest/shapes.py"


@pytest.mark.parametrize("text", ['{"t": "object"}', 'value["t"] == "object"', 'f("ref")'])
def test_a_tag_that_is_written_is_found(text: str) -> None:
    found = list(literals(ast.parse(text)))
    assert ("object", True) in found or ("ref", False) in found


def of_answer(kind: Any) -> Any:
    kind.__module__ = "answer"
    return kind


@of_answer
class Node:
    def __init__(self) -> None:
        self.next = [1]


class Colour(enum.Enum):
    RED = 1


class Flag(enum.Flag):
    UP = 1


Pair = of_answer(namedtuple("Pair", "a b"))
#: Classes of the task, by the way in which their instances travel.
OF_TASK = {"object": ("Node", Node), "record": ("Pair", Pair), "member": ("Colour", Colour)}


@of_answer
class Own:
    limit = 3


@of_answer
class OwnError(ValueError):
    pass


OWN_TUPLE = of_answer(namedtuple("Point", "x y"))
pandas = load("pandas")
sympy = pytest.importorskip("sympy")
SHARED: list[object] = [1]
ARGUMENT = [1]
TABLE = pandas.DataFrame({"a": [1, 2], "b": ["x", None]})
#: Tag → a value of the answer that is sent with it.
SENT: dict[str, object] = {
    Tag.REF: [SHARED, SHARED],
    Tag.ARG: ARGUMENT,
    Tag.FUNCTION: len,
    Tag.DICT: {(1, 2): 3},
    Tag.ORDERED_DICT: OrderedDict(b=1, a=2),
    Tag.COUNTER: Counter("aab"),
    Tag.DEFAULT_DICT: defaultdict(list, a=[1]),
    Tag.SET: {1, 2},
    Tag.DEQUE: deque([1], maxlen=3),
    Tag.BYTE_ARRAY: bytearray(b"x"),
    Tag.INT: 10**5000,
    Tag.FLOAT: float("inf"),
    Tag.COMPLEX: 1 + 2j,
    Tag.BYTES: b"\xff",
    Tag.TUPLE: (1, (2,)),
    Tag.FROZEN_SET: frozenset({1}),
    Tag.NAMED_TUPLE: OWN_TUPLE(1, 2),
    Tag.RANGE: range(5, -5, -3),
    Tag.SLICE: slice(1, None, -1),
    Tag.CONSTANT: ...,
    Tag.INSTANCE: Node(),
    Tag.RECORD: Pair(1, 2),
    Tag.MEMBER: Colour.RED,
    Tag.OBJECT: Own(),
    Tag.ENUM: Flag.UP,
    Tag.RAISED: OwnError("x", 1),
    Tag.EXCEPTION_CLASS: OwnError,
    Tag.SYMPY_INTEGER: sympy.Integer(2),
    Tag.SYMPY_RATIONAL: sympy.Rational(1, 3),
    Tag.SYMPY_FLOAT: sympy.Float(1.5),
    Tag.SYMPY_EXPRESSION: sympy.sqrt(2),
    Tag.ARRAY: np.arange(6.0).reshape(2, 3),
    Tag.SCALAR: np.float32(1.5),
    Tag.DTYPE: np.dtype("f8"),
    Tag.NUMPY_CLASS: np.int8,
    Tag.FRAME: TABLE,
    Tag.SERIES: TABLE["a"],
    Tag.INDEX: TABLE.index,
    Tag.TEXT_ARRAY: pandas.array(["x", None], dtype=pandas.StringDtype("python")),
    Tag.TIMESTAMP: pandas.Timestamp("2026-11-28"),
    Tag.TIMEDELTA: pandas.Timedelta(3, "s"),
    Tag.PANDAS_CONSTANT: pandas.NaT,
    "fraction": Fraction(-1, 3),
    "decimal": Decimal("1.50"),
    "datetime": datetime.datetime(2026, 11, 20, 8, 5, tzinfo=datetime.UTC),
    "date": datetime.date(2026, 11, 20),
    "time": datetime.time(8, 5),
    "timedelta": datetime.timedelta(days=-1, microseconds=3),
    "timezone": datetime.timezone(datetime.timedelta(hours=2)),
    "userlist": UserList([1]),
    "userdict": UserDict(a=1),
    "userstring": UserString("u"),
    "mappingproxy": MappingProxyType({1: 2}),
    "chainmap": ChainMap({1: 2}, {3: 4}),
    "memoryview": memoryview(b"x"),
    "machine_array": array("d", [1.5]),
    "keys": {"a": 1}.keys(),
    "items": {"a": 1}.items(),
    "values": {"a": 1}.values(),
    "uuid": uuid.UUID(int=1),
    "posixpath": Path("/a"),
    "pureposixpath": PurePosixPath("a"),
    "purewindowspath": PureWindowsPath("a"),
    "ipv4address": ip_address("10.0.0.1"),
    "ipv6address": ip_address("::1"),
    "ipv4network": ip_network("10.0.0.0/8"),
    "ipv6network": ip_network("::/64"),
}
#: Tag → class of its value on the host, which has no object of the answer, and own numbers for sympy's.
ON_HOST = {
    Tag.INSTANCE: "Node",
    Tag.OBJECT: "Own",
    Tag.ENUM: "Flag",
    Tag.RAISED: "OwnError",
    Tag.EXCEPTION_CLASS: "type",
    Tag.SYMPY_INTEGER: "SympyInteger",
    Tag.SYMPY_RATIONAL: "SympyRational",
    Tag.SYMPY_FLOAT: "SympyFloat",
    Tag.SYMPY_EXPRESSION: "SympyExpression",
}
#: Tags whose values do not compare with ``==``, or not as wholes.
BY_TEXT = {Tag.ARRAY, Tag.FRAME, Tag.SERIES, Tag.INDEX, Tag.TEXT_ARRAY, Tag.PANDAS_CONSTANT, "values"}


def shared() -> tuple[instances.GuestInstances, Session, ModuleType]:
    """Return both sides of a conversation that knows the classes of the task."""
    module, session = ModuleType("answer"), Session(None)  # type: ignore[arg-type]  # no request is sent
    known = instances.GuestInstances(module)
    known.exact = session.exact = EXACT
    for way, (name, kind) in OF_TASK.items():
        setattr(module, name, kind)
        assert session.instances.share(name, kind) == way
        known.share({name: way})
    known.lent[id(len)] = (0, len)
    return known, session, module


def values_in(encoded: object) -> Iterator[dict[str, Any]]:
    """Yield the values with a tag in what the guest sends."""
    if isinstance(encoded, dict):
        if "t" in encoded:
            yield encoded
        encoded = list(encoded.values())
    if isinstance(encoded, list):
        for part in encoded:
            yield from values_in(part)


@pytest.mark.parametrize("tag", [tag for tag in FIELDS if tag != Tag.RANDOM])
def test_each_tag_goes_from_the_guest_to_the_host_with_its_fields(tag: str) -> None:
    value = SENT[tag]
    known, session, _ = shared()
    sent = encoding.GuestEncoder(known, {id(ARGUMENT): {"t": Tag.ARG, "v": 0}}).encode(value)
    found = [part for part in values_in(sent) if part["t"] == tag]
    assert found
    for part in found:
        assert {*FIELDS[tag]} - OPTIONAL.get(tag, set()) <= part.keys() - {"t"} <= {*FIELDS[tag]}
    decoder = HostDecoder(session, [ARGUMENT], [len], session.instances, EXACT)
    back: Any = decoder.decode(sent)
    if tag in ON_HOST:
        assert type(back).__name__ == ON_HOST[tag]
    elif tag in BY_TEXT:
        assert repr(back) == repr(value)
    else:
        assert back == value


def test_a_generator_of_random_numbers_goes_from_the_guest_to_the_host_with_its_fields() -> None:
    ours, theirs = random.Random(1), random.Random(2)  # noqa: S311 - any generators
    sent = encoding.GuestEncoder(shared()[0]).encode_content(theirs)
    assert isinstance(sent, dict)
    assert sent.keys() == {"t", *FIELDS[Tag.RANDOM]}
    HostDecoder(shared()[1], [ours]).change(0, sent)
    assert ours.random() == theirs.random()


async def waits() -> int:
    return 1


def double(x: int) -> int:
    return 2 * x


ARRAY_OF_OBJECTS = np.array([None, "a"], object)
#: Objects that stay in the guest, and how the host names them.
REFERENCES: dict[str, tuple[object, tuple[object, ...]]] = {
    Id.OBJECT: (object(), (Id.OBJECT, 1, True, "x")),
    Id.NAME: (object(), (Id.NAME, "Node")),
    Id.METHOD: (object(), (Id.METHOD, [1], "append")),
    Id.ENUM: (object(), (Id.ENUM, 3, "UP")),
    Id.ARG: (object(), (Id.ARG, 0)),
}
#: Tag of a persistent id → a value of the test that the host names by it.
NAMED: dict[str, Callable[[], object]] = {
    Id.FUNCTION: lambda: double,
    Id.ITERATOR: lambda: iter([1]),
    Id.AWAITABLE: waits,
    Id.EXCEPTION: lambda: ValueError("x"),
    Id.LIBRARY: lambda: len,
    Id.MADE: lambda: uuid.UUID(int=1),
    Id.WRAPPED: lambda: UserList([1]),
    Id.PICKLED: lambda: np.arange(3),
    Id.OBJECTS: lambda: ARRAY_OF_OBJECTS,
    Id.CLASS: lambda: Node,
    Id.INSTANCE: Node,
    Id.RECORD: lambda: Pair(1, 2),
    Id.MEMBER: lambda: Colour.RED,
} | {tag: lambda value=value: value for tag, (value, _) in REFERENCES.items()}


class Recording(decoding.GuestDecoder):
    """A decoder that records the persistent ids of a message."""

    def persistent_load(self, persistent_id: tuple[str, Any]) -> object:
        self.seen = [*getattr(self, "seen", ()), persistent_id]
        return super().persistent_load(persistent_id)


@pytest.mark.parametrize("tag", PARTS)
def test_each_persistent_id_goes_from_the_host_to_the_guest_with_its_parts(tag: str) -> None:
    known, session, module = shared()
    assert [known.number_of(value) for value in (REFERENCES[Id.OBJECT][0], Flag)] == [1, 3]
    references = {id(value): reference for value, reference in REFERENCES.values()}
    value, lent = NAMED[tag](), []

    def lend(function: object) -> int:
        lent.append(function)
        return len(lent) - 1

    body, _ = encode(
        {"value": value}, lambda item: references.get(id(item)), lend, instances=session.instances
    )
    decoder = Recording(body, known, refuse, module)
    decoder.arguments = (ARGUMENT,)
    there = decoder.message()["value"]
    found = next(parts for seen, *parts in decoder.seen if seen == tag)
    names = list(inspect.signature(getattr(decoder, f"_load_{tag}")).parameters.values())
    assert tuple(name.name.lstrip("_") for name in names) == PARTS[tag]
    assert len(found) <= len(names)
    assert there is not None
    if hasattr(value, "close"):
        value.close()


def test_the_guest_loads_no_other_persistent_id() -> None:
    loaded = {
        name.removeprefix("_load_") for name in vars(decoding.GuestDecoder) if name.startswith("_load_")
    }
    assert loaded - {"fields"} == {*PARTS}, "`fields` follow an instance and have no id"
