def f(x):
    return 'í €'
x = í¿¿
