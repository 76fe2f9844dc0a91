"""Instances of the task's classes on the host."""

import pytest

from benchmark.judging.codec import instances
from benchmark.sandbox.host.channel import ReplyTooLong


class _Node:
    pass


def test_a_conversation_has_a_limit_of_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instances, "MADE_LIMIT", 2)
    known = instances.HostInstances()
    known.share("Node", _Node)
    first, is_new = known.find_or_make(1, _Node)
    assert is_new
    known.find_or_make(3, _Node)
    assert known.find_or_make(1, _Node) == (first, False)
    with pytest.raises(ReplyTooLong):
        known.find_or_make(5, _Node)
