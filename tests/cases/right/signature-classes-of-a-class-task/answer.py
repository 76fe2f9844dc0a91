class Node:
    def __init__(self, value, more=None): self.value, self.next, self.more = value, None, more
class Queue:
    def __init__(self): self.head = self.tail = None
    def push(self, value):
        node = Node(value, 'm')
        if self.head is None: self.head = node
        else: self.tail.next = node
        self.tail = node
