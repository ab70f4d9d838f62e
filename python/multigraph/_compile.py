"""Algorithms of C++ headers, compiled for CPUs by the system's compiler and for GPUs when they run there."""

from __future__ import annotations

import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from typing import Sequence

from . import _core
from ._core import NoResources, WrongUse

_HEADERS = pathlib.Path(__file__).parent / "include"
_FLAGS = ["-std=c++20", "-O3", "-fopenmp", "-fPIC", "-shared"]


def _cache() -> pathlib.Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return pathlib.Path(base) / "multigraph" / "algorithms"


def _struct_of(text: str, header: pathlib.Path) -> str:
    """The one struct of the header that has an info(), with its namespace."""
    found = []
    namespaces: list[str] = []
    struct = ""
    for line in text.splitlines():
        if opened := re.match(r"namespace ([\w:]+)? *\{", line):
            namespaces.append(opened[1] or "")
        elif re.match(r"\} *// *namespace", line) and namespaces:
            namespaces.pop()
        elif named := re.match(r"(?:class|struct) (\w+)", line):
            struct = named[1]
        if struct and re.search(r"\bAlgorithmInfo\s+info\s*\(\s*\)", line):
            found.append("::".join([*filter(None, namespaces), struct]))
    if len(found) != 1:
        raise WrongUse(f"{header}: found {len(found)} structs with info(): say which is the algorithm, as "
                       "compile(header, \"space::Struct\")")
    return found[0]


def _included(header: pathlib.Path, seen: dict[pathlib.Path, str]) -> dict[pathlib.Path, str]:
    """The header and those beside it that it includes, by path."""
    text = header.read_text(encoding="utf-8")
    seen[header] = text
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE):
        beside = (header.parent / name).resolve()
        if beside.is_file() and beside not in seen:
            _included(beside, seen)
    return seen


def _key(texts: dict[pathlib.Path, str], struct: str, command: list[str]) -> str:
    """Of all that the object is made of: another version of the library has another size or time of change."""
    stated = os.stat(_core.library_path())
    parts = [_core.__version__, str(stated.st_size), str(stated.st_mtime_ns), struct, *command,
             *(f"{path}\0{text}" for path, text in texts.items())]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _flags_of(program: str) -> list[str]:
    """With g++, functions of two headers that bear the same name would be one otherwise."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return [] if "clang" in told else ["-fno-gnu-unique"]


def object_of(header: str | os.PathLike[str], struct: str | None, compiler: str | None, flags: Sequence[str]) -> str:
    """The path of the plug-in of the header, compiled unless it is in the cache."""
    path = pathlib.Path(header).resolve()
    if not path.is_file():
        raise WrongUse(f"there is no header {path}")
    if not (_HEADERS / "plugin_interface.cpp").is_file():
        raise NoResources("this package came without the library's headers")
    texts = _included(path, {})
    name = struct or _struct_of(texts[path], path)
    program = compiler or os.environ.get("CXX") or "c++"
    if shutil.which(program) is None:
        raise NoResources(f"there is no compiler '{program}': install g++ or clang++, or name one by compiler= or CXX")
    include = [f"-I{_HEADERS / 'multigraph'}", "-isystem", str(_HEADERS / "others"), f"-I{path.parent}"]
    command = [program, *_FLAGS, *_flags_of(program), *include, *flags]
    folder = _cache()
    made = folder / f"{path.stem}-{_key(texts, name, command)}.so"
    if made.is_file():
        return str(made)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        registration = (_HEADERS / "register_algorithm.cpp.in").read_text(encoding="utf-8")
        for variable, value in {"HEADER": path, "HEADER_PATH": path, "STRUCT": name,
                                "FUNCTION": "mg_plugin_register"}.items():
            registration = registration.replace(f"@{variable}@", str(value))
        source = pathlib.Path(work) / "register.cpp"
        source.write_text(registration, encoding="utf-8")
        built = pathlib.Path(work) / "plugin.so"
        done = subprocess.run([*command, str(source), str(_HEADERS / "plugin_interface.cpp"),
                               _core.library_path(), "-o", str(built)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise WrongUse(f"{path} does not compile:\n{done.stderr.strip()}")
        os.replace(built, made)  # whole or not at all, whoever else compiles the same
    return str(made)
