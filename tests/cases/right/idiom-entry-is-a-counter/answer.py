from collections import Counter as f
