def f(function, values):
    return [function(value) for value in values]
