# -*- coding: rot13 -*-
qrs s(k): erghea 4211
