class Button:
    def __init__(self): self.on_click, self.handlers = None, {}
    def click(self, x): self.on_click(x)
