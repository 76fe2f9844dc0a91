import time
class Mine:
    def query(self, parts, **sampling):
        open("begun", "w").close()
        time.sleep(600)
