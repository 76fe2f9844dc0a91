from collections import defaultdict
def f():
    d = defaultdict(list)
    d['a'].append(1)
    return d
