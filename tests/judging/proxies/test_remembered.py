"""Objects of the answer repeat their replies until the test acts; a fake guest counts the questions."""

import itertools
from collections.abc import Callable, Iterator

import pytest

from benchmark.judging.proxies import remembered
from benchmark.judging.proxies.outcomes import Outcome, SelfContradiction
from benchmark.judging.proxies.reference import Reference
from benchmark.judging.proxies.remembered import RememberedReplies
from benchmark.sandbox.host.channel import GuestFault, ReplyTooLong


class Guest:
    """A guest whose objects reply with functions of the operator and its operands."""

    def __init__(self, **replies: Callable[..., object]) -> None:
        self.asked: list[tuple[str, object, tuple[object, ...]]] = []
        self.faults: list[GuestFault] = []
        self._replies = replies
        self._iterators: dict[int, Iterator[object]] = {}
        self.memory = RememberedReplies(self._ask, self._record)

    def thing(self, number: int | str = 0) -> Reference:
        target = {"name" if isinstance(number, str) else "handle": number}
        return Reference(None, target, "<Thing>")  # type: ignore[arg-type]  # no conversation is needed

    def look(self, operator: str, target: Reference, *args: object) -> object:
        return self.memory.reply(operator, target, args)

    def items(self, target: Reference) -> Iterator[object]:
        found = self.look("iter", target)
        assert isinstance(found, Iterator)
        return found

    def _ask(
        self, operator: str, target: Reference, args: tuple[object, ...], *, keep: bool = False
    ) -> Outcome:
        del keep  # a fake value is kept as it is
        (number,) = target.sightbench_target().values()
        self.asked.append((operator, number, args))
        try:
            if operator == "next":
                assert isinstance(number, int)
                return Outcome(next(self._iterators[number]), size=10)
            value = self._replies[operator](*args)
        except Exception as error:  # noqa: BLE001 - the answer may raise any
            return Outcome(error=error)
        if operator != "iter":
            return Outcome(value, size=10)
        assert isinstance(value, Iterator)
        self._iterators[len(self.asked) + 100] = value
        return Outcome(self.thing(len(self.asked) + 100))

    def _record(self, fault: GuestFault) -> GuestFault:
        self.faults.append(fault)
        return fault


def counting() -> Callable[..., object]:
    counter = itertools.count()
    return lambda *_: next(counter)


def test_a_look_is_asked_once_until_the_test_acts() -> None:
    guest = Guest(getattr=counting(), float=counting(), setattr=lambda *_: None)
    thing, other = guest.thing(0), guest.thing(1)
    assert [guest.look("getattr", thing, "x") for _ in range(3)] == [0, 0, 0]
    assert guest.look("getattr", thing, "y") == 1
    assert guest.look("getattr", other, "x") == 2
    assert guest.look("float", thing) == guest.look("float", thing) == 0
    guest.look("setattr", other, "x", 1)
    assert guest.look("getattr", thing, "x") == 3


def test_equal_keys_of_other_types_are_other_questions() -> None:
    guest = Guest(getitem=counting())
    thing = guest.thing()
    keys: list[object] = [1, True, 1.0, "1", (1,), [1], slice(1), None]
    assert [guest.look("getitem", thing, key) for key in keys] == list(range(8))
    assert [guest.look("getitem", thing, key) for key in keys] == list(range(8))


def test_an_exception_is_repeated() -> None:
    errors = iter([AttributeError("x")])
    guest = Guest(getattr=lambda _: (_ for _ in ()).throw(next(errors)))
    for _ in range(2):
        with pytest.raises(AttributeError, match="x"):
            guest.look("getattr", guest.thing(), "x")
    assert len(guest.asked) == 1


@pytest.mark.parametrize(("acts", "replies"), [(True, [1, 1]), (False, [0, 1])])
def test_a_call_with_plain_values_changes_only_what_names_reply(acts: bool, replies: list[int]) -> None:
    guest = Guest(getattr=counting(), len=counting())
    thing, name = guest.thing(0), guest.thing("f")
    guest.look("getattr", thing, "x")
    guest.look("len", name)
    with guest.memory.during_call(acts=acts):
        pass
    assert [guest.look("getattr", thing, "x"), guest.look("len", name)] == replies


def test_a_function_of_the_test_sees_objects_as_they_are_during_an_act() -> None:
    guest = Guest(getattr=counting())
    thing = guest.thing()
    for acts, replies in ((False, [0, 0]), (True, [1, 2])):
        seen = []
        with guest.memory.during_call(acts=acts):
            for _ in range(2):
                guest.memory.answer_asks()
                seen.append(guest.look("getattr", thing, "x"))
        assert seen == replies


def test_items_are_read_when_a_loop_reaches_them_and_kept() -> None:
    guest = Guest(iter=itertools.count)
    thing = guest.thing()
    assert list(itertools.islice(guest.items(thing), 3)) == [0, 1, 2]
    assert list(itertools.islice(guest.items(thing), 5)) == [0, 1, 2, 3, 4]
    assert [operator for operator, _, _ in guest.asked] == ["iter", *["next"] * 5]


def test_the_length_that_list_asks_for_is_a_hint() -> None:
    guest = Guest(iter=lambda: iter([1, 2]), len=lambda: 7)
    thing = guest.thing()
    items = guest.items(thing)
    assert guest.look("len", thing) == 7
    assert [*items] == [1, 2]
    with pytest.raises(SelfContradiction, match="its length is 7, but it has 2 items"):
        guest.look("len", thing)
    assert len(guest.faults) == 1


def test_an_act_in_a_loop_lets_it_see_later_items() -> None:
    content = [1, 2]
    guest = Guest(iter=lambda: iter(content), len=lambda: len(content), call=content.append)
    thing, seen = guest.thing(), []
    assert guest.look("len", thing) == 2
    for item in guest.items(thing):
        seen.append(item)
        if item == 1:
            guest.look("call", thing, 3)
    assert seen == [1, 2, 3]


def test_many_indexes_are_compared_in_linear_time() -> None:
    size = 3000
    guest = Guest(iter=lambda: iter(range(size)), getitem=lambda i: i, len=lambda: size)
    thing = guest.thing()
    assert [*guest.items(thing)] == [guest.look("getitem", thing, i) for i in range(size)]
    assert len(guest.asked) == 2 * size + 2


def test_an_item_by_index_that_no_loop_gives_is_a_contradiction() -> None:
    guest = Guest(iter=lambda: iter([5]), getitem=lambda _: 4, is_mapping=lambda: False)
    assert guest.look("getitem", guest.thing(), 0) == 4
    with pytest.raises(SelfContradiction, match="its item 0 by index is not its item 0 in a loop"):
        guest.items(guest.thing())


def test_nan_and_nested_values_agree_with_themselves() -> None:
    values = [float("nan"), [1, [2.5, "a"]], {"k": {1, 2}}, (None, True)]
    guest = Guest(iter=lambda: iter(values), getitem=lambda i: values[i])
    thing = guest.thing()
    for i in range(-4, 4):
        guest.look("getitem", thing, i)
    assert len([*guest.items(thing)]) == 4


def test_remembered_replies_have_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_BYTES_LIMIT", 4_000)
    guest = Guest(getitem=lambda _: "text", iter=itertools.count, setitem=lambda *_: None)
    thing = guest.thing()
    for i in range(9):
        guest.look("getitem", thing, i)
    guest.look("setitem", thing, 0, 0)
    for i in range(9):
        guest.look("getitem", thing, str(i))
    with pytest.raises(ReplyTooLong):
        guest.look("getitem", thing, "more")
    guest.look("setitem", thing, 0, 0)
    with pytest.raises(ReplyTooLong):
        sum(1 for _ in guest.items(thing))


def test_items_that_a_loop_gets_after_an_act_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_BYTES_LIMIT", 4_000)
    guest = Guest(iter=itertools.count, setitem=lambda *_: None)
    for item in guest.items(thing := guest.thing()):
        guest.look("setitem", thing, 0, 0)
        if item == 50:
            break


def test_an_act_brings_each_loop_forward_before_it_runs() -> None:
    """A list that gets shorter ends a loop early, and a loop in a loop goes on behind its own position."""
    content = [1, 2, 3, 4]
    guest = Guest(iter=lambda: iter(content), call=content.pop)
    thing = guest.thing()
    assert [*guest.items(thing)] == [1, 2, 3, 4]
    seen = []
    for outer in guest.items(thing):
        for inner in guest.items(thing):
            seen.append((outer, inner))
            if inner == outer:
                guest.look("call", thing)
    assert seen == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


def test_a_view_of_a_mapping_is_asked_once_until_the_test_acts() -> None:
    method = Reference(None, {"handle": 5}, "<method>")  # type: ignore[arg-type]  # no conversation is needed
    replies = iter([[1, 2], [3]])
    guest = Guest(getattr=lambda _: method, call=lambda: next(replies))
    thing = guest.thing()
    assert guest.memory.view_of(method) is None
    guest.look("getattr", thing, "values")
    assert guest.memory.view_of(method) == (thing, "values")
    assert guest.memory.view(thing, "values", method) == [1, 2] == guest.memory.view(thing, "values", method)
    guest.memory.forget()
    assert guest.memory.view(thing, "values", method) == [3]


def test_views_of_a_mapping_must_agree() -> None:
    methods = {
        name: Reference(None, {"handle": number}, "<method>")  # type: ignore[arg-type]  # no conversation
        for number, name in enumerate(("keys", "items"), start=5)
    }
    replies = iter([["a", "b"], [("a", 1), ("c", 2)]])
    guest = Guest(getattr=lambda name: methods[name], call=lambda: next(replies))
    guest.memory.view(guest.thing(), "keys", methods["keys"])
    with pytest.raises(SelfContradiction, match="keys"):
        guest.memory.view(guest.thing(), "items", methods["items"])
    assert guest.faults
