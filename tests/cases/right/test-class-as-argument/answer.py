def f(B):
    b=B(3)
    assert isinstance(b,B)
    return B.of(b.v+4+B.zero())
