from __future__ import annotations
from typing import Any, Callable, Final, Generic, Iterable, Literal, Optional, Protocol, TypedDict, TypeVar, Union, cast, overload
T = TypeVar('T')
LIMIT: Final[int] = 10
class Sized(Protocol):
    def size(self) -> int: ...
class Options(TypedDict, total=False):
    key: Optional[Callable[[Any], Any]]
class Box(Generic[T]):
    def __init__(self, item: T) -> None: self.item: T = item
@overload
def f(xs: Iterable[int], key: None) -> int: ...
@overload
def f(xs: Iterable[str], key: Callable[[str], int]) -> str: ...
def f(xs, key=None) -> T:
    best: Union[Box[T], None] = None
    for x in xs:
        if best is None or (key(x) > key(best.item) if key else x > best.item): best = Box(x)
    return cast('T', best.item)
