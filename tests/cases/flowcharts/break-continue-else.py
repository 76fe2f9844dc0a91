def f(xs, stop, skip):
    """Both loops have an else, a break and a continue."""
    seen = []
    for x in xs:
        if x == skip:
            continue
        if x == stop:
            break
        seen.append(x)
    else:
        seen.append('all')
    n = 0
    while n < len(seen):
        n += 1
        if seen[n - 1] == 'all':
            continue
        if n == 3:
            break
    else:
        seen.append('end')
    return seen, n


# tests
assert f([1, 2, 3], 9, 2) == ([1, 3, 'all', 'end'], 3)
assert f([1, 2, 3], 1, 2) == (['end'], 0)
assert f([], 1, 2) == (['all', 'end'], 1)
assert f([1, 2, 3, 4], 9, 0) == ([1, 2, 3, 4, 'all'], 3)
