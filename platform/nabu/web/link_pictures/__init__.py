"""What a link to a page looks like elsewhere: title, description, and a picture drawn once for each version.

Everybody gets the picture of a visitor: nobody who fetches one says who they are. docs/performance.md tells how.
"""
