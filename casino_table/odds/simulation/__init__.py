"""Simulation: whole rounds played as the table plays them, many at a time, beside the exact values."""
