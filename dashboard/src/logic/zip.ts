/**
 * The conversations in a ZIP archive. Exports are gigabytes of pictures around a few megabytes of text,
 * so only the directory at the end of the file and what it names is read; the browser unpacks it.
 */
const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** The end of the directory, with the longest comment that may follow it. */
const TAIL = 22 + 65_535;
const NAME = /(^|\/)(conversations[^/]*\.json|conversations\/[^/]+\.json)$/;

export class BrokenArchive extends Error {}

export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return String.fromCharCode(...start) === 'PK\x03\x04';
}

/** The texts of the archive's files with conversations, by name. Throws BrokenArchive. */
export async function conversationsIn(file: Blob): Promise<string[]> {
  try {
    const entries = (await directoryOf(file)).filter(({ name }) => NAME.test(name));
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return await Promise.all(entries.map((entry) => textOf(file, entry)));
  } catch (error) {
    throw new BrokenArchive('The archive cannot be read.', { cause: error });
  }
}

interface Entry {
  name: string;
  method: number;
  size: number;
  start: number;
}

const view = async (part: Blob) => new DataView(await part.arrayBuffer());

async function directoryOf(file: Blob): Promise<Entry[]> {
  const tail = await view(file.slice(-TAIL));
  let end = tail.byteLength - 22;
  while (tail.getUint32(end, true) !== END) end -= 1;
  const start = tail.getUint32(end + 16, true);
  const directory = await view(file.slice(start, start + tail.getUint32(end + 12, true)));
  const found: Entry[] = [];
  for (let at = 0; at < directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const length = directory.getUint16(at + 28, true);
    found.push({
      name: new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, length)),
      method: directory.getUint16(at + 10, true),
      size: directory.getUint32(at + 20, true),
      start: directory.getUint32(at + 42, true),
    });
    at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return found;
}

async function textOf(file: Blob, { method, size, start }: Entry): Promise<string> {
  const header = await view(file.slice(start, start + 30));
  const from = start + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(from, from + size);
  if (method === 0) return packed.text();
  if (method !== 8) throw new BrokenArchive(`Unknown compression ${method}.`);
  return new Response(packed.stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
