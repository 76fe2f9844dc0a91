from collections import deque
def f(): return deque([1, 2, 3], maxlen=2)
