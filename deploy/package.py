"""Builds the archive that Terraform deploys: `python -m deploy.package`.

It contains main.py, the packages of this repository that main.py names or imports, and the pinned
requirements, but no tests, dashboard or emulator. Its name includes a hash of its content: the same
source always gives the same name, and a changed source deploys a new revision of every function.
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
"""The timestamp of every file in the archive: the earliest that zip supports."""
_MODE = 0o100644 << 16


def build(root: Path, target: Path) -> Path:
    """Builds the archive and deletes earlier ones.

    Args:
        root: the repository.
        target: the folder to write the archive to.

    Returns:
        The archive's path.
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
    """Returns the files to deploy by their names in the archive, sorted.

    Google's buildpack expects requirements.txt next to main.py, so the pins go there.
    """
    found = {MAIN: root / MAIN, "requirements.txt": root / REQUIREMENTS}
    for package in packages(root):
        for file in (root / package).rglob("*"):
            if file.is_file() and not any(_is_left_out(part) for part in file.parts):
                found[file.relative_to(root).as_posix()] = file
    return dict(sorted(found.items()))


def packages(root: Path) -> list[str]:
    """Returns the packages of this repository that main.py names or imports, even indirectly."""
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
    """Returns main.py's FUNCTIONS (deployed name to module) without running main.py."""
    for node in ast.parse((root / MAIN).read_text()).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FUNCTIONS":
            found: dict[str, str] = ast.literal_eval(node.value)
            return found
    raise LookupError("main.py must assign FUNCTIONS, a dict of deployed names and modules")


def content_hash(content: dict[str, bytes]) -> str:
    """Returns a hash of the names and contents, independent of compression."""
    digest = hashlib.sha256()
    for name, data in sorted(content.items()):
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def _is_left_out(part: str) -> bool:
    return part == "__pycache__" or part.endswith(".pyc") or part == ".DS_Store"


if __name__ == "__main__":
    sys.stdout.write(f"{build(ROOT, ROOT / 'build').relative_to(ROOT)}\n")
