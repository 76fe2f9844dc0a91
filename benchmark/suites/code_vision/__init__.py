"""Code-Vision: programs from flowcharts (Wang et al. 2025)."""
