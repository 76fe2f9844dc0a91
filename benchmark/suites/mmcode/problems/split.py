"""The test split: a seeded choice that depends on the ids only, not on the order of files."""

import hashlib
from collections.abc import Collection

from benchmark.core.errors import BadInput

TEST, EXTRA = "test", "extra"  #: upstream's names of the splits


def choose_test(ids: Collection[str], count: int, seed: int) -> frozenset[str]:
    """Return ``count`` ids: those with the smallest SHA-256 of seed and id.

    So a set with more problems has nearly the same test split, and the same set always the same.

    Raises:
        BadInput: if there are fewer ids.
    """
    if count > len(ids):
        problem = f"{count} problems are wanted, but only {len(ids)} are left"
        raise BadInput("--test", "", problem, "choose a smaller number")
    ranked = sorted(ids, key=lambda name: hashlib.sha256(f"{seed}:{name}".encode()).digest())
    return frozenset(ranked[:count])
