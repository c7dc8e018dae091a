"""Runs inside Pyodide while the files are packed: Python's own compiler makes the byte code that it will load.

No import of ours: the text of this file is handed over as it is.
"""

import ast
import base64
import importlib.util
import json
import marshal
import sys

HASH_BASED_UNCHECKED = (1).to_bytes(4, "little")


def byte_code(name: str, source: bytes, optimize: int) -> bytes:
    """What Python would write into a .pyc file. The sources are not there to be compared with."""
    code = compile(without_docstrings(ast.parse(source)), name, "exec", dont_inherit=True, optimize=optimize)
    head = importlib.util.MAGIC_NUMBER + HASH_BASED_UNCHECKED + importlib.util.source_hash(source)
    return head + marshal.dumps(code)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """The same program, smaller. Classes keep theirs: for a dataclass without one Python works out a signature."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def compiled(question: str) -> str:
    """JSON of name and Base64 of the source in, the same of byte code out."""
    asked = json.loads(question)
    found = {}
    for name, text in asked["sources"].items():
        found[name] = base64.b64encode(byte_code(name, base64.b64decode(text), asked["optimize"])).decode()
    return json.dumps(found)


def used_of_the_library(library: str) -> str:
    """The files of the standard library's archive that have been imported so far, as JSON."""
    found = set()
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        if path.startswith(library):
            found.add(path.removeprefix(library).lstrip("/").removesuffix("c"))
    return json.dumps(sorted(found))
