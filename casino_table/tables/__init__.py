"""Live tables: seats, betting, dealing, decisions."""
