"""Guests, users, roles, sign-in."""
