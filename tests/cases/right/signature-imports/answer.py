def f(x):
    return sum(x) / len(x)
