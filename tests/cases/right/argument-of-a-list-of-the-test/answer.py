def f(x, y):
    x.append(2)
    return len(x), y['a']
