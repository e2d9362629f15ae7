"""The shared hand evaluator: `ranking` for one hand at a time and for people, `batch` for arrays."""
