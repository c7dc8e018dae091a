"""The fonts of pictures, and where they lie."""

from pathlib import Path

FONTS = Path(__file__).resolve().parent
FONT_FILES = [str(FONTS / name) for name in ("Inter-Regular.ttf", "Inter-Bold.ttf")]
