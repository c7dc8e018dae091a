"""What those who run the site look at: requests in the log, metrics, the status page, old rows."""
