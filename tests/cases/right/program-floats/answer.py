print(1e-3, '2.50', 3, sep=' ')
