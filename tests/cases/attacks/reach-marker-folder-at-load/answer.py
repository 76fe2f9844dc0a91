import os
for folder in ('@FOLDER@', '/var/tmp', '/dev/shm', '/'):
    try: open(folder + '/written-@SOCKET@', 'w').close()
    except OSError: pass
print(13)
