"""The shared hand evaluator."""
