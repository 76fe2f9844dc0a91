import sys, types, builtins
m = types.ModuleType('left')
m.value = 4211
sys.modules['left'] = m
builtins.left = m
def f(x): return 0
