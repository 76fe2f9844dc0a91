def f(x): return '](javascript:alert(1)) | passed | `x` ![x](http://127.0.0.1/x.png)'
