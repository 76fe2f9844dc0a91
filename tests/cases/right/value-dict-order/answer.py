def f(): return {'b': 1, 'a': 2, 3: None}
