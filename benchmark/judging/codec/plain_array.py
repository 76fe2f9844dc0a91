"""A numpy array of an answer for a test that does not use numpy: nested lists with numpy's comparisons.

A test that uses numpy gets a real array; see :mod:`.arrays`.
"""

from collections.abc import Iterator


class PlainArray:
    """An answer's numpy array on the host, where numpy need not be installed.

    As in numpy, ``==`` and ``!=`` compare element by element and return another array, and ``bool()`` fails
    unless the array has exactly one element. ``numpy.asarray`` reads it as a nested sequence.
    """

    __hash__ = None  # type: ignore[assignment]  # numpy arrays have no hash

    def __init__(self, shape: tuple[int, ...], items: list[object]) -> None:
        self.shape = shape
        self._items = items

    def is_sound(self) -> bool:
        """Whether the nesting of the items matches the shape, down to single values."""

        def matches(item: object, shape: tuple[int, ...]) -> bool:
            if not shape:
                return not isinstance(item, list | PlainArray)
            return (
                isinstance(item, list)
                and len(item) == shape[0]
                and all(matches(inner, shape[1:]) for inner in item)
            )

        return bool(self.shape) and matches(self._items, self.shape)

    def tolist(self) -> list[object]:
        """Return the array as nested lists."""
        return self._items

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        size = 1
        for length in self.shape:
            size *= length
        return size

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[object]:
        return (self[index] for index in range(len(self._items)))

    def __getitem__(self, key: int | slice | tuple[int | slice, ...]) -> object:
        if isinstance(key, tuple):
            return self._at(key)
        item = self._items[key]
        if isinstance(key, slice):
            return PlainArray((len(item), *self.shape[1:]), item)  # type: ignore[arg-type]
        return PlainArray(self.shape[1:], item) if isinstance(item, list) else item

    def _at(self, key: tuple[int | slice, ...]) -> object:
        """Return the element or the part at an index per dimension."""
        if len(key) > self.ndim:
            raise IndexError("too many indices for array")
        if not all(isinstance(index, int | slice) for index in key):
            raise TypeError("only whole numbers and slices can be indices of an array here")
        part = self[key[0]] if key else self
        if len(key) < 2:  # noqa: PLR2004 - one index
            return part
        assert isinstance(part, PlainArray)  # noqa: S101 - it has at least one more dimension
        if isinstance(key[0], int):
            return part[key[1:]]
        parts = [item[key[1:]] for item in part if isinstance(item, PlainArray)]
        lengths = [
            len(range(self.shape[place])[index])
            for place, index in enumerate(key[1:], 1)
            if isinstance(index, slice)
        ]
        items = [item.tolist() if isinstance(item, PlainArray) else item for item in parts]
        return PlainArray((len(parts), *lengths, *self.shape[len(key) :]), items)

    def __eq__(self, other: object) -> "PlainArray":  # type: ignore[override]  # element by element
        return self._compare(other, equal=True)

    def __ne__(self, other: object) -> "PlainArray":  # type: ignore[override]
        return self._compare(other, equal=False)

    def _compare(self, other: object, *, equal: bool) -> "PlainArray":
        plain = other.tolist() if isinstance(other, PlainArray) else other
        return PlainArray(self.shape, _compare_items(self._items, plain, equal=equal))

    def __bool__(self) -> bool:
        value: object = self._items
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        while isinstance(value, list):
            value = value[0]
        return bool(value)

    def all(self) -> bool:
        """Whether every element is true."""
        return all(bool(item.all() if isinstance(item, PlainArray) else item) for item in self)

    def any(self) -> bool:
        """Whether at least one element is true."""
        return any(bool(item.any() if isinstance(item, PlainArray) else item) for item in self)

    def __repr__(self) -> str:
        return f"array({self._items!r})"


def _compare_items(items: list[object], other: object, *, equal: bool) -> list[object]:
    if isinstance(other, list | tuple):
        if len(other) != len(items):
            raise ValueError("operands could not be broadcast together")
        partners: list[object] = list(other)
    else:
        partners = [other] * len(items)
    return [
        _compare_items(item, partner, equal=equal)
        if isinstance(item, list)
        else bool(item == partner) is equal
        for item, partner in zip(items, partners, strict=True)
    ]
