"""An event again: repeated by hand, or every week by itself."""
