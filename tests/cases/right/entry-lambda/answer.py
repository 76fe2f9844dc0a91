f = lambda x: x * 2
