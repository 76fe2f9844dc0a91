"""Read and write the scripts in which the site's pages find their data."""

import gzip
import json
import re
from base64 import b64decode
from typing import Any

from benchmark.leaderboard.inputs import plain_json

_SHARD = re.compile(rb'shard\("([A-Za-z0-9+/=]*)"\)\n')


def shard_value(script: bytes) -> Any:
    """Return the value of a shard, whose script may have nothing but base64."""
    found = _SHARD.fullmatch(script)
    assert found, script[:80]
    return json.loads(gzip.decompress(b64decode(found[1])))


def shard_text(value: object) -> str:
    """Return the script of a shard."""
    return plain_json.shard(value).decode("ascii")
