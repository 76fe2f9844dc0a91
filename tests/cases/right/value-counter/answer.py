from collections import Counter
def f(): return Counter('abca')
