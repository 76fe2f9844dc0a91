class A:
    def __contains__(self, item):
        return True
    def __iter__(self):
        return iter([1, 2])
def f(x):
    return A()
