// Connects with a client of the TypeScript SDK by OAuth, uses a tool, and refreshes.
//
// The second argument is the SDK's version and, of version 2, how it agrees on a protocol revision:
// `v1`, `v2-legacy` or `v2-modern`.
//
// The browser is played by whoever started this: it is told where the client sends the user, one
// line of JSON with `authorize`, and answers with the URL to which the user comes back.
const readline = require('node:readline');

const [URL_OF_MCP, KIND] = process.argv.slice(2);
const sdk =
  KIND === 'v1'
    ? {
        ...require('@modelcontextprotocol/sdk/client/index.js'),
        ...require('@modelcontextprotocol/sdk/client/auth.js'),
        ...require('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      }
    : require('@modelcontextprotocol/client');
const { Client, StreamableHTTPClientTransport, UnauthorizedError, auth } = sdk;
const MODES = { 'v2-legacy': 'legacy', 'v2-modern': { pin: '2026-07-28' } };
const options = MODES[KIND] ? { versionNegotiation: { mode: MODES[KIND] } } : {};
const newClient = () => new Client({ name: 'typescript', version: '1' }, options);
const REDIRECT = 'http://localhost:7777/callback';
const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (told) => console.log(JSON.stringify(told));

class Kept {
  get redirectUrl() {
    return REDIRECT;
  }
  get clientMetadata() {
    return { client_name: 'TypeScript client', redirect_uris: [REDIRECT], scope: 'read write' };
  }
  state() {
    return 'state-of-the-client';
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client) {
    this.client = client;
  }
  tokens() {
    return this.kept;
  }
  saveTokens(tokens) {
    this.kept = tokens;
  }
  saveCodeVerifier(verifier) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
  redirectToAuthorization(url) {
    say({ authorize: url.toString() });
  }
}

async function main(url) {
  const provider = new Kept();
  let spoken;
  const open = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    const client = newClient();
    await client.connect(transport);
    spoken = client.getNegotiatedProtocolVersion?.() ?? transport.protocolVersion;
    return client;
  };
  const first = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  try {
    await newClient().connect(first);
    throw new Error('connected without a token');
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  const back = new URL((await lines.next()).value);
  await first.finishAuth(
    KIND === 'v1' ? back.searchParams.get('code') : back.searchParams,
  );

  let client = await open();
  const tools = (await client.listTools()).tools.map((tool) => tool.name);
  const saved = await client.callTool({ name: 'remember', arguments: { content: 'Ada rows' } });
  await client.close();

  const old = provider.kept;
  const result = await auth(provider, { serverUrl: url });
  client = await open();
  const found = await client.callTool({ name: 'recall', arguments: { query: 'rowing' } });
  await client.close();
  say({
    spoken,
    tools,
    saved: saved.structuredContent.success,
    refreshed: result === 'AUTHORIZED' && provider.kept.access_token !== old.access_token,
    found: found.structuredContent.results.map((each) => each.content),
    clientId: provider.client.client_id,
    refreshToken: provider.kept.refresh_token,
  });
}

main(URL_OF_MCP).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
