def f(values):
    return [value for value in values]
