class A:
    def __del__(self):
        print('7')
a = A()
