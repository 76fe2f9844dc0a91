from collections import OrderedDict, defaultdict, deque
def f():
    d = OrderedDict(a=1, b=2)
    d.move_to_end('a')
    counts = defaultdict(int, x=1)
    return d, counts, deque([1, 2], maxlen=2)
