"""Names of technologies, by the part of a profile that they belong to."""

from typing import Final


def _table(*names: str) -> dict[str, str]:
    return {name.lower(): name for line in names for name in line.split(", ")}


LANGUAGES: Final = _table(
    "Python, JavaScript, TypeScript, Java, Kotlin, Swift, Rust, Go, Golang, C, "
    "C++, C#, Ruby, PHP, Perl, Scala",
    "Haskell, Elixir, Erlang, Clojure, OCaml, F#, Julia, R, MATLAB, Lua, Dart, "
    "Zig, Nim, Fortran, COBOL, SQL",
    "Bash, PowerShell, Objective-C, Groovy, Elm, Lisp, Scheme, Prolog, Assembly, "
    "Solidity, VHDL, Verilog, Ada",
)
EDITORS: Final = _table(
    "Neovim, Vim, Emacs, VS Code, VSCode, Visual Studio Code, Visual Studio, "
    "IntelliJ, IntelliJ IDEA, PyCharm",
    "WebStorm, GoLand, CLion, RubyMine, Sublime Text, Sublime, Helix, Zed, Cursor, "
    "Nano, Xcode, Android Studio",
    "Eclipse, RStudio, JupyterLab, Jupyter, Kakoune, Notepad++, BBEdit, Windsurf",
)
INFRA: Final = _table(
    "Docker, Kubernetes, Terraform, Ansible, Helm, AWS, GCP, Google Cloud, Azure, "
    "Cloudflare, Vercel, Netlify",
    "Heroku, Fly.io, Nginx, Jenkins, GitHub Actions, GitLab CI, CircleCI, ArgoCD, "
    "Prometheus, Grafana, Datadog",
    "Pulumi, Nomad, Consul, Vagrant, Podman, OpenShift, Kafka, RabbitMQ, Lambda, "
    "Cloud Run, Nix, Proxmox",
)
STACKS: Final = _table(
    "React, Vue, Angular, Svelte, SvelteKit, Next.js, Nuxt, Django, Flask, "
    "FastAPI, Rails, Ruby on Rails, Laravel",
    "Spring, Spring Boot, Express, NestJS, Node.js, Node, Deno, Bun, npm, pnpm, "
    "Yarn, Tailwind, Bootstrap",
    "Postgres, PostgreSQL, MySQL, SQLite, MongoDB, Redis, DynamoDB, Firestore, "
    "Firebase, Supabase, Elasticsearch",
    "GraphQL, gRPC, PyTorch, TensorFlow, Keras, scikit-learn, Pandas, NumPy, "
    "Polars, Spark, Airflow, dbt, Kafka",
    "Phoenix, Remix, Astro, htmx, Electron, Flutter, React Native, Unity, Unreal, "
    "Godot, .NET, ASP.NET, Vite",
    "Webpack, pytest, Jest, Vitest, Cypress, Playwright, Selenium, Git, GitHub, "
    "GitLab, uv, Poetry, Prisma",
)
SYSTEMS: Final = _table(
    "Linux, Ubuntu, Debian, Arch Linux, Arch, Fedora, NixOS, macOS, Windows, WSL, "
    "FreeBSD, ChromeOS, Android, iOS"
)
OTHER_TOOLS: Final = _table(
    "Figma, Sketch, Photoshop, Illustrator, Blender, Excel, Notion, Obsidian, "
    "Slack, Jira, Trello, Asana, Linear",
    "Tableau, Power BI, Zotero, LaTeX, Logseq, Todoist, Anki, Duolingo, Lightroom, "
    "Ableton, Evernote, Zoom, tmux",
    "zsh, fish, Raycast, Postman, Anaconda, Copilot, Miro, Confluence, Canva, "
    "Procreate, AutoCAD, SolidWorks",
)
ALL: Final = {**OTHER_TOOLS, **SYSTEMS, **STACKS, **INFRA, **EDITORS, **LANGUAGES}

_AMBIGUOUS: Final = frozenset(
    "c r go swift rust dart julia elm ada scheme assembly spring express node bun fish zoom "
    "sketch linear helm sublime cursor helix zed nano eclipse arch windows phoenix remix "
    "unity spark flask react lambda consul nomad basic astro yarn ruby perl java lisp crystal "
    "rails poetry fly git".split()
)
"""Ordinary words too: taken for a technology only with a capital, or beside another."""


def named(words: str, table: dict[str, str]) -> list[str]:
    """The technologies of the table that a phrase names, in its order, each once."""
    found: list[str] = []
    parts = words.replace(",", " , ").replace("/", " / ").split()
    at = 0
    while at < len(parts):
        for size in (3, 2, 1):
            raw = " ".join(parts[at : at + size]).strip(".;:!?()")
            name = table.get(raw.lower())
            if name and _is_meant(raw, parts[at + size : at + size + 1]):
                if name not in found:
                    found.append(name)
                at += size - 1
                break
        at += 1
    return found


def _is_meant(raw: str, following: list[str]) -> bool:
    """Whether a word that has other meanings too stands for the technology here."""
    if len(raw) == 1 and following and following[0].strip(".") not in _AFTER_A_LETTER:
        return False
    return raw.lower() not in _AMBIGUOUS or raw[:1].isupper()


_AFTER_A_LETTER: Final = frozenset(", and or / programming code for at on developer".split())
