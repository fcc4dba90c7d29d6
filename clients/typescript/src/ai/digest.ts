/** A text's digest: the same for the same text, and practically never for another. Not secret. */
export function digest(text: string): string {
  return [0, 1, 2].map((seed) => half(text, seed)).join('');
}

/** 32 bits by FNV-1a, then mixed so that similar texts differ everywhere. */
function half(text: string, seed: number): string {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash ^= hash >>> (13 + seed);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
