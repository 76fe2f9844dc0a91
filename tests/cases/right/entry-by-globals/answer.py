globals()['f'] = lambda x: x + 1
