def f(function, values):
    return [function(value, scale=2) for value in values]
