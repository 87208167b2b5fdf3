"""How fast it is: `python -m benchmarks.judge` and others, each printing one object with --json."""
