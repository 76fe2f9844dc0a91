"""Stand-ins for objects of the answer's dataclasses, for ``fields``, ``asdict`` and ``replace`` of a test.

The module dataclasses looks for the fields in the class of an object, and ``replace`` calls that class.
"""

import dataclasses
from collections.abc import Sequence
from typing import Any

from benchmark.judging.proxies.reference import Conversation, Reference
from benchmark.judging.proxies.remote import Remote


class _DataclassKind(type):
    """The class of such stand-ins. Calling it calls the answer's class."""

    sightbench_own_class: Any

    def __call__(cls, *args: object, **kwargs: object) -> object:
        return cls.sightbench_own_class(*args, **kwargs)


def dataclass_stand_in(
    kind: type[Remote], fields: Sequence[tuple[str, bool]], own_class: Remote
) -> type[Remote]:
    """Return a class of stand-ins that has the fields of a dataclass.

    Args:
        kind: the class of stand-ins without them.
        fields: name of each field, and whether the initialiser takes it.
        own_class: the stand-in for the answer's class.
    """
    described = dataclasses.make_dataclass(
        "Fields",
        [(name, object, dataclasses.field(init=init)) for name, init in fields],
        init=False,  # no code is made of the names
        repr=False,
        eq=False,
        match_args=False,
    )
    inside = {
        "__slots__": (),
        "__dataclass_fields__": described.__dict__["__dataclass_fields__"],
        "sightbench_own_class": own_class,
        "sightbench_stands_in": True,
        "__module__": kind.__dict__["__module__"],
    }
    made: Any = _DataclassKind(kind.__name__, (kind,), inside)
    return made  # type: ignore[no-any-return]  # a class of stand-ins


def make_stand_in(kind: type[Remote], session: Conversation, target: dict[str, object], label: str) -> Remote:
    """Return a stand-in of a class, without calling the class."""
    made = object.__new__(kind)
    Reference.__init__(made, session, target, label)
    return made
