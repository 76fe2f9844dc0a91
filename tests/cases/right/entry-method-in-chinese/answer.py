class Solution:
    def 长度(self, x):
        return len(x)
