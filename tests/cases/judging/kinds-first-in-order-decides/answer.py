def f(x):
    return [][x] if x == 3 else x
