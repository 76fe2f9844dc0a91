"""JSON that we wrote ourselves, read and written by orjson, and by Python's json where orjson refuses.

orjson takes a fifth of the time. It refuses lone surrogates, NaN and infinities, which Python's json takes;
so a file that ``json`` reads is read here too, and what neither reads raises the error of ``json``. Integers
beyond 64 bits become floats. Files from outside are read with ``benchmark.files.strict_json``.
"""

import codecs
import gzip
import json
from base64 import b64encode
from typing import Any

import orjson

_COMPRESSION_LEVEL = 9
_ESCAPED = "sightbench-json"  #: name of the error handler that writes characters as JSON escapes


def loads(data: bytes) -> Any:
    """Return the value of a JSON document in UTF-8.

    Raises:
        ValueError: if it is not JSON.
        RecursionError: if it is nested too deeply.
    """
    try:
        return orjson.loads(data)
    except ValueError:
        return json.loads(data.decode("utf-8"))


def dumps(value: object) -> bytes:
    """Return a value without NaN and infinities as JSON in ASCII without white space.

    All other characters are escaped, so that a file has none that are invisible or change the direction of
    text.
    """
    try:
        data = orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")
    if not data.isascii():
        data = data.decode("utf-8").encode("ascii", _ESCAPED)
    return data.replace(b"\x7f", b"\\u007f")


def shard(value: object) -> bytes:
    """Return a value as a script that hands it, gzipped and in base64, to ``site/assets/shards.js``.

    A page opened from disk can load scripts and fetches no files; base64 has no text that could be code.
    """
    packed = gzip.compress(dumps(value), _COMPRESSION_LEVEL, mtime=0)
    return b'shard("%b")\n' % b64encode(packed)


def _escape(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - the only kind that this handler is used for
    units = error.object[error.start : error.end].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)), error.end


codecs.register_error(_ESCAPED, _escape)
