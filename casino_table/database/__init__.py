"""Engine set-up, transactions, column types, migrations."""
