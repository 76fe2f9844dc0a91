class Box:
    def run(self, call):
        for self.value in range(300):
            try: return call()
            except AssertionError: pass
