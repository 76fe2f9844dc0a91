import itertools
def f(k):
    return [None, (i * i for i in range(3)), enumerate('ab'), map(int, '12'), iter([3, 1, 2]), itertools.accumulate([1, 2, 3]), itertools.chain([1, 2], [3, 4]),
            reversed('abc'), zip('a', [1]), filter(None, [0, 3, 2]), itertools.permutations('abc')][k]
