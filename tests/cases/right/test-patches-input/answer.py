def f():
    return [input('name? '), int(input())]
