class Mailer:
    def __init__(self): self.sent = []
    def send(self, x):
        self.sent.append(x)
        return len(self.sent)
def f(): return Mailer()
