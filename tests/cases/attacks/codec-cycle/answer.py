def f(x):
    value = [1]
    value.append(value)
    return value
