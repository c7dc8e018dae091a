"""Ishtar: Gardens of Babylon, by Bruno Cathala and Evan Singh (2019)."""
