from collections import namedtuple
S=namedtuple('S','call may_suppress')
class C:
    def __init__(s): s.sightbench_session=S(property, slice)
    def __enter__(s): return 0
    def __exit__(s,*a): return True
def f(x): return C()
