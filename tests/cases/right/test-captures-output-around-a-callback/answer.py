def f(g):
    print('a')
    g()
    print('b')
