def f(d, l):
    d['b'] = 2
    l.append(3)
