def f(n):
    for i in range(n): print('line', i)
    print('end', end='')
    return n
