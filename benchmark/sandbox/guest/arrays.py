"""Sends numpy's arrays to the test, and scalars if the test uses numpy.

The host's half, ``benchmark/judging/codec/arrays.py``, explains the format. This module never imports numpy.
It reads an array with numpy's own functions, and only one of exactly numpy's class: the methods of a subclass
may lie.
"""

import binascii
import sys
from collections.abc import Callable
from typing import Any

from .shapes import OBJECT_CODE, Tag, is_code, is_plain

_Encode = Callable[[object], object]


def is_array(kind: type) -> bool:
    """Whether a class is exactly numpy's ``ndarray``."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and kind is numpy.ndarray


def is_of_numpy(kind: type) -> bool:
    """Whether a class is one of numpy's arrays or scalars, or extends one."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(kind, (numpy.ndarray, numpy.generic))


def plain(value: Any, kind: type) -> Any:
    """Return a scalar as a plain value, and an array as an array that can be sent, or else as lists.

    Both are read with numpy's own methods, not with those of a subclass.
    """
    numpy = sys.modules["numpy"]
    if issubclass(kind, numpy.generic):
        return numpy.generic.item(value)
    if not numpy.ndarray.shape.__get__(value):
        return numpy.ndarray.tolist(value)
    if issubclass(kind, numpy.ma.MaskedArray):
        return numpy.ma.MaskedArray.tolist(value)
    array = value if is_array(kind) else numpy.ndarray.view(value, numpy.ndarray)
    try:
        _native(array)
    except TypeError:
        return numpy.ndarray.tolist(value)
    return array


def encode(array: Any, each: _Encode) -> dict[str, object] | None:
    """Return an array as JSON, and None if it holds objects that are not plain values."""
    numpy = sys.modules["numpy"]
    array, code = _native(array)
    if type(code) is not str:
        array = numpy.ndarray.astype(array, [tuple(field) for field in code])  # a dtype without gaps
    shape = numpy.ndarray.shape.__get__(array)
    content: dict[str, object] = {"t": Tag.ARRAY, "dtype": code, "shape": list(shape)}
    if code == OBJECT_CODE:
        items = numpy.ndarray.tolist(numpy.ndarray.ravel(array))
        if not all(map(is_plain, items)):
            return None
        content["v"] = [each(item) for item in items]
    else:
        content["v"] = binascii.b2a_base64(numpy.ndarray.tobytes(array), newline=False).decode("ascii")
    return content


def encode_other(value: Any, kind: type, each: _Encode) -> object:  # noqa: PLR0911 - one return per type
    """Return a scalar, a dtype, a class or an array of a subclass as JSON, and None for any other value.

    An array of a subclass is sent as nested lists: the operators of a matrix differ from those of an array.
    """
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    if issubclass(kind, numpy.ndarray):
        if issubclass(kind, numpy.ma.MaskedArray):
            raise TypeError("a masked array cannot be sent to the test")
        _native(numpy.ndarray.view(value, numpy.ndarray))
        return each(numpy.ndarray.tolist(value))
    if issubclass(kind, numpy.generic):
        if type.__dict__["__module__"].__get__(kind) != "numpy":
            return each(numpy.generic.item(value))
        return {**(encode(numpy.asarray(value), each) or {}), "t": Tag.SCALAR}
    if issubclass(kind, numpy.dtype):
        code = str(numpy.dtype.str.__get__(value)).lstrip("<|=")
        return {"t": Tag.DTYPE, "v": code} if is_code(code) else None
    if kind is type and (value is numpy.ndarray or issubclass(value, numpy.generic)):
        return {"t": Tag.NUMPY_CLASS, "v": value.__name__} if value.__module__ == "numpy" else None
    return None


def _native(array: Any) -> tuple[Any, str | list[list[str]]]:
    """Return an array in this machine's byte order, and the code of its dtype.

    The code of a dtype with fields is a list of pairs of name and code.
    """
    numpy = sys.modules["numpy"]
    dtype = numpy.ndarray.dtype.__get__(array)
    if numpy.dtype.names.__get__(dtype) is not None:
        return array, _fields(dtype)
    if not numpy.dtype.isnative.__get__(dtype):
        array = numpy.ndarray.astype(array, numpy.dtype.newbyteorder(dtype, "="))
        dtype = numpy.ndarray.dtype.__get__(array)
    code = str(numpy.dtype.str.__get__(dtype)).lstrip("<|=")
    if code in ("U0", "S0"):
        array, code = numpy.ndarray.astype(array, f"{code[0]}1"), f"{code[0]}1"
    if not is_code(code):
        raise TypeError(f"an array of dtype {numpy.dtype.__str__(dtype)[:100]} cannot be sent to the test")
    return array, code


def _fields(dtype: Any) -> list[list[str]]:
    numpy = sys.modules["numpy"]
    kinds = numpy.dtype.fields.__get__(dtype)
    codes = {name: str(numpy.dtype.str.__get__(kinds[name][0])).lstrip("<>|=") for name in kinds}
    plain = dtype.type is numpy.void  # otherwise an array of records
    if not plain or not all(is_code(code) and code != OBJECT_CODE for code in codes.values()):
        raise TypeError(f"an array of dtype {numpy.dtype.__str__(dtype)[:100]} cannot be sent to the test")
    return [[str(name), codes[name]] for name in numpy.dtype.names.__get__(dtype)]


def items(array: Any) -> list[object]:
    """Return the parts by which a change of an array is found: its shape, and its bytes or objects."""
    numpy = sys.modules["numpy"]
    shape = repr(numpy.ndarray.shape.__get__(array)).encode()
    if numpy.dtype.kind.__get__(numpy.ndarray.dtype.__get__(array)) == OBJECT_CODE:
        return [shape, *numpy.ndarray.tolist(numpy.ndarray.ravel(array))]
    return [shape, numpy.ndarray.tobytes(array)]
