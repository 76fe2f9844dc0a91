def f(): return {(1, 'a'), (2, 'b')}
