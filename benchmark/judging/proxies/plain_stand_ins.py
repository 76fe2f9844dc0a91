"""Numbers, texts and tuples whose class the answer defines: members of an IntEnum, named tuples.

On the host such a value compares and calculates as the plain value. The guest provides attributes that the
plain type lacks (``point.x``, ``Level.LOW.name``), and the results of ``str`` and ``repr``.

A test may read a tuple by attributes and by items, and both must tell the same. In a task for a function the
fields of a named tuple are its items. Any other attribute with a plain value must be one of the items, if the
test uses the items too.
"""

import re
from collections.abc import Callable
from typing import Any, Self

_MEMBER = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")
_NUMBER = re.compile(r"[\s(+-]*(?:[0-9][0-9a-fA-FoxXjJ_.,+\-\s)]*|inf|nan)%?\s*")


class PlainStandIn:
    """First base of the classes of such values; the second base is the plain type."""

    sightbench_number: int  #: handle number
    sightbench_remote: Any  #: stand-in that asks the guest
    sightbench_plain: object  #: value of exactly the plain type

    def __getattr__(self, name: str) -> object:
        return getattr(self.sightbench_remote, name)

    def __str__(self) -> str:
        return self.__agreeing(str(self.sightbench_remote), str)

    def __repr__(self) -> str:
        return self.__agreeing(repr(self.sightbench_remote), repr)

    def __format__(self, form: str) -> str:
        return self.__agreeing(format(self.sightbench_remote, form), lambda value: format(value, form))

    def __agreeing(self, text: str, form: Callable[[object], str]) -> str:
        """Return the object's text; end the conversation if it looks like the text of another plain value."""
        plain, remote = self.sightbench_plain, self.sightbench_remote
        if not remote.sightbench_session().class_task and _is_of_plain_value(plain, text, form is repr):
            try:
                wanted = form(plain)
            except (TypeError, ValueError):  # only the answer's class knows this format
                return text
            if text != wanted and not (isinstance(plain, str) and self.__is_name(text)):
                remote.sightbench_contradicts("its text is not that of its value")
        return text

    def __is_name(self, text: str) -> bool:
        """Whether a text is the name of an enumeration's member; upper and lower case do not matter."""
        name = getattr(self.sightbench_remote, "name", None)
        return isinstance(name, str) and name.casefold() == text.casefold()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


class TupleStandIn(PlainStandIn):
    """First base of the classes of tuples."""

    #: Uses of the object, kept for all its stand-ins: ``items``, and the attribute that is no item.
    sightbench_uses: dict[str, str]

    def __getattr__(self, name: str) -> object:
        value = super().__getattr__(name)
        if name.startswith("_") or self.sightbench_remote.sightbench_session().class_task:
            return value
        items: Any = self.sightbench_plain
        try:
            fields = self.sightbench_remote.sightbench_ask("getattr", "_fields")
        except Exception:  # noqa: BLE001 - the answer's class may raise any
            fields = ()
        if isinstance(fields, tuple) and name in fields[: len(items)]:
            if not self.__is_item(value, fields.index(name)):
                self.sightbench_remote.sightbench_contradicts(f"its field {name!r} is not its item")
            return value
        if _is_fixed(value) and not any(_agrees(value, item) for item in (*items, items)):
            self.sightbench_uses["attribute"] = name
            self.__compare_uses()
        return value

    def __is_item(self, value: object, place: int) -> bool:
        """Whether a value is an item, which may be a list that has changed since the test got the tuple."""
        items: Any = self.sightbench_plain
        if _agrees(value, items[place]) or _is_fixed(items[place]):
            return _agrees(value, items[place])
        items = self.sightbench_remote.sightbench_ask("plain")
        return isinstance(items, tuple) and place < len(items) and _agrees(value, items[place])

    def __compare_uses(self) -> None:
        name = self.sightbench_uses.get("attribute")
        if name is not None and "items" in self.sightbench_uses:
            self.sightbench_remote.sightbench_contradicts(f"its attribute {name!r} is none of its items")

    def sightbench_use_items(self) -> None:
        """Note that the test uses the items."""
        self.sightbench_uses["items"] = ""
        self.__compare_uses()


def _using_items(name: str) -> Callable[..., object]:
    method: Callable[..., object] = getattr(tuple, name)

    def use(self: Any, *args: object) -> object:
        self.sightbench_use_items()
        return method(self, *args)

    return use


for _name in (
    *("__getitem__", "__iter__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("__contains__", "__hash__", "__add__", "__mul__", "__rmul__", "count", "index"),
):
    setattr(TupleStandIn, _name, _using_items(_name))


def _agrees(value: object, item: object) -> bool:
    """Whether an attribute is an item: the same object, or an equal plain value."""
    return value is item or are_equal(_bare(value), _bare(item))


def are_equal(one: Any, other: Any) -> bool:
    """Whether two plain values are equal, with arrays and frames as a whole; nan equals nan."""
    try:
        if type(one) is type(other) and _is_of_library(one):
            return _are_equal_in_library(one, other)
        return bool(one == other or (one != one and other != other))  # noqa: PLR0124 - nan
    except ValueError:  # there are arrays inside
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return len(one) == len(other) and all(map(are_equal, one, other))
        if isinstance(one, dict) and isinstance(other, dict):
            return one.keys() == other.keys() and all(are_equal(one[key], other[key]) for key in one)
        return False
    except (RecursionError, TypeError):
        return False


def _is_of_library(value: object) -> bool:
    """Whether a value is one of numpy or pandas; a stand-in has no such text for its module."""
    return str(type(value).__module__).partition(".")[0] in ("numpy", "pandas")


def _are_equal_in_library(one: Any, other: Any) -> bool:
    if hasattr(one, "equals"):
        return bool(one.equals(other))
    same = one.shape == other.shape and one.dtype == other.dtype
    return bool(same and one.tobytes() == other.tobytes())


def _bare(value: object) -> object:
    """Return a value whose comparison is no use of a stand-in's items."""
    plain = plain_of(value)
    return tuple(map(_bare, plain)) if isinstance(plain, tuple) else plain


def _is_fixed(value: object) -> bool:
    """Whether a value is plain and cannot change."""
    if isinstance(value, tuple | frozenset):
        return all(map(_is_fixed, plain_of(value)))  # type: ignore[call-overload]  # items of a tuple
    return value is None or isinstance(value, int | float | complex | str | bytes)


def _is_of_plain_value(plain: object, text: str, is_repr: bool) -> bool:
    """Whether a text looks like that of a plain value, unlike ``Color.RED``, ``<Color.RED: 1>`` or ``$1.50``.

    For an object that extends ``str``, every text does, except ``repr`` and dotted names of members.
    """
    if isinstance(plain, str):
        return not is_repr and _MEMBER.fullmatch(text) is None
    if isinstance(plain, int | float | complex):
        return _NUMBER.fullmatch(text) is not None
    return text.startswith(("(", "frozenset(", "b'", 'b"'))


def plain_of(value: object) -> object:
    """Return the plain value of a :class:`PlainStandIn`, and any other value as it is."""
    return value.sightbench_plain if isinstance(value, PlainStandIn) else value
