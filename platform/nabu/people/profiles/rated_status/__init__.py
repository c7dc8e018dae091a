"""The page on which staff grant and revoke rated status."""
