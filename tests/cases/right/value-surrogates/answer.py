def f(): return 'a\ud800b\udfff'
