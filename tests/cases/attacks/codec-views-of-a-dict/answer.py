def f(x):
    return [{i: i for i in range(1000)}.keys() for _ in range(700)]
