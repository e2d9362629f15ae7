"""Auditors: settling rounds again and saying what differs."""
