"""The games built in.  They register by entry point, exactly as a foreign game does."""
