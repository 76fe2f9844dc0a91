def f(x):
    return 'a' * 20_000_000
