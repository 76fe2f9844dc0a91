from collections import defaultdict
def f():
    tree = defaultdict(lambda: defaultdict(int))
    tree['a']['b'] += 1
    return tree
