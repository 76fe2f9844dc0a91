import logging, sys, warnings
def f(x):
    warnings.warn('careful')
    logging.error('hello')
    print('x' * 10000, file=sys.stderr)
    return x + 1
