"""Pages that many look at are made once for each version of what they show. docs/performance.md tells how."""
