// Talks to a model through a proxy with OpenAI's SDK: an answer, a tool call, and an error.
// node openai_chat.cjs <base URL> [stream]
const OpenAI = require('openai').default;

async function main() {
  const [address, stream] = process.argv.slice(2);
  const model = new OpenAI({ baseURL: address, maxRetries: 0 });
  const ask = (text, more = {}) =>
    model.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: text }], ...more });

  let text = '';
  if (stream) {
    for await (const part of await ask(`Node ${stream}`, { stream: true })) {
      text += part.choices[0].delta.content;
    }
  } else {
    text = (await ask('Node')).choices[0].message.content;
  }
  const tools = [{ type: 'function', function: { name: 'time', parameters: { type: 'object' } } }];
  const called = await ask('Node, what time is it?', { tools });
  const error = await ask('Node, fail.').then(
    () => null,
    ({ status, code }) => ({ status, code }),
  );
  const tool = called.choices[0].message.tool_calls[0].function.name;
  console.log(JSON.stringify({ text, tool, error }));
}

main();
