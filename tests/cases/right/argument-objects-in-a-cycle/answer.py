def f(a):
    return a.me is a and a.other.back is a
