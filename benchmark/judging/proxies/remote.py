"""Stand-ins on the host for functions, classes and objects in the guest."""

import sys
from collections.abc import Callable, Iterator
from types import GeneratorType
from typing import Any, NoReturn

from benchmark.judging.codec.encoding import NotEncodableError
from benchmark.judging.proxies.operators import Operators
from benchmark.judging.proxies.outcomes import SelfContradiction
from benchmark.judging.proxies.plain_stand_ins import plain_of
from benchmark.judging.proxies.reference import Origin, Reference, handle_of, reference_to

#: Special names (with double underscores) that a stand-in looks up in the guest.
_FORWARDED_NAMES = frozenset(
    f"__{name}__"
    for names in (
        ("name", "qualname", "doc", "module", "dict", "annotations", "slots", "members", "flags"),
        ("mro", "base", "bases", "subclasses", "abstractmethods", "wrapped", "self", "func", "call"),
        ("code", "closure", "defaults", "kwdefaults", "cause", "context", "notes"),
        ("next", "enter", "exit", "aiter", "anext", "aenter", "aexit"),
    )
    for name in names
)


class Remote(Operators):
    """A function, class or object of the answer.

    If the task asks for no class, it equals only itself, and ``in`` compares its elements on the host.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        if name == "_typ":
            raise AttributeError(name)  # pandas takes an object for a frame by this attribute
        if name.startswith("__") and name.endswith("__") and name not in _FORWARDED_NAMES:
            raise AttributeError(name)  # special methods exist only if a class on the host defines them
        session = self.sightbench_session()
        if session.exact and sys._getframe(1).f_globals.get("__name__", "").startswith(("numpy.", "pandas.")):
            raise AttributeError(name)  # np.sum(x) would return what x.sum() says
        if name in session.compared_by_host and self.__is_given():
            raise AttributeError(
                f"{self.sightbench_label()} of the answer is no plain value that has {name}()"
            )
        if name in session.counted_by_host and self.__is_given():
            return self.__of_items(name)
        value = self.sightbench_ask("getattr", name)
        if isinstance(value, Reference) and "handle" in value.sightbench_target():
            value.sightbench_set_label(f"{self.sightbench_label()}.{name}")
        return value

    def __is_given(self) -> bool:
        return "handle" in self.sightbench_target() and self.sightbench_origin() is not Origin.MADE

    def __of_items(self, name: str) -> Callable[..., object]:
        """Return ``count`` or ``index`` of a list of the items, which the host compares."""
        try:
            iterator = self.sightbench_iterator("iter")
        except TypeError:
            label = self.sightbench_label()
            raise AttributeError(f"{label} of the answer is no plain value that has {name}()") from None
        if isinstance(iterator, Remote) and iterator is self:
            raise AttributeError(f"{self.sightbench_label()} of the answer is an iterator")
        found: Callable[..., object] = getattr([*iterator], name)
        return found

    def sightbench_contradicts(self, reason: str) -> NoReturn:
        """End the conversation, because the object's replies cannot all be true."""
        raise self.sightbench_session().record_fault(SelfContradiction(self, reason))

    def __setattr__(self, name: str, value: object) -> None:
        self.sightbench_ask("setattr", name, value)

    def __delattr__(self, name: str) -> None:
        self.sightbench_ask("delattr", name)

    def __dir__(self) -> list[str]:
        names = self.sightbench_ask("dir")
        return list(map(str, names)) if isinstance(names, list) else self.sightbench_reject_reply()

    def __setitem__(self, key: object, value: object) -> None:
        self.sightbench_ask("setitem", key, value)

    def __delitem__(self, key: object) -> None:
        self.sightbench_ask("delitem", key)

    def __contains__(self, item: object) -> bool:
        decides = handle_of(item) is not None or self.sightbench_origin() is Origin.MADE
        if decides and self.sightbench_session().class_task:
            return self.sightbench_ask("contains", item) is True
        alike = []
        for element in self.sightbench_iterator("within"):
            if element is item or element == item:
                return True
            if isinstance(item, str) and isinstance(element, str) and element.casefold() == item.casefold():
                alike.append(element)
        return any(self.__is_same_key(item, element) for element in alike)

    def __is_same_key(self, item: object, key: str) -> bool:
        """Whether a mapping takes a text for one of its keys, which differs in capital letters only."""
        if self.sightbench_session().class_task or self.sightbench_ask("contains", item) is not True:
            return False
        try:
            return bool(self.sightbench_ask("getitem", item) == self.sightbench_ask("getitem", key))
        except Exception:  # noqa: BLE001 - the answer may raise any: it is no mapping then
            return False

    def __reversed__(self) -> Iterator[object]:
        return self.sightbench_iterator("reversed")

    def __next__(self) -> object:
        return self.sightbench_ask("next")

    def __aiter__(self) -> object:
        return self.__method("__aiter__")()

    async def __anext__(self) -> object:
        return await self.__method("__anext__")()

    def __str__(self) -> str:
        return self.__text("str")

    def __repr__(self) -> str:
        return self.__text("repr")

    def __format__(self, form: str) -> str:
        return self.__text("format", form)

    def __copy__(self) -> object:
        return self.sightbench_ask("copy")

    def __deepcopy__(self, _: object) -> object:
        return self.sightbench_ask("deepcopy")

    def __instancecheck__(self, value: object) -> bool:
        return reference_to(value) is not None and self.sightbench_ask("isinstance", value) is True

    def __subclasscheck__(self, other: object) -> bool:
        return reference_to(other) is not None and self.sightbench_ask("issubclass", other) is True

    def __mro_entries__(self, _: object) -> NoReturn:
        raise NotEncodableError(
            f"a test extends {self.sightbench_label()}, a class that stays with the answer"
        )

    def __enter__(self) -> object:
        return self.__method("__enter__")()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Leave the answer's context; it may suppress an exception only if that hides no wrong value."""
        suppressed = self.__method("__exit__")(*_exit_arguments(error))
        if error is None or not self.sightbench_session().may_suppress(error, sys._getframe(1)):
            return False
        return bool(suppressed)

    async def __aenter__(self) -> object:
        return await self.__method("__aenter__")()

    async def __aexit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        await self.__method("__aexit__")(*_exit_arguments(error))

    def __method(self, name: str) -> Callable[..., Any]:
        method = self.__getattr__(name)
        if not callable(method):
            raise TypeError(f"{self.sightbench_label()}.{name} is not callable")
        return method

    def sightbench_iterator(self, operator: str) -> Iterator[object]:
        """Return an iterator that the guest makes: ``iter``, ``within`` or ``reversed``."""
        iterator = self.sightbench_ask(operator)
        if not isinstance(iterator, Remote | GeneratorType):
            self.sightbench_reject_reply()
        return iterator  # type: ignore[return-value]  # a stand-in for an iterator may lack __iter__

    def __text(self, operator: str, *more: object) -> str:
        value = plain_of(self.sightbench_ask(operator, *more))
        return value if isinstance(value, str) else self.sightbench_reject_reply()


class CallableRemote(Remote):
    """An object of the answer that can be called; ``callable`` looks for the method."""

    __slots__ = ()

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call the object in the guest, and return a plain value or another stand-in."""
        return self.sightbench_session().call(self, args, kwargs)


class IterableRemote(Remote):
    """An object of the answer that has items; ``hasattr(x, "__iter__")`` looks for the method."""

    __slots__ = ()

    def __getitem__(self, key: object) -> object:
        return self.sightbench_ask("getitem", key)

    def __iter__(self) -> Iterator[object]:
        return self.sightbench_iterator("iter")


class FullRemote(CallableRemote, IterableRemote):
    """A name of the answer, or an object of which the guest does not say what it lacks."""

    __slots__ = ()


#: What an object lacks → the base of its stand-in.
BASES: dict[frozenset[str], type[Remote]] = {
    frozenset(): FullRemote,
    frozenset({"call"}): IterableRemote,
    frozenset({"iter"}): CallableRemote,
    frozenset({"call", "iter"}): Remote,
}


def _exit_arguments(error: BaseException | None) -> tuple[object, object, None]:
    """Return the arguments of the answer's ``__exit__``; the text of a failed assertion is left out."""
    if error is None:
        return None, None, None
    kind = next(base for base in type(error).__mro__ if base.__module__ == "builtins")
    return kind, AssertionError() if isinstance(error, AssertionError) else error, None
