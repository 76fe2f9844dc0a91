with open('/dev/stdout', 'w') as out: out.write(str(int(input()) * 2) + '\n')
