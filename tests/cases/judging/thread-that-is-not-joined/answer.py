import threading, time
def main():
    time.sleep(0.05)
    print(input())
threading.Thread(target=main).start()
