class Node:
    pass
class Maker:
    def make(self):
        return Node()
    def use(self, node):
        return 1
def f():
    return Maker()
