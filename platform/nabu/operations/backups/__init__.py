"""One file with everything that a site keeps, and a site from such a file."""
