def f(names):
    out = Perm(0)
    for n in names:
        out |= Perm[n]
    return out
