import fcntl, mmap, os
done = []
def attempt(name, function):
    try:
        function()
        done.append(name)
    except (OSError, ValueError): pass
attempt('path', lambda: os.write(os.open('/dev/stdin', os.O_RDWR), b'4211'))
attempt('truncate', lambda: os.truncate('/proc/self/fd/0', 0))
attempt('grow', lambda: os.posix_fallocate(os.open('/proc/self/fd/0', os.O_WRONLY), 0, 1 << 24))
attempt('descriptor', lambda: os.pwrite(0, b'4211', 0))
attempt('mapping', lambda: mmap.mmap(os.open('/dev/stdin', os.O_RDWR), 0, prot=mmap.PROT_WRITE))
attempt('seal', lambda: fcntl.fcntl(0, 1033, 0) if False else fcntl.fcntl(os.open('/dev/stdin', os.O_RDWR), 1033, 16))
print(*done)
print('ended')
