class R: pass
R0 = R()
R0.value = 1
def f(n):
    R0.value = n
    return R0
