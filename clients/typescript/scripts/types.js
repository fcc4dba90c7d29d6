// Turns the OpenAPI document on standard input into TypeScript.
import openapiTS, { astToString } from 'openapi-typescript';

const HEADER =
  '/** Generated from the OpenAPI document by `make client-types`. Do not edit. */\n\n/* eslint-disable */\n';
/** What says nothing to the compiler, and would triple the file. */
const NOISE = new Set(['title', 'default']);

async function main() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  const document = JSON.parse(text);
  removeNoise(document.components.schemas);
  process.stdout.write(HEADER + astToString(await openapiTS(document)));
}

/** @param areNames whether the keys are names of schemas or of fields, not words of JSON Schema */
function removeNoise(part, areNames = true) {
  if (!part || typeof part !== 'object') return;
  for (const [key, value] of Object.entries(part)) {
    if (!areNames && NOISE.has(key)) delete part[key];
    else removeNoise(value, !areNames && key === 'properties');
  }
}

await main();
