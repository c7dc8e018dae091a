"""The first start of a site: its administrator, a test of its settings, the end of the demo."""
