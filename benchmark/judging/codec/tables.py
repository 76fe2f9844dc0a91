"""Rebuilds the frames, series and indexes of pandas that an answer returns.

A column is an array (see :mod:`.arrays`), or a list of texts and None. An index is a range, one column, or
several (a MultiIndex). Other types of columns, such as categories and times with a zone, are refused where
they are sent. The guest's half is in ``benchmark/sandbox/guest/tables.py``.
"""

from collections.abc import Callable
from typing import Any

from benchmark.judging.codec import arrays
from benchmark.judging.codec.libraries import load
from benchmark.sandbox.guest.shapes import ITEM_BYTES, OBJECT_CODE, Frame, Tag, is_plain

TAGS = frozenset(
    (Tag.FRAME, Tag.SERIES, Tag.INDEX, Tag.TEXT_ARRAY, Tag.TIMESTAMP, Tag.TIMEDELTA, Tag.PANDAS_CONSTANT)
)
_UNITS = ("s", "ms", "us", "ns")  #: units of times in pandas
_COLUMN_CODES = frozenset(
    {code for code in ITEM_BYTES if code[0] in "biufc"}
    | {f"{kind}8[{unit}]" for kind in "Mm" for unit in _UNITS}
    | {OBJECT_CODE}
)
#: Steps of an index of times that the host sets; with any other step, the index has none here.
_STEPS = {
    step: step
    for step in (
        *("D", "B", "h", "min", "s", "ms", "us", "ns", "MS", "ME", "BMS", "BME", "QS-JAN", "QE-DEC"),
        *("YS-JAN", "YE-DEC", *(f"W-{day}" for day in ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"))),
    )
}
_RANGE_LIMIT = 10_000_000  #: maximum length of an index that is a range

_Decode = Callable[[object], object]


def is_value(value: Any) -> bool:
    """Whether an object of pandas can be sent: the guest must be able to send it back."""
    pandas = load("pandas")
    kind = type(value)
    if kind is pandas.DataFrame:
        columns = (value.iloc[:, place].array for place in range(value.shape[1]))
        return all(map(_is_column, columns)) and _is_index(value.index) and _is_index(value.columns)
    if kind is pandas.Series:
        return _is_column(value.array) and _is_index(value.index)
    if isinstance(value, pandas.Index):
        return _is_index(value)
    if kind is pandas.Timestamp:
        return value.tz is None
    return kind in (pandas.Timedelta, pandas.arrays.StringArray) or value is pandas.NaT or value is pandas.NA


def _is_column(values: Any) -> bool:
    pandas = load("pandas")
    if isinstance(values.dtype, pandas.StringDtype):
        return True
    if isinstance(values, pandas.arrays.NumpyExtensionArray):
        return arrays.code_of(values.dtype.numpy_dtype) is not None
    times = pandas.arrays.DatetimeArray | pandas.arrays.TimedeltaArray
    return isinstance(values, times) and getattr(values, "tz", None) is None


def _is_index(index: Any) -> bool:
    if type(index) is load("pandas").MultiIndex:
        return all(_is_column(index.get_level_values(place).array) for place in range(index.nlevels))
    return type(index) is load("pandas").RangeIndex or _is_column(index.array)


def decode(tag: str, body: Any, each: _Decode) -> Any:
    """Rebuild an object of pandas from its tag and data; ``each`` decodes names, and elements of objects."""
    pandas = load("pandas")
    try:
        return _rebuild(tag, body, each)
    except (NotImplementedError, pandas.errors.OutOfBoundsDatetime) as error:
        raise ValueError(str(error)) from error


def _rebuild(tag: str, body: Any, each: _Decode) -> Any:
    pandas = load("pandas")
    match tag:
        case Tag.FRAME:
            index, names = _decode_index(body[Frame.INDEX], each), _decode_index(body[Frame.COLUMNS], each)
            columns = [_decode_column(column, each) for column in body[Frame.DATA]]
            if len(columns) != len(names) or any(len(column) != len(index) for column in columns):
                raise ValueError("a frame must have as many columns and rows as its indexes")
            # By number first: two columns may have the same name, and a dict would lose one.
            frame = pandas.DataFrame(dict(enumerate(columns)), index=index)
            frame.columns = names
            return frame
        case Tag.SERIES:
            index, column = _decode_index(body[Frame.INDEX], each), _decode_column(body[Frame.DATA], each)
            if len(column) != len(index):
                raise ValueError("a series must be as long as its index")
            return pandas.Series(column, index=index, name=_name(body[Frame.NAME], each))
        case Tag.INDEX:
            return _decode_index(body, each)
        case Tag.TEXT_ARRAY:
            return _decode_text(body)
        case Tag.PANDAS_CONSTANT:
            return {Frame.NOT_A_TIME: pandas.NaT, Frame.NOT_AVAILABLE: pandas.NA}[body]
        case _:
            number, unit = body
            # The unit is our own text, so that numpy parses nothing that the guest has written.
            code = f"{'M' if tag == Tag.TIMESTAMP else 'm'}8[{_UNITS[_UNITS.index(unit)]}]"
            if type(number) is not int:
                raise TypeError("a time must be a whole number of units")
            scalar = load("numpy").array(number, "i8").view(code)[()]
            return pandas.Timestamp(scalar) if tag == Tag.TIMESTAMP else pandas.Timedelta(scalar)


def _decode_column(column: Any, each: _Decode) -> Any:
    """Return a column as a series without an index, so that its dtype stays as it is."""
    pandas = load("pandas")
    if Frame.TEXT in column:
        return _decode_text(column)
    if column["dtype"] not in _COLUMN_CODES or len(column["shape"]) != 1:
        raise ValueError("a column must have one dimension and a dtype of pandas")
    values = arrays.decode(column, each)
    # Without the dtype, pandas 3 turns an array of objects that are all texts into its own type of text.
    return pandas.Series(values, dtype=values.dtype).array


def _decode_text(column: Any) -> Any:
    pandas, items = load("pandas"), column[Frame.TEXT]
    if type(items) is not list or not all(item is None or type(item) is str for item in items):
        raise TypeError("a column of texts must be a list of texts and None")
    missing = {Frame.NAN: load("numpy").nan, Frame.NOT_AVAILABLE: pandas.NA}[column[Frame.MISSING]]
    return pandas.array(items, dtype=pandas.StringDtype("python", na_value=missing))


def _decode_index(body: Any, each: _Decode) -> Any:
    pandas = load("pandas")
    kind, data = body[Frame.KIND], body[Frame.DATA]
    if kind == Frame.RANGE:
        start, stop, step = data
        if not all(type(part) is int and abs(part) < 1 << 62 for part in data):
            raise TypeError("a range must have whole numbers")
        if len(range(start, stop, step)) > _RANGE_LIMIT:
            raise ValueError("a range must not be longer than ten million")
        return pandas.RangeIndex(start, stop, step, name=_name(body[Frame.NAME], each))
    if kind == Frame.MULTI:
        levels = [_decode_column(level, each) for level in data]
        return pandas.MultiIndex.from_arrays(levels, names=[_name(name, each) for name in body[Frame.NAME]])
    if kind != Frame.COLUMN:
        raise ValueError("an index must be a range, one column or several")
    column = _decode_column(data, each)
    index = pandas.Index(column, dtype=column.dtype, name=_name(body[Frame.NAME], each))
    step = body[Frame.STEP]
    if step in _STEPS and isinstance(index, pandas.DatetimeIndex | pandas.TimedeltaIndex):
        # pandas raises ValueError if the times do not follow the step, so a lie is refused.
        index.freq = _STEPS[step]
    return index


def _name(encoded: object, each: _Decode) -> object:
    name = each(encoded)
    for part in name if type(name) is tuple else (name,):
        if not is_plain(part):
            raise TypeError("a name must be a plain value or a tuple of plain values")
    return name


def replace(table: Any, content: Any) -> None:
    """Copy to a frame or a series of the test the content that its copy in the guest has now."""
    if type(table) is not type(content):
        raise TypeError("a frame stays a frame, and a series a series")
    # The test holds this object, so another one with the new content would not do.
    table._update_inplace(content)
    if type(table) is load("pandas").Series:
        table.name = content.name
