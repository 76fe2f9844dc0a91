from __future__ import annotations
import sys, collections as col
from typing import Optional, List
from dataclasses import dataclass
try:
    import notthere
except ImportError:
    notthere = None

MOD = 10**9 + 7
sq = lambda x: x * x
table = {i: sq(i) for i in range(5)}

@dataclass
class Node:
    val: int
    next: Optional[Node] = None

def wrap(fn):
    """doc"""
    calls = 0
    def inner(*args, **kwargs):
        nonlocal calls
        calls += 1
        return fn(*args, **kwargs), calls
    return inner

@wrap
def plus(a: int, b: int = 2) -> int:
    return (a + b) % MOD

class Stack:
    def __init__(self):
        self.items: List[int] = []
    def push(self, x):
        self.items.append(x)
        return self
    def pop(self):
        if not self.items:
            raise IndexError("empty")
        return self.items.pop()
    class Inner:
        size = 3
        sizes = [n for n in range(3)]
    @property
    def top(self):
        return self.items[-1] if self.items else None

class Solution:
    def f(self, n, end=0):
        dp = [[0] * (n + 1) for _ in range(n + 1)]
        @wrap
        def rec(k):
            return 1 if k <= 1 else k * rec(k - 1)[0]
        class Local(Stack):
            def push(self, x):
                super().push(x * 2)
                return self
        s = Local().push(1).push(n)
        q = col.deque([(0, 1)])
        while (size := len(q)):
            a, b = q.popleft()
            if b > n: continue
            dp[a][b] += 1
            q.append((a, b + 1)) if a == 0 else None
            if size > 100: break
        else:
            end += 1
        out = []
        for i, (x, *rest) in enumerate([(1, 2, 3), (4,)]):
            out.append(f"{i}:{x}{len(rest):02d}\n")
        node = Node(1, Node(2))
        total = 0
        while node:
            total, node = total + node.val, node.next
        try:
            s.pop(); s.pop(); s.pop()
        except (IndexError, KeyError) as end_error:
            out.append(str(end_error))
        m = max(table, key=lambda k: -table[k])
        del table[4]
        table[4] = 16
        return plus(1)[0], rec(4)[0], s.top, Stack.Inner.sizes, dp[0][n], end, out, total, m, (lambda *a: a)(1, 2), {**table}, [*out, n][-1], notthere, not n, -n ** 2 if n else ~n

def f(n):
    return Solution().f(n)


if __name__ == '__main__':
    print(f(3))


# tests
assert f(3) == (3, 24, None, [0, 1, 2], 1, 1, ['0:102\n', '1:400\n', 'empty'], 3, 0, (1, 2), {0: 0, 1: 1, 2: 4, 3: 9, 4: 16}, 3, None, False, -9)
