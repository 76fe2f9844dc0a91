print(int(open('/dev/stdin').readline()) * 2)
