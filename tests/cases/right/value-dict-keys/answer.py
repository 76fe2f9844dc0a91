def f(): return {(1, 2): 'p', None: 'n', 2.5: 'f', frozenset({1}): 's', b'x': 'b', True: 't'}
