import os
def f(x): os.abort()
