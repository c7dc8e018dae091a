"""What people may ask for: their data, the deletion of their account, and what the site keeps for how long."""
