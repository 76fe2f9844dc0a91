"""Code-Vision: programs from flowcharts or texts (Wang et al. 2025)."""
