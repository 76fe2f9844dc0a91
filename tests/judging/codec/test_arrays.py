"""Arrays and frames in replies: what is rebuilt, and what is refused before anything is allocated."""

import base64
import tracemalloc
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from benchmark.judging.codec.decoding import TABLES_LIMIT, HostDecoder
from benchmark.judging.codec.encoding import NotEncodableError, encode
from benchmark.judging.codec.libraries import EXACT, load
from benchmark.sandbox.guest import decoding, encoding, instances
from benchmark.sandbox.guest.shapes import ITEM_BYTES
from benchmark.sandbox.host.channel import OffProtocol, ReplyTooLong
from tests.case_files import read_cases

from ..test_codec import NO_OBJECTS, refuse

EIGHT = base64.b64encode(bytes(8)).decode()


def decode(value: object) -> Any:
    return HostDecoder(NO_OBJECTS, exact=EXACT).decode(value)


def there_and_back(value: object) -> Any:
    known, module = instances.GuestInstances(ModuleType("answer")), ModuleType("answer")
    known.exact = EXACT
    sent = encode({"value": value}, lambda _: None, refuse)[0]
    there = decoding.GuestDecoder(sent, known, refuse, module).message()["value"]
    return decode(encoding.GuestEncoder(known).encode(there))


def array(**other: object) -> dict[str, object]:
    return {"t": "ndarray", "dtype": "f8", "shape": [1], "v": EIGHT, **other}


@pytest.mark.parametrize("code", [*ITEM_BYTES, "U3", "S3"])
def test_an_array_of_each_dtype_comes_back_bit_by_bit(code: str) -> None:
    random = np.random.default_rng(0)
    content = random.integers(0, 2 if code == "b1" else 256, (2, 3, np.dtype(code).itemsize), np.uint8)
    if code[0] == "U":
        content[...] = np.frombuffer("añ日".encode("utf-32-le"), np.uint8)
    value = content.view(code).reshape(2, 3)
    back = there_and_back(value)
    assert type(back) is np.ndarray
    assert (back.dtype, back.shape, back.tobytes()) == (value.dtype, value.shape, value.tobytes())
    assert back.flags.owndata
    scalar = there_and_back(value[0, 0])
    assert (type(scalar), scalar.tobytes()) == (type(value[0, 0]), value[0, 0].tobytes())
    assert there_and_back(value.dtype) == value.dtype


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (1,) * 64])
def test_an_array_of_each_shape_comes_back(shape: tuple[int, ...]) -> None:
    back = there_and_back(np.ones(shape, np.int16))
    assert (type(back), back.shape, back.dtype) == (np.ndarray, shape, np.int16)


@pytest.mark.parametrize("code", [*ITEM_BYTES, "U3", "S3"])
def test_an_array_with_fields_comes_back_bit_by_bit(code: str) -> None:
    value = np.zeros((2, 2), [("ä b", "i1"), ("class", code), ("", "b1")])
    value["ä b"] = 7
    value["class"].flat[1] = np.frombuffer(b"\1\0\0\0" * 8, np.dtype(code), 1)[0]
    back = there_and_back(value)
    assert type(back) is np.ndarray
    assert (back.dtype, back.shape, back.tobytes()) == (value.dtype, value.shape, value.tobytes())
    row = there_and_back(value[0, 1])
    assert type(row) is np.void
    assert (row.dtype, row.tobytes()) == (value.dtype, value[0, 1].tobytes())


ODD = read_cases("replies/odd_arrays.yaml")


@pytest.mark.parametrize("code", ODD["dtypes"], ids=lambda code: str(code)[:60])
def test_a_dtype_that_the_table_lacks_is_refused(code: object, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("benchmark.judging.codec.arrays._dtype", asked.append)
    for value in (array(dtype=code), array(dtype=code, shape=[0], v=""), {"t": "dtype", "v": code}):
        with pytest.raises(OffProtocol):
            decode(value)
    assert asked == [], "a text of the guest reaches numpy"


@pytest.mark.parametrize(("shape", "data"), ODD["shapes"], ids=lambda value: str(value)[:60])
def test_a_shape_that_does_not_fit_the_data_is_refused(shape: object, data: object) -> None:
    tracemalloc.start()
    try:
        for code in ("f8", "M8[s]", "U2", "S8"):
            with pytest.raises(OffProtocol):
                decode(array(dtype=code, shape=shape, v=data))
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("value", ODD["elements"], ids=lambda value: str(value)[:60])
def test_elements_that_are_not_values_are_refused(value: object) -> None:
    with pytest.raises(OffProtocol):
        decode(value)


def test_a_test_without_pandas_gets_no_frames_and_a_list_stays_one() -> None:
    with pytest.raises(OffProtocol):
        HostDecoder(NO_OBJECTS).decode({"t": "index", "v": {}})
    with pytest.raises(OffProtocol):
        HostDecoder(NO_OBJECTS, [[1]]).change(0, array())
    with pytest.raises(OffProtocol):
        HostDecoder(NO_OBJECTS, exact=("numpy",)).decode({"t": "pandas_constant", "v": "NaT"})


def test_an_argument_keeps_its_shape_and_dtype_when_it_changes() -> None:
    argument = np.zeros(1)
    decoder = HostDecoder(NO_OBJECTS, [argument, [1]], exact=EXACT)
    decoder.change(0, array(v=base64.b64encode(np.ones(1).tobytes()).decode()))
    assert argument.tolist() == [1]
    for number, content in ((0, array(dtype="i8")), (0, array(shape=[1, 1])), (0, [1]), (1, array())):
        with pytest.raises(OffProtocol):
            decoder.change(number, content)
    assert argument.tolist() == [1]


INDEX: dict[str, object] = {"kind": "range", "data": [0, 1, 1], "name": None}


@pytest.mark.parametrize("value", ODD["frames"], ids=lambda value: str(value)[:60])
def test_a_frame_that_does_not_fit_together_is_refused(value: object) -> None:
    with pytest.raises(OffProtocol):
        decode(value)


def test_a_reply_of_too_many_frames_is_too_long() -> None:
    index = {"t": "index", "v": INDEX}
    assert len(decode([index] * 10)) == 10
    with pytest.raises(ReplyTooLong, match="frames"):
        decode([index] * (TABLES_LIMIT + 1))


def test_a_reply_of_too_many_fields_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = array(dtype=[[str(number), "i1"] for number in range(64)], shape=[0], v="")
    size = 1 << 20
    monkeypatch.setattr("benchmark.judging.codec.decoding.OBJECTS_LIMIT", size)
    assert len(decode([fields] * 90)) == 90
    tracemalloc.start()
    try:
        with pytest.raises(ReplyTooLong):
            decode([fields] * 1000)
        assert tracemalloc.get_traced_memory()[1] < 1.5 * size
    finally:
        tracemalloc.stop()


def test_arrays_that_cannot_be_sent_break_the_test() -> None:
    pandas = load("pandas")
    categories = pandas.Series(["a"], dtype="category")
    masked = np.ma.masked_array([1])
    dtypes = ["V8", "f16", [("a", "O")], [("a", "V2")], [("a", "i4", 2)], [("a", [("b", "i4")])]]
    dtypes.append([("a", ">i4")])
    titled, gaps = [(("t", "a"), "i4")], np.dtype([("a", "i1"), ("b", "i4")], align=True)
    arrays = [np.zeros(1, dtype) for dtype in (*dtypes, titled, gaps, [(str(i), "i1") for i in range(65)])]
    for value in (*arrays, masked, categories):
        with pytest.raises(NotEncodableError):
            encode({"value": value}, lambda _: None, refuse)
