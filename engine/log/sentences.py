"""What reading and replaying a log may have to say."""

from engine.sentence import Templates

templates = Templates("log")

# The file

FILE_EMPTY = templates("file_empty", "the file is empty")
FILE_TOO_LARGE = templates("file_too_large", "the file has more than %(most)s bytes")
BYTE_ORDER_MARK = templates(
    "byte_order_mark",
    "the file starts with a byte order mark; save it as UTF-8 without one (in Notepad: Save as, encoding “UTF-8”, not "
    "“UTF-8 with BOM”)",
)
TOO_MANY_LINES = templates("too_many_lines", "the file has %(lines)s lines; at most %(most)s are allowed")

# A line

LINE_TOO_LONG = templates("line_too_long", "the line has %(bytes)s bytes; at most %(most)s are allowed")
LINE_TOO_DEEP = templates("line_too_deep", "the line is nested more than %(most)s levels deep")
NOT_UTF8 = templates("not_utf8", "the line is not UTF-8 text")
BLANK_LINE = templates("blank_line", "the line is blank")
NOT_JSON = templates("not_json", "the line is not JSON")
NOT_JSON_THERE = templates("not_json_there", "the line is not JSON: %(problem)s")
GOES_ON = templates("goes_on", "the line continues after its JSON object")
NOT_AN_OBJECT = templates("not_an_object", "the line is not a JSON object")
NUL = templates("nul", "a text contains the character U+0000")
HALF_CHARACTER = templates("half_character", "a text contains half of a surrogate pair")
KEY_TWICE = templates("key_twice", "the key %(key)s appears twice")
NOT_WHOLE = templates("not_whole", "%(number)s is not a whole number")

# The header

NO_HEADER = templates("no_header", "the first line is not the header of a game log: %(problem)s")
NO_GAMELOG_KEY = templates("no_gamelog_key", "it has no key gamelog")
OTHER_VERSION = templates("other_version", "this is game log version %(version)s; version 1 is read here")
HEADER_NEEDS_KEY = templates("header_needs_key", "the header needs the key %(key)s")
HEADER_KEY_TYPE = templates("header_key_type", "%(key)s in the header has the wrong type")
HEADER_UNKNOWN_KEY = templates("header_unknown_key", "the header must not have the key %(key)s")
RULESET_SHAPE = templates("ruleset_shape", "the ruleset has exactly a name (a text) and switches (an object)")
SWITCHES_SHAPE = templates(
    "switches_shape", "the switches are an object from name to a text, a whole number, true or false"
)
SEATS_SHAPE = templates("seats_shape", "the seats are a list of names")

UNKNOWN_GAME = templates("unknown_game", "unknown game %(game)s; known: %(known)s")
DIGEST_MISSING = templates(
    "digest_missing",
    "%(components)s is not built in (%(known)s is), so the header must give its components_sha256",
)
DIGEST_OF_BUILT_IN = templates(
    "digest_of_built_in", "components_sha256 is not the digest of %(components)s, which is built in"
)
COMPONENTS_UNKNOWN = templates(
    "components_unknown",
    "the component set %(components)s with the digest %(digest)s has not been loaded; load it first",
)
COMPONENTS_NAME = templates(
    "components_name", "the component set with this digest is called %(found)s, not %(components)s"
)
SAME_NAME = templates("same_name", "two seats have the same name")
NAME_LENGTH = templates("name_length", "the name of a seat has 1 to 80 characters")
CHANCE_WORD = templates("chance_word", "chance is recorded or hidden, not %(chance)s")

# The end

ENDS_EARLY = templates("ends_early", "the log ends in turn %(turn)s: %(due)s")
NOT_OVER = templates("not_over", "the game is not over: %(due)s")
RESULT_SHAPE = templates("result_shape", "a result line has exactly the key result, an object")
RESULT_KEYS = templates("result_keys", "wrong keys in the result: %(keys)s")
RESULT_TYPES = templates("result_types", "the result has a wrong type")
RESULT_DIFFERS = templates("result_differs", "the result line says %(part)s %(claimed)s, the replay says %(replayed)s")
LINE_AFTER_RESULT = templates("line_after_result", "nothing may follow the result line")
