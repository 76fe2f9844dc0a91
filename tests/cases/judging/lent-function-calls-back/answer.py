def f(function, depth):
    return depth if depth > 5 else function(depth + 1)
