def f(p):
    x,y=p
    return x,p.y,p.norm()
def g(p): return p._replace(x=p.y,y=p.x)
