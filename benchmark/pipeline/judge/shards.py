"""Divides samples into shards, which depend only on suite, task and draw."""

import hashlib
from array import array
from collections import defaultdict
from collections.abc import Sequence

from benchmark.core.executor import Shard
from benchmark.core.lazy import Selected
from benchmark.core.sample import RawSample, Sample


def shards(samples: Sequence[Sample | RawSample], count: int) -> tuple[Shard, ...]:
    """Divide samples into at most ``count`` shards; empty shards are left out.

    A sample's shard depends only on its suite, task and draw, so a laptop, a CI matrix and a cluster make the
    same shards for the same count. A shard reads its samples from ``samples`` when they are needed.
    """
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    by_shard: dict[int, array[int]] = defaultdict(lambda: array("q"))
    for place, sample in enumerate(samples):
        by_shard[shard_of(sample.task.suite, sample.task.id, sample.draw, count)].append(place)
    return tuple(Shard(index=index, samples=Selected(samples, by_shard[index])) for index in sorted(by_shard))


def shard_of(suite: str, task_id: str, draw: int, count: int) -> int:
    """Return the index of a sample's shard, ``0 <= index < count``."""
    key = "\0".join((suite, task_id, str(draw))).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(key).digest()[:8], "big") % count
