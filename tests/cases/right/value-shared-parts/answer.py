def f(): return (lambda row: [row, row])([1, 2])
