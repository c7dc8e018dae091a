"""What a picture of Ishtar says beside what every picture says."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("ishtar.picture")
