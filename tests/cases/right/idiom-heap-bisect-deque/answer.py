import heapq
from bisect import bisect_left, insort
from collections import Counter, deque
from typing import *
def f(xs: List[int]) -> Tuple[List[int], int, List[Tuple[int, int]], List[int]]:
    heap: List[int] = []
    for x in xs: heapq.heappush(heap, x)
    small = [heapq.heappop(heap) for _ in range(3)]
    ordered: List[int] = []
    for x in xs: insort(ordered, x)
    d: Deque[int] = deque(xs)
    d.rotate(2)
    return small, bisect_left(ordered, 3), Counter(xs).most_common(1), [*d]
