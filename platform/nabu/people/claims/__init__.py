"""Guests whose results become an account's: invitations, codes, requests; and the merge of duplicate players."""
