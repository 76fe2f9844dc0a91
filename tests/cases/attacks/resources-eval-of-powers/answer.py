def f(x): return 'pow(9, pow(9, 9)) + round(1, -10 ** 9) + len("%999999999d" % 1)'
