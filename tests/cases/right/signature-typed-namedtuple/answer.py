def mirror(p):
    return p._replace(x=p.y, y=p.x) if isinstance(p, tuple) else None
