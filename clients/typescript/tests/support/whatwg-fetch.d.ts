/** The `fetch` of React Native, which has no types of its own. */
declare module 'whatwg-fetch' {
  export const fetch: typeof globalThis.fetch;
}
