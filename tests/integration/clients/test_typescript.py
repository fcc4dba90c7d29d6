"""The TypeScript client: what is committed, what is shipped, and what it does on the stack."""

import re
from pathlib import Path

import pytest

from emulator.gateway.paths import ROOT
from tests.support.documents import doc, rows
from tests.support.engines import needs_embedded
from tests.support.stacks.restarts import restarted_on_request
from tests.support.typescript.project import Project, blocks, module, needed
from tests.support.typescript.types import PACKAGE, types

pytestmark = pytest.mark.xdist_group("typescript")  # which one worker packs and installs

SCENARIOS = Path(__file__).parent / "typescript"

README = """
import 'fake-indexeddb/auto';
import { initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, getFirestore } from 'firebase/firestore';
import { MockLanguageModelV4 } from 'ai/test';

const url = process.env['REKINDLE'] ?? '';
const uid = process.env['UID'] ?? '';
const auth = { currentUser: { getIdToken: async () => process.env['TOKEN'] ?? '' } };
const firestore = getFirestore(initializeApp({ projectId: process.env['PROJECT'] ?? '' }));
const [host = '', port] = (process.env['FIRESTORE'] ?? '').split(':');
connectFirestoreEmulator(firestore, host, Number(port), { mockUserToken: 'owner' });
const kept = new Map<string, string>();
Object.assign(globalThis, { localStorage: {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
} });
const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => ({
    content: [{ type: 'text', text: `The model was told: ${JSON.stringify(prompt[0])}` }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: tokens, outputTokens: tokens },
    warnings: [],
  }),
});
"""
"""What stands before the README's examples: where Rekindle is, who is signed in, and a model."""
SHOWN = """
import { renderToString } from 'react-dom/server';
console.log(renderToString(page));
queue.close();
process.exit(0);
"""
"""What comes after them: the page, on the server."""


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Project:
    return Project.make(tmp_path_factory.mktemp("app"))


def test_its_types_are_those_of_the_api():
    needed("node")
    committed = (PACKAGE / "src" / "api" / "openapi.ts").read_text()
    assert committed == types(), "run `make client-types`"


def test_it_knows_every_reason_of_the_api():
    known = set(re.findall(r"\b[A-Z][A-Z_]{5,}\b", reasons()))
    table = [row[2] for row in rows(doc("api.md")) if row[0].isdecimal()]
    documented = set(re.findall(r"`([A-Z_]+)`", " ".join(table)))
    assert known == documented


def reasons() -> str:
    return (PACKAGE / "src" / "http" / "reasons.ts").read_text()


def test_nothing_else_is_installed_with_it(project):
    assert project.installed >= {"rekindle-client"}
    assert project.installed <= {"rekindle-client", "@types"}


def test_its_license_comes_with_it(project):
    installed = project.folder / "node_modules" / "rekindle-client" / "LICENSE"
    assert installed.read_text() == (ROOT / "LICENSE").read_text()


@pytest.mark.parametrize(
    "resolution", [("NodeNext", "NodeNext"), ("ESNext", "Bundler")], ids=["node", "bundler"]
)
def test_its_own_types_hold_under_strict_settings(project, resolution):
    alone = ["rekindle-client", *(f"rekindle-client/{name}" for name in ("offline", "live"))]
    imports = [f"import * as part{n} from '{name}';" for n, name in enumerate(alone)]
    use = "export const { preferences } = new part0.Rekindle({ url: '', token: '' });"
    code = "\n".join([*imports, use])
    settings = dict(zip(("module", "moduleResolution"), resolution, strict=True))
    strict = {"skipLibCheck": False, "verbatimModuleSyntax": True, "types": [], "noEmit": True}
    project.compiled("alone.ts", code, **settings, **strict)


def test_the_readmes_examples_are_typed_and_run(project, stack, uid):
    project.add("ai", "fake-indexeddb", "firebase", "@firebase", "react", "react-dom", "zod")
    code = module(README, *blocks(PACKAGE / "README.md"), SHOWN)
    printed = project.run(project.compiled("readme.tsx", code), stack, uid)
    assert "[ABOUT THE USER]" in printed
    assert "The model was told" in printed
    assert "<h1>Somebody</h1>" in printed


def test_every_part_of_it_speaks_with_the_api(project, stack, uid):
    script = project.compiled("everything.ts", (SCENARIOS / "everything.ts").read_text())
    project.run(script, stack, uid)


def test_500_messages_are_each_analyzed_once_and_in_order(project, uid, tmp_path):
    project.add("fake-indexeddb")
    script = project.compiled("offline.ts", (SCENARIOS / "offline.ts").read_text())
    with restarted_on_request(tmp_path) as (stack, restart):
        project.run(script, stack, uid, RESTART=restart)


@needs_embedded("another one does not let the owner in")
def test_a_listener_tells_of_changes_and_the_api_tells_what_they_are(project, stack, uid):
    project.add("firebase", "@firebase")
    script = project.compiled("live.ts", (SCENARIOS / "live.ts").read_text())
    assert "signals in" in project.run(script, stack, uid)


def test_the_sample_for_phones_keeps_what_is_said_without_a_network(project, stack, uid):
    logic = ROOT / "samples" / "react-native" / "src" / "remembering.ts"
    (project.folder / logic.name).write_text(logic.read_text())
    script = project.compiled("phone.ts", (SCENARIOS / "phone.ts").read_text())
    project.run(script, stack, uid)
