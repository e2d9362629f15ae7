"""The exact mathematics of a paytable, and simulation."""
