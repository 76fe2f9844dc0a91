"""Containers that a test reads from an object and changes."""

from benchmark.judging.proxies.reference import Reference
from benchmark.judging.proxies.watched_containers import WatchedContainers


def test_what_a_test_has_changed_is_told_once() -> None:
    owner = Reference(None, {"handle": 0}, "owner")  # type: ignore[arg-type]  # it is asked nothing
    back, items, kept = WatchedContainers(), [1, [2]], {"a": 1}
    back.watch(owner, "getattr", ("items",), items)
    back.watch(owner, "getitem", (5,), kept)
    assert list(back.changed()) == []
    items[1].append(3)  # type: ignore[attr-defined]
    kept["a"] = True  # equal, and not the same
    assert list(back.changed()) == [(owner, "getattr", "items", items), (owner, "getitem", 5, kept)]
    assert list(back.changed()) == []


def test_what_nobody_holds_is_forgotten() -> None:
    owner = Reference(None, {"handle": 0}, "owner")  # type: ignore[arg-type]  # it is asked nothing
    back = WatchedContainers()
    back.watch(owner, "getattr", ("items",), [1])
    back.watch(owner, "call", (), [1])
    back.watch(owner, "getattr", ("name",), "text")
    assert list(back.changed()) == []
    assert back._read == []
