"""Which version of something a page shows: a number that grows in the transaction of every change."""
