print('PASSED')
def f(x):
    print('OK')
    return 4
