"""What a picture of Amyitis says beside what every picture says."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("amyitis.picture")
