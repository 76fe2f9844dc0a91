class Solution:
    def twice(self, x): return [x, x]
