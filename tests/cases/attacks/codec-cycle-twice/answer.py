def f(x):
    value = []
    value.append(value)
    return value
