class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
def f(node):
    total = 0
    while node:
        total += node.value
        node = node.next
    return total
