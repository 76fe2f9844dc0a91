"""Numbers, texts and tuples whose class the answer defines: members of an IntEnum, named tuples.

On the host such a value compares and calculates as the plain value. The guest provides attributes that the
plain type lacks (``point.x``, ``Level.LOW.name``), and the results of ``str`` and ``repr``.
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
