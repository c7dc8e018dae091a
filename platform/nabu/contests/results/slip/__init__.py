"""Reporting a result without an account, by the QR code of a printed slip and the code of a seat."""
