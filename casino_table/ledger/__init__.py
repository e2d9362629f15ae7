"""Accounts, transfers, and the journal with its hash chain."""
