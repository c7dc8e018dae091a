"""Looking for events: filters that the pages, the feeds and the API share."""
