"""Numbers, texts and tuples whose class the answer defines: members of an IntEnum, named tuples.

On the host such a value compares and calculates as the plain value. The guest provides attributes that the
plain type lacks (``point.x``, ``Level.LOW.name``), and the results of ``str`` and ``repr``.
"""

from typing import Self


class PlainStandIn:
    """First base of the classes of such values; the second base is the plain type."""

    sightbench_number: int  #: handle number
    sightbench_remote: object  #: stand-in that asks the guest
    sightbench_plain: object  #: value of exactly the plain type

    def __getattr__(self, name: str) -> object:
        return getattr(self.sightbench_remote, name)

    def __str__(self) -> str:
        return str(self.sightbench_remote)

    def __repr__(self) -> str:
        return repr(self.sightbench_remote)

    def __format__(self, form: str) -> str:
        return format(self.sightbench_remote, form)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


def plain_of(value: object) -> object:
    """Return the plain value of a :class:`PlainStandIn`, and any other value as it is."""
    return value.sightbench_plain if isinstance(value, PlainStandIn) else value
