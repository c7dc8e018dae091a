"""Pictures that the site draws as SVG and sends as PNG: their text, and how they become dots."""
