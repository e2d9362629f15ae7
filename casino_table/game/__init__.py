"""The rules of the game: paytable, limits, round, settlement, shuffle."""
