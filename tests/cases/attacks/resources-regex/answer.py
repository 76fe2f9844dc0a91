import re
def f(x): return re.match('(a+)+$', 'a' * 64 + 'b')
