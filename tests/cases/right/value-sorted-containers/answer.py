from sortedcontainers import SortedList
def f(xs): return list(SortedList(xs))
