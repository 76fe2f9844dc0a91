from functools import cache, cached_property
class Solution:
    @cache
    def count(self, n): return 1 if n < 2 else self.count(n - 1) + self.count(n - 2)
    @cached_property
    def total(self): return sum(range(11))
