"""Finds problems with nearly the same statement: MinHash proposes pairs, the exact similarity decides.

The similarity of two texts is the share of their character 5-grams that they have in common: the size of the
intersection of both multisets divided by that of their union. Before, four ``$`` are put at both ends of each
text. This is the measure of the package ``ngram``, which upstream's notebook used. The notebook creates it
with N=5, but calls a static method that does not see this and compares 3-grams; the paper says 5-grams, and
so do we.

A multiset becomes a set when the k-th occurrence of a gram is an element of its own. So MinHash over such
elements estimates exactly this similarity.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmark.core.errors import BadInput
from benchmark.core.install import install_extra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

THRESHOLD = 0.80  #: a pair of a larger similarity is a duplicate
GRAM = 5  #: characters
_PAD = "$" * (GRAM - 1)
#: Pairs are proposed if one of the bands of rows agrees. A pair of similarity 0.8 is missed with a chance of
#: (1 - 0.8**6)**42 = 3e-6, one of similarity 0.3 is proposed with a chance of 0.03.
_BANDS, _ROWS = 42, 6
#: A proposed pair is compared exactly if its estimate reaches this; the standard error at 0.8 is 0.025.
_ESTIMATE = 0.65
_MULTIPLIER = 0x9E3779B97F4A7C15


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate:
    """A text that is nearly the same as one that is kept."""

    kept: str
    similarity: float


def grams(text: str) -> Counter[str]:
    """Return the multiset of a text's padded 5-grams."""
    padded = f"{_PAD}{text}{_PAD}"
    return Counter(padded[start : start + GRAM] for start in range(len(padded) - GRAM + 1))


def similarity(one: str, other: str) -> float:
    """Return the similarity of two texts, from 0 to 1."""
    a, b = grams(one), grams(other)
    shared = sum(min(count, b[gram]) for gram, count in a.items())
    return shared / (a.total() + b.total() - shared)


def find_duplicates(texts: dict[str, str], preference: Sequence[str]) -> dict[str, Duplicate]:
    """Return the names of texts to drop, each with the kept text that it duplicates.

    The texts are visited in the order of ``preference``. A text is dropped if its similarity to one that was
    kept exceeds ``THRESHOLD``; of several, the most similar is named. So the result depends on no other
    order.

    Args:
        texts: name → text.
        preference: all names, the most preferred first.

    Raises:
        BadInput: if datasketch is not installed.
    """
    place = {name: number for number, name in enumerate(preference)}
    partners: dict[str, list[tuple[float, str]]] = {}
    for one, other in proposed_pairs(texts):
        first, second = sorted((one, other), key=place.__getitem__)
        if (found := similarity(texts[first], texts[second])) > THRESHOLD:
            partners.setdefault(second, []).append((found, first))
    dropped: dict[str, Duplicate] = {}
    for name in preference:
        near = [(found, other) for found, other in partners.get(name, ()) if other not in dropped]
        if near:
            found, other = max(near, key=lambda pair: (pair[0], -place[pair[1]]))
            dropped[name] = Duplicate(kept=other, similarity=found)
    return dropped


def proposed_pairs(texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that MinHash proposes, each once.

    Raises:
        BadInput: if datasketch is not installed.
    """
    try:
        from datasketch import MinHash, MinHashLSH
    except ImportError:
        fix = install_extra("problems")
        raise BadInput("this command", "", "needs datasketch, which is not installed", fix) from None
    count = _BANDS * _ROWS
    index = MinHashLSH(num_perm=count, params=(_BANDS, _ROWS))
    empty = MinHash(num_perm=count, scheme="affine64", hashfunc=int)
    hashes: dict[str, MinHash] = {}
    for name, text in texts.items():
        digest = MinHash(num_perm=count, scheme="affine64", hashfunc=int, permutations=empty.permutations)
        digest.update_batch(_elements(text))
        for other in index.query(digest):
            if digest.jaccard(hashes[other]) >= _ESTIMATE:
                yield other, name
        index.insert(name, digest)
        hashes[name] = digest


def _elements(text: str) -> "NDArray[np.uint64]":
    """Return a 64-bit number for each occurrence of a gram, made of the gram and the occurrence."""
    import numpy as np

    codes = np.frombuffer(f"{_PAD}{text}{_PAD}".encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    windows = np.lib.stride_tricks.sliding_window_view(codes.astype(np.uint64), GRAM)
    multiplier = np.uint64(_MULTIPLIER)
    hashed = np.zeros(len(windows), dtype=np.uint64)
    for column in range(GRAM):
        hashed = (hashed ^ windows[:, column]) * multiplier
        hashed ^= hashed >> np.uint64(29)
    hashed.sort()
    starts = np.flatnonzero(np.concatenate(([True], hashed[1:] != hashed[:-1])))
    runs = np.diff(np.concatenate((starts, [len(hashed)])))
    occurrence = np.arange(len(hashed)) - np.repeat(starts, runs)
    result: NDArray[np.uint64] = (hashed ^ occurrence.astype(np.uint64)) * multiplier
    return result
