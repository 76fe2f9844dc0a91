def f(p):
    return [q.name for q in Perm if q in p]
