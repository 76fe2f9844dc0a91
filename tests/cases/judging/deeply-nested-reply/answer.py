def f(x):
    value = []
    for _ in range(500):
        value = [value]
    return value
