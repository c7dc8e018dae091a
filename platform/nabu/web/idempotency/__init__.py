"""A write that is sent twice happens once: the header Idempotency-Key of the API and of forms."""
