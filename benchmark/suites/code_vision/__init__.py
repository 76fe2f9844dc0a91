"""Code-Vision: code from flowcharts (Wang et al. 2025)."""
