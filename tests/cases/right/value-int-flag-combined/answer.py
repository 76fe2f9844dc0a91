import enum
class P(enum.IntFlag):
    R = 1
    W = 2
def f(): return P.R | P.W
