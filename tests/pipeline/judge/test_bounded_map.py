"""Values are mapped in threads, a few at a time."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from benchmark.pipeline.judge.extracting import bounded_map


def test_results_come_in_order_and_values_are_taken_when_needed() -> None:
    taken = []

    def values() -> Iterator[int]:
        for value in range(1_000):
            taken.append(value)
            yield value

    with ThreadPoolExecutor(2) as pool:
        results = bounded_map(pool, lambda value: value * 2, values())
        assert next(results) == 0
        assert len(taken) < 100
        assert list(results) == [value * 2 for value in range(1, 1_000)]
