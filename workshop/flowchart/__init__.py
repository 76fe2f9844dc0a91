"""Flowcharts: Python source → chart → Mermaid text, and back to a program that can be run."""
