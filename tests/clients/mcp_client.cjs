// One conversation with the TypeScript SDK's client; prints the results as one line of JSON.
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');

async function main(url, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const saved = await client.callTool({ name: 'save_memory', arguments: { content: 'Ann is the CFO' } });
  const refused = await client.callTool({ name: 'add_memory', arguments: {} });
  const context = await client.readResource({ uri: 'rekindle://context' });
  await client.close();
  return {
    server: client.getServerVersion().name,
    instructions: client.getInstructions(),
    tools: tools.map((tool) => tool.name),
    saved: saved.structuredContent,
    refused: refused.isError,
    context: context.contents[0].text,
  };
}

main(...process.argv.slice(2)).then(
  (told) => console.log(JSON.stringify(told)),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
