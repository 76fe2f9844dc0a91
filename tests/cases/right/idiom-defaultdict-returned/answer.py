from collections import defaultdict
def f(x):
    if isinstance(x, str):
        d = defaultdict(lambda: 0)
        for c in x: d[c] += 1
    elif isinstance(x, list):
        d = defaultdict(list)
        for k, v in x: d[k].append(v)
    else:
        tree = lambda: defaultdict(tree)
        d = tree()
        d['a']['b'] = 1
    return d
