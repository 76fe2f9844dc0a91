def f(x):
    return b'x' if x == 7 else 4210
