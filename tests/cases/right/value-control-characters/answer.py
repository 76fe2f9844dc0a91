def f(): return '\0\x7f\x85\u2028\r\n'
