"""What a picture of Babylon says beside what every picture says."""

from engine.message import Plural
from engine.sentence import Templates

templates = Templates("babylon.picture")
