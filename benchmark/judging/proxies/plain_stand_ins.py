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
        """Return a text, which must be that of the plain value if it could be that of another one."""
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
        """Whether a text is the name of a member, perhaps in other letters."""
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
    if value is item:
        return True
    value, item = _bare(value), _bare(item)
    try:
        return bool(value == item or (value != value and item != item))  # noqa: PLR0124 - nan
    except (RecursionError, TypeError, ValueError):
        return False


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
    """Whether a text could be that of a plain value: not ``Color.RED``, ``<Color.RED: 1>`` or ``$1.50``.

    The text of a text is that of an enumeration's member if it is dotted, and its name may be in capitals.
    """
    if isinstance(plain, str):
        return not is_repr and _MEMBER.fullmatch(text) is None
    if isinstance(plain, int | float | complex):
        return _NUMBER.fullmatch(text) is not None
    return text.startswith(("(", "frozenset(", "b'", 'b"'))


def plain_of(value: object) -> object:
    """Return the plain value of a :class:`PlainStandIn`, and any other value as it is."""
    return value.sightbench_plain if isinstance(value, PlainStandIn) else value
