"""One module a command; the command line imports a module only when it is called."""
