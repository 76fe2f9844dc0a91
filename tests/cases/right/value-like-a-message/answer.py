def f(d): return {'t': 'ref', 'v': 0, 'id': 'x', 'ok': True} if d == {'t': 'handle', 'v': 0} else {'t': 'own'}
