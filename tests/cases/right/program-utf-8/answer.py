# -*- coding: utf-8 -*-
import sys
for wort in sys.stdin.readline().split():
    größe = len(wort)
    print(f"{wort}:{größe}")
