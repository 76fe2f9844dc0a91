import logging, sys, warnings
logging.basicConfig(level=logging.DEBUG)
logging.debug('start')
warnings.warn('odd')
n = int(input())
sys.stderr.write('e' * 100000)
print(sum(range(n + 1)))
