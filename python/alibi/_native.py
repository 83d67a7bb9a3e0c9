"""The C library: finding it, its types and functions, its errors and texts.

Everything is taken from declarations.txt, which is made from the C headers, so that there is no
second description of the interface that could be wrong. A declaration becomes a type or function
of ctypes when it is first asked for.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import enum
import os
import pathlib
import re
from typing import Any, Callable

_FOLDER = pathlib.Path(__file__).resolve().parent

_BASIC: dict[str, Any] = {
    "void": None, "bool": ctypes.c_bool, "char": ctypes.c_char, "int": ctypes.c_int,
    "unsigned": ctypes.c_uint, "float": ctypes.c_float, "double": ctypes.c_double,
    "size_t": ctypes.c_size_t, "int8_t": ctypes.c_int8, "uint8_t": ctypes.c_uint8,
    "int16_t": ctypes.c_int16, "uint16_t": ctypes.c_uint16, "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64,
}


class Status(enum.IntEnum):
    """Why something failed: enum alibi_status."""

    BAD_TEXT = -1
    """The text does not follow the grammar."""
    BAD_MOVE = -2
    """Well written, but the rules forbid it here."""
    BAD_POSITION = -3
    """Well written, but no game can stand like this."""
    NO_MEMORY = -4
    SYSTEM = -5
    """The machine could not do it: a file, a disk, a thread."""


class Error(ValueError):
    """What the library refuses: one line for a person, a status, and where it went wrong."""

    def __init__(self, text: str, status: int = Status.BAD_TEXT, offset: int = 0,
                 code: str = "", rule: str = "", arguments: dict[str, str] | None = None) -> None:
        super().__init__(text)
        self.text = text
        """One line, lower case, that says what was expected."""
        self.status: int = Status(status) if status in set(Status) else status
        """One of Status; a later library may know more of them."""
        self.offset = offset
        """The byte of the input, or the game of the batch, at which it went wrong."""
        self.code = code
        """What was refused, for programs, such as "london.exit-cordon"; "" if it has no code."""
        self.rule = rule
        """The rule that forbids it, such as "L-6.4"; "" if none is concerned."""
        self.arguments = arguments or {}
        """What the sentence names, such as {"exit": "ne"}."""


# --- Declarations ---

class Declarations:
    """The C types and prototypes of a text that declare.py made."""

    def __init__(self, text: str) -> None:
        self.constants: dict[str, int] = {}
        self.enums: dict[str, list[str]] = {}
        self._types: dict[str, Any] = dict(_BASIC)
        self._bodies: dict[str, str] = {}
        self._prototypes: dict[str, tuple[str, str]] = {}
        for line in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).strip().splitlines():
            self._read(line)

    def _read(self, line: str) -> None:
        if found := re.fullmatch(r"enum (\w*) ?\{(.*)\};", line):
            self._read_enum(found[1], found[2])
        elif found := re.fullmatch(r"(struct \w+) \{(.*)\};", line):
            self._bodies[found[1]] = found[2]
        elif found := re.fullmatch(r"typedef (.*[ *])(\w+)\((.*)\);", line):
            self._bodies[found[2]] = f"{found[1]}(*)({found[3]})"
        elif found := re.fullmatch(r"typedef (.*) (\w+);", line):
            self._types[found[2]] = self.type(found[1])
        elif found := re.fullmatch(r"(.*?[ *])(\w+)\((.*)\);", line):
            self._prototypes[found[2]] = (found[1], found[3])
        elif not re.fullmatch(r"struct \w+;", line):
            raise Error(f"cannot read the declaration {line!r}")

    def _read_enum(self, name: str, body: str) -> None:
        value, members = -1, self.enums.setdefault(name, [])
        for item in filter(None, (part.strip() for part in body.split(","))):
            member, _, given = item.partition("=")
            value = self.number(given) if given else value + 1
            self.constants[member.strip()] = value
            members.append(member.strip())

    def number(self, expression: str) -> int:
        """A constant expression of C, such as 4 * ALIBI_SEQUENCE_MAX."""
        return int(eval(expression, {"__builtins__": {}}, self.constants))  # noqa: S307

    def names(self, kind: str) -> list[str]:
        """The names of all 'struct's that have a body, or of all 'function's."""
        if kind == "function":
            return list(self._prototypes)
        return [name for name in self._bodies if name.startswith(kind + " ")]

    def type(self, name: str) -> Any:
        """The ctypes type of a C type, without a declarator: `const struct alibi_state *`."""
        name = name.strip()
        if name.endswith("*"):
            return self._pointer(name[:-1].strip())
        name = re.sub(r"\bconst\b *", "", name).strip()
        if name.startswith("enum "):
            return ctypes.c_int
        if name not in self._types:
            if name not in self._bodies:
                raise Error(f"no declaration of {name}")
            self._define(name)
        return self._types[name]

    def _pointer(self, target: str) -> Any:
        """Texts are read by themselves, functions can be called; anything else is an address."""
        if target == "const char":
            return ctypes.c_char_p
        if target in self._bodies and not target.startswith("struct "):
            return self.type(target)
        return ctypes.c_void_p

    def _define(self, name: str) -> None:
        body = self._bodies[name]
        if found := re.fullmatch(r"(.*)\(\*\)\((.*)\)", body):
            self._types[name] = self._callback(found[1], found[2])
            return
        made = type(name.split()[1], (ctypes.Structure,), {})
        self._types[name] = made
        made._fields_ = [  # type: ignore[attr-defined]
            field for part in body.split(";") if part.strip() for field in self._fields(part)]

    def _callback(self, result: str, parameters: str) -> Any:
        return ctypes.CFUNCTYPE(self.type(result), *self._parameters(parameters))

    def _fields(self, part: str) -> list[tuple[str, Any]]:
        """The members of a declaration: `int16_t x, y`, `uint16_t sight[3][3]`."""
        if found := re.fullmatch(r"\s*(.*)\(\*(\w+)\)\((.*)\)\s*", part):
            return [(found[2], self._callback(found[1], found[3]))]
        found = re.fullmatch(r"\s*((?:const )?(?:struct |enum )?\w+)\b(.*)", part)
        if not found:
            raise Error(f"cannot read the member {part!r}")
        return [self._declarator(found[1], one) for one in found[2].split(",")]

    def _declarator(self, base: str, text: str) -> tuple[str, Any]:
        found = re.fullmatch(r"\s*([*\s]*(?:const)?[*\s]*)(\w+)((?:\[[^]]*\])*)\s*", text)
        if not found:
            raise Error(f"cannot read the declarator {text!r}")
        stars = found[1].replace("const", "").replace(" ", "")
        kind = self.type(f"{base} {stars}" if stars else base)
        for length in reversed(re.findall(r"\[([^]]*)\]", found[3])):
            kind = kind * self.number(length)
        return found[2], kind

    def _parameters(self, text: str) -> list[Any]:
        """The types of `struct alibi_text *text, alibi_move out[8]`; arrays are addresses."""
        if text.strip() in ("", "void"):
            return []
        types = []
        for one in text.replace(", ...", "").split(","):
            found = re.fullmatch(r"\s*(.*?[ *])(\w+)((?:\[[^]]*\])?)\s*", one)
            if not found:
                raise Error(f"cannot read the parameter {one!r}")
            types.append(ctypes.c_void_p if found[3] else self.type(found[1]))
        return types

    def bind(self, library: ctypes.CDLL, name: str) -> Any:
        """The function NAME of LIBRARY with its types."""
        result, parameters = self._prototypes[name]
        function = getattr(library, name)
        function.restype = self.type(result)
        function.argtypes = self._parameters(parameters)
        return function


# --- The library ---

def _candidates() -> list[str]:
    """Where the library may be: ALIBI_LIBRARY, beside the package, where the loader looks."""
    named = os.environ.get("ALIBI_LIBRARY")
    if named:
        return [named]
    beside = [str(path) for path in sorted(_FOLDER.glob("libalibi.*"))]
    found = ctypes.util.find_library("alibi")
    return beside + ["libalibi.so.1", "libalibi.1.dylib"] + ([found] if found else [])


def _load() -> ctypes.CDLL:
    tried = []
    for name in _candidates():
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            tried.append(str(error))
    raise ImportError("no libalibi: install it or set ALIBI_LIBRARY to its file (" +
                      "; ".join(tried) + ")")


class _Library:
    """The functions of the library by their names."""

    def __init__(self) -> None:
        self._dll = _load()

    def __getattr__(self, name: str) -> Any:
        if name not in declarations.names("function"):
            raise AttributeError(name)
        try:
            function = declarations.bind(self._dll, name)
        except AttributeError:
            raise Error(f"this libalibi is not of the package's version: it has no {name}"
                        ) from None
        setattr(self, name, function)
        return function


declarations = Declarations((_FOLDER / "declarations.txt").read_text(encoding="ascii"))
lib = _Library()
constants = declarations.constants

CState = declarations.type("struct alibi_state")
CView = declarations.type("struct alibi_view")
CGame = declarations.type("struct alibi_game")
CError = declarations.type("struct alibi_error")
CRefusal = declarations.type("struct alibi_refusal")
CText = declarations.type("struct alibi_text")
MoveList = ctypes.c_uint32 * constants["ALIBI_MOVES_MAX"]
Beliefs = ctypes.c_double * constants["ALIBI_CHARACTERS_MAX"]


# --- Calling ---

def refused(error: Any) -> Error:
    """The exception that says what a C error does."""
    name = ctypes.create_string_buffer(constants["ALIBI_NAME_SIZE"])
    code, arguments = b"", {}
    if error.refusal:
        code = CRefusal.from_address(error.refusal).code
        for i in range(error.n_args):
            if lib.alibi_refusal_arg(error.refusal, i, name):
                arguments[name.value.decode()] = error.arg[i].value.decode(errors="replace")
    return Error(error.text.decode(errors="replace"), error.status, error.offset, code.decode(),
                 (error.rule or b"").decode(), arguments)


def check(status: int, error: Any = None) -> None:
    """Raises what a function that returned STATUS says about it."""
    if status == 0:
        return
    if error is not None and error.status == status:
        raise refused(error)
    raise Error("out of memory" if status == Status.NO_MEMORY else "refused by the library",
                status)


def call(function: Callable[..., int], *arguments: Any) -> None:
    """Calls a function whose last parameter is an error."""
    error = CError()
    check(function(*arguments, ctypes.byref(error)), error)


def word(said: str) -> bytes:
    """SAID for a function that reads up to a NUL, which therefore must not be in it."""
    if "\0" in said:
        raise Error("expected a text without a NUL", Status.BAD_TEXT, said.index("\0"))
    return said.encode()


def unsigned(value: int, bits: int, what: str) -> int:
    """VALUE, a number of so many bits."""
    if not 0 <= value < 1 << bits:
        raise Error(f"expected {what} from 0 to {(1 << bits) - 1}, not {value}")
    return int(value)


def text(function: Callable[..., Any], *arguments: Any) -> str:
    """What a function prints whose first parameter is a text."""
    room = 4096
    while True:
        buffer = ctypes.create_string_buffer(room)
        out = CText(ctypes.cast(buffer, ctypes.c_void_p).value, room, 0)
        function(ctypes.byref(out), *arguments)
        if out.len < room:
            return buffer.raw[:out.len].decode()
        room = out.len + 1


class Handle:
    """An object of the library that is freed when nobody refers to it any more."""

    def __init__(self, free: Callable[[Any], None]) -> None:
        self._free = free
        self.pointer = ctypes.c_void_p()
        """For the `out` of a function that makes one, and for those that use it."""

    @property
    def out(self) -> Any:
        return ctypes.byref(self.pointer)

    def __del__(self) -> None:
        if self.pointer:
            self._free(self.pointer)


def copy_struct(kind: Any, address: int) -> Any:
    """A copy of the struct at ADDRESS."""
    return kind.from_buffer_copy(ctypes.string_at(address, ctypes.sizeof(kind)))
