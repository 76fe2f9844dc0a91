def make(x):
    p=Point(1,2); p.startswith=lambda s: True
    return p
