"""Rebuilds the arrays and scalars of numpy that an answer returns.

An array is a dtype of the table below, a shape, and its elements in C order and little-endian as base64. So
each value arrives bit by bit (float32, NaN, -0.0), in a fifth of the memory that lists need here. Sizes are
checked before anything is allocated, and only bool and text have bytes that are not a value. Nothing else
that the guest could send is read: no pickle, no buffer, no strides, no object. The guest's half is in
``benchmark/sandbox/guest/arrays.py``.
"""

import base64
import math
from collections.abc import Callable
from typing import Any

from benchmark.judging.codec.libraries import load
from benchmark.sandbox.guest.shapes import ITEM_BYTES, OBJECT_CODE, TEXT_CODE, Tag, is_code, is_plain

_TEXT_BYTES = {"U": 4, "S": 1}  #: bytes of one character
# An empty array of the dtype `U100000` sends no data, but every array joined with it gets 400 kB per element.
_EMPTY_TEXT = 64  #: maximum characters of the dtype of an array without elements
FIELDS = 64  #: maximum number of fields of a dtype
_NAME_CHARACTERS = 100  #: maximum characters of a field's name
_DIMENSIONS = 64  #: maximum number of dimensions, as in numpy
_LENGTH = 10_000_000  #: maximum length of a dimension, which an array without elements need not store
_LAST_CODE_POINT = 0x10FFFF
_BASE64_CHARACTERS = 4  #: characters for three bytes
#: Each code → itself, so that numpy gets our text and never the guest's.
_CODES = {code: code for code in (OBJECT_CODE, *ITEM_BYTES)}
_LETTERS = {letter: letter for letter in _TEXT_BYTES}

_Decode = Callable[[object], object]


#: Code of a dtype in messages; one with fields is a list of pairs of name and code.
Code = str | list[list[str]]


def code_of(dtype: Any) -> Code | None:
    """Return the code of a dtype, and None if the table lacks it.

    Fields must have dtypes of the table except objects, and follow each other without gaps.
    """
    if dtype.names is not None:
        return _codes_by_name(dtype)
    # A big-endian dtype keeps its ">", so the table lacks it.
    code = str(dtype.str).lstrip("<|=")
    return code if is_code(code) else None


def _codes_by_name(dtype: Any) -> Code | None:
    found: list[list[str]] = []
    end = 0
    for name in dtype.names:
        field, offset, *title = dtype.fields[name]
        code = None if field.names is not None or not field.isnative else code_of(field)
        if not isinstance(code, str) or code == OBJECT_CODE or offset != end or title:
            return None
        found.append([name, code])
        end += field.itemsize
    plain = dtype.type is load("numpy").void and dtype.itemsize == end
    return found if plain and 0 < len(found) <= FIELDS else None


def is_value(value: Any) -> bool:
    """Whether a value is exactly an array, a scalar or a dtype of numpy, of a dtype that can be sent."""
    numpy = load("numpy")
    if isinstance(value, numpy.dtype):
        return code_of(value) is not None
    own = isinstance(value, numpy.generic) and type(value).__module__ == "numpy"
    return (own or type(value) is numpy.ndarray) and code_of(value.dtype) is not None


def decode(value: dict[str, Any], each: _Decode) -> Any:
    """Rebuild an array from a reply, whose data may be anything; ``each`` decodes the elements of objects."""
    numpy = load("numpy")
    shape = _shape(value["shape"])
    code, data = value["dtype"], value["v"]
    if code == OBJECT_CODE:
        return _objects(shape, data, each)
    codes = [code] if type(code) is str else _codes_of_fields(code)
    count = math.prod(shape)
    wanted = count * sum(map(_size, codes))
    # Before decoding: the shape alone may promise gigabytes.
    if type(data) is not str or len(data) != -(-wanted // 3) * _BASE64_CHARACTERS:
        raise ValueError("the data of an array must have the size of its shape")
    if not count and any(map(_is_long_text, codes)):
        raise ValueError("the texts of an array must not be longer than its data")
    content = base64.b64decode(data, validate=True)
    if len(content) != wanted:
        raise ValueError("the data of an array must have the size of its shape")
    if type(code) is str:
        dtype = _dtype(code)
    else:
        dtype = numpy.dtype([(name, _dtype(of_field)) for name, of_field in code])
    if not count:
        return numpy.empty(shape, dtype)
    # An array over bytes is read-only, and tests change arrays in place.
    array = numpy.ndarray(shape, dtype, content).copy()
    if type(code) is str:
        _check_elements(code, content)
    else:
        for name, of_field in code:
            _check_elements(of_field, array[name].tobytes())
    return array


def _check_elements(code: str, content: bytes) -> None:
    """Refuse bytes that are not a truth value or not a text; for all other dtypes, any bytes are valid."""
    if code == "b1" and content.translate(None, b"\0\1"):
        raise ValueError("a truth value must be 0 or 1")
    if code[0] == "U" and load("numpy").frombuffer(content, "u4").max() > _LAST_CODE_POINT:
        raise ValueError("a text must have characters only")


def _codes_of_fields(fields: object) -> list[str]:
    if type(fields) is not list or not 0 < len(fields) <= FIELDS:
        raise TypeError("the code of a dtype must be a text or a list of fields")
    if not all(type(field) is list for field in fields):
        raise TypeError("a field must be a list")
    names, codes = zip(*fields, strict=True)
    if not all(type(part) is str and 0 < len(part) <= _NAME_CHARACTERS for part in (*names, *codes)):
        raise TypeError("a field must have a name and a code")
    if len({*names}) != len(names):
        raise ValueError("the names of fields must differ")
    return list(codes)


def _size(code: str) -> int:
    match = TEXT_CODE.fullmatch(code)
    return ITEM_BYTES[code] if match is None else int(match[2]) * _TEXT_BYTES[match[1]]


def _is_long_text(code: str) -> bool:
    match = TEXT_CODE.fullmatch(code)
    return match is not None and int(match[2]) > _EMPTY_TEXT


def decode_scalar(value: dict[str, Any], each: _Decode) -> Any:
    """Rebuild a scalar of numpy from a reply; see :func:`decode`."""
    array = decode(value, each)
    if array.shape or value["dtype"] == OBJECT_CODE:
        raise ValueError("a scalar has no shape and is not a Python object")
    return array[()]


def decode_dtype(code: object) -> Any:
    """Return the dtype of a code."""
    if code != OBJECT_CODE and code not in ITEM_BYTES:
        match = TEXT_CODE.fullmatch(str(code))
        if match is None or int(match[2]) > _EMPTY_TEXT:
            raise ValueError("must be a dtype of the table")
    return _dtype(str(code))


def decode_class(name: object) -> type:
    """Return a class of numpy's scalars, or of its arrays, by name."""
    numpy = load("numpy")
    kind = getattr(numpy, name, None) if isinstance(name, str) else None
    if not isinstance(kind, type) or not (issubclass(kind, numpy.generic) or kind is numpy.ndarray):
        raise TypeError("must be a class of numpy's scalars")
    return kind


def replace(array: Any, content: Any) -> None:
    """Copy to an array of the test the elements that its copy in the guest has now."""
    if type(array) is not type(content):
        raise TypeError("an array stays an array")
    if array.shape != content.shape or code_of(array.dtype) != code_of(content.dtype):
        raise ValueError("an array changed in place keeps its shape and dtype")
    array[...] = content


def _dtype(code: str) -> Any:
    """Return the dtype of a code that has been found in the table."""
    match = TEXT_CODE.fullmatch(code)
    own = _CODES[code] if match is None else f"{_LETTERS[match[1]]}{int(match[2])}"
    return load("numpy").dtype(own)


def _shape(sizes: object) -> tuple[int, ...]:
    if type(sizes) is not list or len(sizes) > _DIMENSIONS:
        raise ValueError("a shape must be a list of lengths")
    if not all(type(size) is int and 0 <= size <= _LENGTH for size in sizes):
        raise ValueError("a length must be a whole number of at least 0")
    return tuple(sizes)


def _objects(shape: tuple[int, ...], data: object, each: _Decode) -> Any:
    if type(data) is not list or len(data) != math.prod(shape):
        raise ValueError("the elements of an array must be as many as its shape says")
    items = [each(item) for item in data]
    if not all(map(is_plain, items)):
        raise TypeError("the elements of an array must be plain values")
    array = load("numpy").empty(shape, object)
    flat = array.reshape(-1)
    for place, item in enumerate(items):
        flat[place] = item
    return array


#: Tag → the function that rebuilds its values.
DECODERS: dict[str, Callable[[dict[str, Any], _Decode], Any]] = {
    Tag.ARRAY: decode,
    Tag.SCALAR: decode_scalar,
    Tag.DTYPE: lambda value, _: decode_dtype(value["v"]),
    Tag.NUMPY_CLASS: lambda value, _: decode_class(value["v"]),
}
