exec('def f(x):\n    return x + 1')
