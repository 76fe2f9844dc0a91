"""Issues of nights: one per series with an open alarm, and one per new version on the watch list."""
