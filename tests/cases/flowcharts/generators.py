def evens(limit):
    n = 0
    while True:
        if n > limit:
            return
        if n % 2 == 0:
            got = yield n
            if got:
                n = got
        n += 1


def chain(*parts):
    for part in parts:
        try:
            yield from part
        finally:
            yield 'end'


def f(limit):
    first = list(evens(limit))
    talk = evens(limit)
    said = [next(talk), talk.send(5), next(talk)]
    lazy = any(n > 2 for n in evens(10 ** 9))
    return first, said, list(chain('ab', [1])), lazy


# tests
assert f(8) == ([0, 2, 4, 6, 8], [0, 6, 8], ['a', 'b', 'end', 1, 'end'], True)
