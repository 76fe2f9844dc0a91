"""Containers that a test reads from an object and then changes."""

from benchmark.judging.conversation.reference import Reference
from benchmark.judging.conversation.watched_containers import WatchedContainers


def test_a_changed_container_is_reported_once() -> None:
    owner = Reference(None, {"handle": 0}, "owner")  # type: ignore[arg-type]  # its session is not used
    watched, items, row = WatchedContainers(lambda _: None), [1, [2]], {"a": 1}
    watched.watch(owner, "getattr", ("items",), items)
    watched.watch(owner, "getitem", (5,), row)
    assert list(watched.changed()) == []
    items[1].append(3)  # type: ignore[attr-defined]
    row["a"] = True  # equal to 1, but another value
    assert list(watched.changed()) == [(owner, "getattr", "items", items), (owner, "getitem", 5, row)]
    assert list(watched.changed()) == []
