import pytest

from benchmark.judging.codec.plain_array import PlainArray


def array(*rows: list[int]) -> PlainArray:
    return PlainArray((len(rows), len(rows[0])), list(rows))


def test_an_array_compares_element_by_element() -> None:
    assert (array([1, 2], [3, 4]) == [[1, 2], [3, 4]]).all()
    assert not (array([1, 2], [3, 4]) == [[1, 2], [3, 5]]).all()
    assert (array([1, 2]) != [[1, 3]]).tolist() == [[False, True]]
    assert (array([1, 2]) == 1).tolist() == [[True, False]]
    assert (array([1, 2]) == array([1, 2])).all()


def test_arrays_of_different_lengths_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        _ = array([1, 2]) == [[1, 2, 3]]


def test_an_array_of_more_than_one_element_has_no_truth_value() -> None:
    with pytest.raises(ValueError, match="ambiguous"):
        bool(array([1, 2]) == [[1, 2]])
    assert bool(PlainArray((1, 1), [[5]]))
    assert not bool(PlainArray((1,), [0]))


def test_an_array_can_be_indexed_and_sliced() -> None:
    square = array([1, 2], [3, 4])
    assert square[0, 1] == 2
    assert square[1][0] == 3
    row = square[1]
    assert isinstance(row, PlainArray)
    assert row.shape == (2,)
    assert [len(square), square.ndim, square.size] == [2, 2, 4]
    assert [list(row) for row in square] == [[1, 2], [3, 4]]  # type: ignore[call-overload]


def test_columns_of_an_array_are_not_its_rows() -> None:
    square = array([1, 2], [3, 4])
    column = square[:, 0]
    assert isinstance(column, PlainArray)
    assert (column.shape, column.tolist()) == ((2,), [1, 3])
    part = square[1:, :]
    assert isinstance(part, PlainArray)
    assert (part.shape, part.tolist()) == ((1, 2), [[3, 4]])
    assert (square[0, ::-1] == [2, 1]).all()  # type: ignore[attr-defined]
    with pytest.raises(IndexError, match="too many"):
        square[0, 0, 0]
    with pytest.raises(TypeError, match="indices"):
        square[:, None]  # type: ignore[index]


@pytest.mark.parametrize(
    ("shape", "items", "sound"),
    [((2,), [1, 2], True), ((1, 2), [[1, 2]], True), ((0,), [], True), ((), [], False), ((1,), [[1]], False)],
)
def test_the_shape_must_match_the_items(shape: tuple[int, ...], items: list[object], sound: bool) -> None:
    assert PlainArray(shape, items).is_sound() is sound
