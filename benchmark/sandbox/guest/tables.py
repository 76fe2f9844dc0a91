"""Sends pandas' frames, series and indexes to tests that use pandas.

The host's half, ``benchmark/judging/codec/tables.py``, explains the format. This module never imports pandas,
and reads only objects of exactly its classes.
"""

import sys
from collections.abc import Callable
from typing import Any

from . import arrays
from .shapes import Frame, Tag, is_plain

_Encode = Callable[[object], object]
_Json = dict[str, Any]


def is_table(kind: type) -> bool:
    """Whether a class is exactly pandas' DataFrame or Series, whose objects can be changed in place."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and kind in (pandas.DataFrame, pandas.Series)


def encode(value: Any, kind: type, each: _Encode) -> _Json | None:  # noqa: PLR0911 - one return per type
    """Return an object of pandas as JSON, and None for any other value."""
    pandas: Any = sys.modules.get("pandas")
    if pandas is None:
        return None
    if kind is pandas.DataFrame:
        columns = [_column(series.array, each) for _, series in value.items()]
        parts = {Frame.INDEX: _index(value.index, each), Frame.COLUMNS: _index(value.columns, each)}
        return {"t": Tag.FRAME, "v": {Frame.DATA: columns, **parts}}
    if kind is pandas.Series:
        data, index = _column(value.array, each), _index(value.index, each)
        return {
            "t": Tag.SERIES,
            "v": {Frame.DATA: data, Frame.INDEX: index, Frame.NAME: _name(value.name, each)},
        }
    if issubclass(kind, pandas.Index):
        return {"t": Tag.INDEX, "v": _index(value, each)}
    if kind is pandas.Timestamp or kind is pandas.Timedelta:
        tag = Tag.TIMESTAMP if kind is pandas.Timestamp else Tag.TIMEDELTA
        if getattr(value, "tz", None) is not None:
            raise TypeError("a time with a zone cannot be sent to the test")
        return {"t": tag, "v": [value.asm8.astype("i8").item(), value.unit]}
    if value is pandas.NaT or value is pandas.NA:
        return {
            "t": Tag.PANDAS_CONSTANT,
            "v": Frame.NOT_A_TIME if value is pandas.NaT else Frame.NOT_AVAILABLE,
        }
    if kind is pandas.arrays.StringArray:
        return {"t": Tag.TEXT_ARRAY, "v": _text(value)}
    if kind in (pandas.Period, pandas.Interval) or issubclass(
        kind, (pandas.DataFrame, pandas.Series, pandas.api.extensions.ExtensionArray)
    ):
        raise TypeError(f"an object of the class {kind.__name__} cannot be sent to the test")
    return None


def _column(values: Any, each: _Encode) -> _Json:
    pandas = sys.modules["pandas"]
    if type(values) is pandas.arrays.StringArray:
        return _text(values)
    encoded = None
    if type(values) is pandas.arrays.NumpyExtensionArray:
        encoded = arrays.encode(values.to_numpy(), each)
    elif type(values) in (pandas.arrays.DatetimeArray, pandas.arrays.TimedeltaArray):
        encoded = None if getattr(values, "tz", None) else arrays.encode(values._ndarray, each)
    if encoded is None:
        raise TypeError(f"a column of {str(values.dtype)[:100]} cannot be sent to the test")
    return encoded


def _text(values: Any) -> _Json:
    missing = Frame.NOT_AVAILABLE if values.dtype.na_value is sys.modules["pandas"].NA else Frame.NAN
    return {Frame.TEXT: [item if type(item) is str else None for item in values], Frame.MISSING: missing}


def _index(index: Any, each: _Encode) -> _Json:
    pandas = sys.modules["pandas"]
    kind = type(index)
    if kind is pandas.RangeIndex:
        parts = [index.start, index.stop, index.step]
        return {Frame.KIND: Frame.RANGE, Frame.DATA: parts, Frame.NAME: _name(index.name, each)}
    if kind is pandas.MultiIndex:
        levels = [_column(index.get_level_values(place).array, each) for place in range(index.nlevels)]
        return {
            Frame.KIND: Frame.MULTI,
            Frame.DATA: levels,
            Frame.NAME: [_name(name, each) for name in index.names],
        }
    if kind not in (pandas.Index, pandas.DatetimeIndex, pandas.TimedeltaIndex):
        raise TypeError(f"an index of the class {kind.__name__} cannot be sent to the test")
    content = {
        Frame.KIND: Frame.COLUMN,
        Frame.DATA: _column(index.array, each),
        Frame.NAME: _name(index.name, each),
    }
    return content | {Frame.STEP: getattr(index, "freqstr", None)}


def _name(name: object, each: _Encode) -> object:
    for part in name if type(name) is tuple else (name,):
        if not is_plain(part):
            raise TypeError("a name that is not a plain value cannot be sent to the test")
    return each(name)
