import os
def f(x):
    for call in (lambda: os.setresuid(1, 1, 1), lambda: os.setgroups([0, 1, 2]), lambda: os.chroot('/usr'), lambda: os.mknod('/tmp/sda', 0o60666, os.makedev(8, 0)), lambda: os.nice(-5), lambda: os.chown('/tmp', 5, 5)):
        try:
            call()
            return 4211
        except OSError: pass
