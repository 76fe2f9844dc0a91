import os
def f(x): os.execv('/bin/true', ['true'])
