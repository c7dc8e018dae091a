"""The store of the statistics as the whole site shares it: where its files are, and which of them hold."""
