def f(s):
    assert s.peek()==1
    return list(s)
