class Solution:
    def double(self, x):
        return 2 * x