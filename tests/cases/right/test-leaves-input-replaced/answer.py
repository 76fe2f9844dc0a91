def f():
    return input()
