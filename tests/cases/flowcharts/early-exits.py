def f(rows, wanted):
    for i, row in enumerate(rows):
        if not row:
            return 'empty', i
        for j, cell in enumerate(row):
            if cell is None:
                raise ValueError(f'row {i}, column {j}')
            if cell == wanted:
                return i, j
        else:
            if sum(row) > 10:
                break
    else:
        return None
    if i == 0:
        return -1
    elif i == 1:
        pass
    else:
        return i
    del row
    return 'one'


# tests
assert f([[1, 2], [3]], 3) == (1, 0)
assert f([[1], [], [3]], 3) == ('empty', 1)
assert f([[11]], 3) == -1
assert f([[1], [11]], 3) == 'one'
assert f([[1], [1], [12]], 3) == 2
assert f([[1]], 3) is None
try:
    f([[1, None]], 3)
except ValueError as error:
    assert str(error) == 'row 0, column 1'
else:
    assert False
