"""What must be true of every game, and the machinery that looks for a counter-example."""
