"""Numbers, texts and tuples of classes of the answer's own: members of an IntEnum, named tuples.

On the host such a value is the plain one in everything that compares or calculates. Names that the plain type
has not (``point.x``, ``Level.LOW.name``) and its texts come from the guest.
"""

from typing import Self


class PlainStandIn:
    """Comes before the plain type among the bases of a class."""

    sightbench_number: int
    sightbench_remote: object  #: the stand-in that asks the guest
    sightbench_plain: object

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
    """A value without such names."""
    return value.sightbench_plain if isinstance(value, PlainStandIn) else value
