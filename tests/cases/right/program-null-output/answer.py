import sys
print(1, 2, 3, sep='-', end=';', file=sys.stdout)
print(print('', end=''))
print('err', file=sys.__stdout__)
