import hashlib
import random

import pytest
import rfc8785

from benchmark.core.digest import digest_canonical
from benchmark.core.verdict import Status

TEXTS = ("", "a", "z1", "Öhm", "\u20ac", "\ufb33", "\U0001f600", '"\\/\b\f\n\r\t', "\x00\x1f\x7f", "\u2028")
NUMBERS = (0, -1, 2**53 - 1, 0.0, -0.0, 1.0, 0.1, 1e21, 1e-7, 1e-06, 123456789012345680.0, 5e-324, -1.5e300)


def some_value(chance: random.Random, depth: int) -> object:
    kind = chance.randrange(7 if depth else 4)
    size = chance.randrange(5)
    match kind:
        case 0:
            return "".join(chance.choices(TEXTS, k=size))
        case 1:
            return chance.choice(NUMBERS)
        case 2:
            return chance.choice((True, False, None, Status.PASSED))
        case 3:
            return chance.choices(TEXTS, k=size)
        case 4:
            return tuple(some_value(chance, depth - 1) for _ in range(size))
        case _:
            return {"".join(chance.choices(TEXTS, k=2)): some_value(chance, depth - 1) for _ in range(size)}


def test_the_digest_is_that_of_the_bytes_of_rfc_8785() -> None:
    """Ids of rows are such digests, so the bytes must never change."""
    chance = random.Random(8785)  # noqa: S311 - not used for security
    for _ in range(3000):
        value = some_value(chance, 4)
        assert digest_canonical(value) == hashlib.sha256(rfc8785.dumps(value)).hexdigest(), value


@pytest.mark.parametrize(
    "value",
    [
        float("nan"),
        float("inf"),
        2**53,
        -(2**53),
        "\ud800",
        ["\udfff"],
        {"\ud800": 1},
        {"é\ud800": 1},
        {1: 2},
    ],
)
def test_a_value_that_rfc_8785_does_not_allow_is_refused_at_any_depth(value: object) -> None:
    for nested in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(ValueError, match=r"."):
            rfc8785.dumps(nested)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"."):
            digest_canonical(nested)
