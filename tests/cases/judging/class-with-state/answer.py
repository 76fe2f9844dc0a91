class Stack:
    def __init__(self):
        self.items = []
    def push(self, item):
        self.items.append(item)
    def __len__(self):
        return len(self.items)
