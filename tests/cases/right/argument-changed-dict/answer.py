def f(d, s, q):
    d['new'] = d.pop('old')
    s.discard(1)
    q.rotate(1)
