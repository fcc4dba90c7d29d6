"""Builds the archive that Terraform deploys: `python -m deploy.package`.

It holds main.py, what main.py names and imports of this repository, and the pinned requirements;
tests, dashboard and emulator stay out. Its name carries a hash of its content, so the same source
always gives the same name, and another one a new revision of every function.
"""

import ast
import hashlib
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAIN = "main.py"
REQUIREMENTS = "requirements/deploy.txt"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the earliest a zip can tell."""
_MODE = 0o100644 << 16


def build(root: Path, target: Path) -> Path:
    """Builds the archive, and removes those of other content.

    Args:
        root: the repository.
        target: the folder for the archive.

    Returns:
        The archive.
    """
    content = {name: file.read_bytes() for name, file in files(root).items()}
    archive = target / f"rekindle-{content_hash(content)}.zip"
    target.mkdir(parents=True, exist_ok=True)
    for other in target.glob("rekindle-*.zip"):
        other.unlink()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in content.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = _MODE
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, data)
    return archive


def files(root: Path) -> dict[str, Path]:
    """The deployed files by their names in the archive, sorted.

    Google's buildpack looks for requirements.txt beside main.py, so the pins move there.
    """
    found = {MAIN: root / MAIN, "requirements.txt": root / REQUIREMENTS}
    for package in packages(root):
        for file in (root / package).rglob("*"):
            if file.is_file() and not any(_is_left_out(part) for part in file.parts):
                found[file.relative_to(root).as_posix()] = file
    return dict(sorted(found.items()))


def packages(root: Path) -> list[str]:
    """The packages of this repository that main.py names or imports, however indirectly."""
    waiting = {module.partition(".")[0] for module in functions(root).values()}
    waiting |= _imported_packages(root / MAIN)
    reached: set[str] = set()
    while waiting:
        package = waiting.pop()
        if package in reached or not (root / package / "__init__.py").is_file():
            continue
        reached.add(package)
        for file in (root / package).rglob("*.py"):
            waiting |= _imported_packages(file)
    return sorted(reached)


def _imported_packages(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return {name.partition(".")[0] for name in names}


def functions(root: Path) -> dict[str, str]:
    """FUNCTIONS of main.py, read without running it: deployed name and module."""
    for node in ast.parse((root / MAIN).read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FUNCTIONS":
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise LookupError("main.py has no FUNCTIONS")


def content_hash(content: dict[str, bytes]) -> str:
    """A hash of names and bytes, whatever the compression makes of them."""
    digest = hashlib.sha256()
    for name, data in sorted(content.items()):
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _is_left_out(part: str) -> bool:
    return part == "__pycache__" or part.endswith(".pyc") or part == ".DS_Store"


if __name__ == "__main__":
    sys.stdout.write(f"{build(ROOT, ROOT / 'build').relative_to(ROOT)}\n")
