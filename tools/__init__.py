"""The command line: records, replays, verifies, draws and searches games."""
