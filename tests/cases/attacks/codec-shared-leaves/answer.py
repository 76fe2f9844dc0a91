def f(x):
    value = [0]
    for _ in range(60): value = [value, value]
    return value
