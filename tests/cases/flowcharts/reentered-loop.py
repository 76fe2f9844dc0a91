def f(text, parts):
    """A loop that is left by break and entered again starts from the beginning."""
    counts = []
    for part in parts:
        for place in range(len(text)):
            if text[place] == part:
                break
        counts.append(place)
    it = iter(parts)
    rest = []
    while True:
        for part in it:
            if part == 'b':
                break
            rest.append(part)
        else:
            break
        rest.append('|')
    return counts, rest


# tests
assert f('abc', ['c', 'a', 'b']) == ([2, 0, 1], ['c', 'a', '|'])
assert f('xyz', ['b', 'b', 'z']) == ([2, 2, 2], ['|', '|', 'z'])
