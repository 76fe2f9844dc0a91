def f(m):
    for row in m: row.reverse()
    m[0][0] = 0
