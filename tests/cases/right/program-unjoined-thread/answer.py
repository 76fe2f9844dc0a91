import threading
threading.Thread(target=lambda: print(int(input()) * 2)).start()
