def f(x):
    if x: return 1
@REPEAT 3000     elif x: return 1~@    return 0
