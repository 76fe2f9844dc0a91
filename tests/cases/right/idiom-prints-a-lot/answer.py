import logging, pprint, sys, warnings
print('loading', '#' * 10000)
logging.basicConfig(stream=sys.stdout, level=logging.DEBUG)
def f(n):
    for i in range(2000): print('step', i, flush=i % 500 == 0)
    pprint.pprint({'n': n})
    logging.info('done')
    warnings.warn('odd')
    sys.stderr.write('x' * 100000)
    return n
