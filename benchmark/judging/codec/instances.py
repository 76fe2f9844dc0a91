"""Objects that both sides know by a number: instances of the task's classes, and the answer's own objects.

Instances of the task's classes travel as the name of their class and their fields.

The host has the task's own class, so the task's ``__init__``, ``__eq__`` and checkers decide about equality.
The answer has a twin of each instance, of the class that its module defines under the same name. Both sides
know an instance by its number: even ones were made on the host, odd ones in the guest. So the identity of
instances, cycles among them, and changes of their fields are kept.

Three kinds of classes can travel: classes of plain objects (``object``), named tuples (``record``), which
travel as their items, and enumerations (``member``), which travel as the name of the member.
"""

import collections
import enum
import functools
import operator
import types
from collections.abc import Iterable, Iterator
from typing import Any

from benchmark.judging.codec import random_states
from benchmark.sandbox.guest.shapes import OF_FUNCTION, SYNCHRONISED_LIMIT, Way, is_special
from benchmark.sandbox.host.channel import GuestFault, ReplyTooLong

NUMBER = "sightbench_number"  #: slot of values of the answer's own objects, for the number of the object
#: Methods of texts, containers and numbers, and those that numpy calls on any object.
METHODS_OF_VALUES = frozenset(
    name
    for kind in (str, bytes, list, tuple, dict, set, frozenset, int, float, complex)
    for name in dir(kind)
    if not name.startswith("_")
) | frozenset(
    {"all", "any", "argmax", "argmin", "cumsum", "dot", "max", "mean", "min", "prod", "round", "std", "sum"}
    | {"tolist", "var", "equals"}
)
#: Types of a callable default of a dataclass's field.
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, type)
#: Maximum number of instances that the answer makes in one conversation; each takes about 200 bytes here.
MADE_LIMIT = 1_000_000


class HiddenMethod(GuestFault):
    """An instance from the guest with a field that would replace a method of the task's class."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"an object of {kind} with a field {name[:100]!r} that hides a method")


class HostInstances:
    """The instances that one conversation knows; classes of the test's module travel when first sent."""

    def __init__(self, *, test_module: str = "") -> None:
        self.test_module = test_module
        #: Class → its name, for all classes whose instances travel.
        self.names: dict[type, str] = {}
        self._ways: dict[type, str] = {}  #: how instances of each class travel
        self._classes: dict[str, type] = {}
        self._objects: dict[int, object] = {}
        self._numbers: dict[int, int] = {}  #: id → number
        #: Values of objects of the answer; the same object may have several, each from another moment.
        self._values: list[object] = []
        self._made = 0
        self._found = 0  #: number of instances that were made for the guest
        self.unknown: set[type] = set()  #: classes of the test that the guest does not know yet
        self._setters: dict[tuple[type, str], types.MemberDescriptorType | None] = {}

    def share(self, name: str, kind: object) -> str:
        """Let instances of a class travel by this name; return how, or nothing if they cannot travel."""
        way = _way_of(kind)
        if way and isinstance(kind, type):
            self.names[kind], self._ways[kind] = name, way
            self._classes[name] = kind
        return way

    def adopt(self, kind: type) -> str:
        """Allow instances of a class of the test to be sent; return how, or nothing if they cannot be."""
        if not self.test_module or kind.__module__ != self.test_module:
            return ""
        way = self.share(f"{len(self.names)}.{kind.__name__}", kind)  # no name of the answer has a dot
        if way:
            self.unknown.add(kind)
        return way

    def way_of(self, kind: type) -> str:
        """How instances of a class travel; empty for every other class."""
        return self._ways.get(kind, "")

    def number_of(self, value: object) -> int:
        """Return the number of an instance; a new one gets the next even number."""
        # The slot has odd numbers only, those of the guest, so `or` never passes over a 0.
        number = getattr(value, NUMBER, None) or self._numbers.get(id(value))
        if number is None:
            number = 2 * self._made
            self._made += 1
            self._numbers[id(value)] = number
            self._objects[number] = value  # keeps it alive, so that no other object gets its id
        return number

    def knows(self, number: int) -> bool:
        """Whether an object has this number."""
        return number in self._objects

    def make_value(self, number: int, kind: type, *, stays: bool) -> object:
        """Return a new value, still without fields, for an object of the answer's own class.

        With ``stays``, the object has only this value from now on.
        """
        made = self._make(kind)
        object.__setattr__(made, NUMBER, number)
        if stays:
            self._objects[number] = made
        else:
            self._values.append(made)
        return made

    def kind(self, name: object, way: str = "") -> Any:
        """Return a class by its name; with a way, only if its instances travel in this way."""
        found = self._classes.get(name) if isinstance(name, str) else None
        if found is None or (way and _way_of(found) != way):
            raise ValueError("no such class")
        return found

    def shared_class(self, name: object) -> type:
        """Return the class of the task whose instances the guest may make."""
        kind: type = self.kind(name, Way.OBJECT)
        if getattr(kind, "__abstractmethods__", None):
            raise ValueError("no such instance")
        return kind

    def find_or_make(self, number: int, kind: type | None) -> tuple[object, bool]:
        """Return the object with this number, and whether it is new and so has no fields yet."""
        known = self._objects.get(number)
        if known is not None:
            if kind is not None and type(known) is not kind:
                raise ValueError("an object cannot change its class")
            return known, False
        # The host gives even numbers, so the guest cannot know one of an object that is not here.
        if kind is None or number % 2 == 0:
            raise ValueError("no such object")
        made = self._make(kind)
        self._objects[number] = made
        self._numbers[id(made)] = number
        return made, True

    def _make(self, kind: type) -> object:
        self._found += 1
        if self._found > MADE_LIMIT:
            raise ReplyTooLong(f"more than {MADE_LIMIT} objects")
        # No `__init__`: it may check, count or print, and the fields follow anyway.
        made: object = object.__new__(kind)
        return made

    def record(self, name: object, items: tuple[object, ...]) -> object:
        """Return a named tuple of the task's class."""
        kind = self.kind(name, Way.RECORD)
        if len(items) != len(kind._fields):
            raise ValueError("no such named tuple")
        return tuple.__new__(kind, items)

    def member(self, name: object, member: object) -> object:
        """Return a member of the task's enumeration, or a combination of its flags by value."""
        kind = self.kind(name, Way.MEMBER)
        if issubclass(kind, enum.Flag) and type(member) is int:
            return kind(member)
        found: object = kind.__members__[member]
        return found

    def synchronised_instances(self) -> Iterable[object]:
        """Return the instances whose changes every message brings: all, or none above the limit."""
        if len(self._objects) + len(self._values) > SYNCHRONISED_LIMIT:
            return ()
        return [*self._objects.values(), *self._values]

    def numbers(self) -> set[int]:
        """Return the numbers of all instances that both sides know."""
        return {*self._objects}

    def set_fields(self, instance: Any, fields: dict[str, object]) -> None:
        """Give an instance exactly these fields, without running code of the class.

        Raises:
            HiddenMethod: if a field would hide a method or another attribute that the class computes.
            ValueError: if the class has no place for a field.
        """
        kind = type(instance)
        if kind not in self.names:  # an object of the answer's own class
            inside = vars(instance)
            inside.clear()
            inside.update({name: value for name, value in fields.items() if is_shown(name, value)})
            return
        fields = {name: value for name, value in fields.items() if not _is_foreign_method(name, value)}
        fields = {name: value for name, value in fields.items() if not _is_cached_property(kind, name)}
        setters = {name: self._setter(kind, name) for name in fields}
        for name in [name for name in fields_of(instance) if name not in fields]:
            slot = self._setter(kind, name)
            if slot is None:
                del instance.__dict__[name]
            else:
                slot.__delete__(instance)
        for name, value in fields.items():
            slot = setters[name]
            if slot is not None:
                slot.__set__(instance, value)
            else:
                instance.__dict__[name] = value

    def _setter(self, kind: type, name: str) -> types.MemberDescriptorType | None:
        """Return the slot for a field, or None if the field belongs in the instance's ``__dict__``."""
        if (kind, name) not in self._setters:
            # Not `getattr`, which would run the `__get__` of a descriptor.
            found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
            if isinstance(found, types.MemberDescriptorType):
                self._setters[kind, name] = found
            elif name in getattr(kind, "__dataclass_fields__", ()) and isinstance(found, _FUNCTIONS):
                self._setters[kind, name] = None  # the default of a field
            elif callable(found) or hasattr(type(found), "__get__") or name.startswith("__"):
                raise HiddenMethod(kind.__name__, name)
            elif kind.__dictoffset__ == 0:
                raise ValueError(f"no place for {name}")
            else:
                self._setters[kind, name] = None
        return self._setters[kind, name]


def is_shown(name: str, value: object) -> bool:
    """Whether the test may see a field of the answer's object; a function would act like a method.

    Special names such as ``__array_interface__`` are hidden: Python and numpy would use the object by them.
    """
    if is_special(name):
        return name in OF_FUNCTION
    return not callable(value)


def _is_foreign_method(name: str, value: object) -> bool:
    """Whether a field is a function with the name of a method of texts, containers, numbers or arrays."""
    return name in METHODS_OF_VALUES and callable(value)


def _is_cached_property(kind: type, name: str) -> bool:
    """Whether a field is the stored value of a ``cached_property``, which the host computes by itself."""
    return isinstance(getattr(kind, name, None), functools.cached_property)


class InstanceSnapshot:
    """Instances that the test holds, as they were when the guest sent them."""

    def __init__(self, instances: Iterable[object] = ()) -> None:
        self._before = [(instance, _state(instance)) for instance in instances]

    def changed(self) -> list[object]:
        """Return the instances that the test has changed since the guest sent them."""
        return [instance for instance, before in self._before if not are_same(_state(instance), before)]


def _state(instance: object) -> list[object]:
    """Return the fields of an instance, and the items of containers in them."""
    state: list[object] = []
    for name, value in fields_of(instance).items():
        state += (name, value, *shallow_items(value))
    return state


def shallow_items(value: object) -> list[object]:
    """Return the items of a list, dict, set or deque, and none of any other value.

    A generator of random numbers counts as changed by everything that may have used it.
    """
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, list | set | collections.deque):
        return [*value]
    return [object()] if random_states.is_generator(value) else []


def are_same(state: list[object], before: list[object]) -> bool:
    """Whether two lists hold identical objects in the same order."""
    return len(state) == len(before) and all(map(operator.is_, state, before))


def fields_of(instance: object) -> dict[str, object]:
    """Return the fields of an instance: its ``__dict__`` and its slots that have a value."""
    kind = type(instance)
    return {
        name: value
        for name, value in _all_fields(instance)
        if name != "__orig_class__" and not _is_cached_property(kind, name)
    }


def _all_fields(instance: object) -> Iterator[tuple[str, object]]:
    yield from getattr(instance, "__dict__", {}).items()
    kind: Any = type(instance)
    for name, slot in _slots(kind):
        try:
            yield name, slot.__get__(instance)
        except AttributeError:
            continue


@functools.lru_cache(maxsize=64)
def _slots(kind: Any) -> tuple[tuple[str, types.MemberDescriptorType], ...]:
    return tuple(
        (name, slot)
        for base in kind.__mro__
        for name, slot in vars(base).items()
        if isinstance(slot, types.MemberDescriptorType) and slot.__objclass__ is base and name != NUMBER
    )


def _way_of(kind: object) -> str:
    if not isinstance(kind, type):
        return ""
    if issubclass(kind, enum.Enum):
        return Way.MEMBER
    if issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple):
        return Way.RECORD
    # Objects are made without the class's own `__new__`: a second one of a singleton would appear.
    if issubclass(kind, BaseException | type) or kind.__new__ is not object.__new__:
        return ""
    plain: Any = kind
    while getattr(plain, "__abstractmethods__", None):  # an abstract class has no objects of its own
        plain = plain.__base__
    try:
        object.__new__(plain)
    except TypeError:  # it extends a builtin type
        return ""
    return Way.OBJECT
