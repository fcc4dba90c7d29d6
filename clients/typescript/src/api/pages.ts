/** Lists that come in pages. */

export interface PageAsked {
  pageSize?: number;
  pageToken?: string;
}

/** Yields every item of a list, reading the next page only when it is needed. */
export async function* everyItem<Page extends { nextPageToken?: string | null }, Item>(
  read: (page: PageAsked) => Promise<Page>,
  itemsOf: (page: Page) => Item[],
): AsyncGenerator<Item, void, undefined> {
  let asked: PageAsked = { pageSize: 100 };
  for (;;) {
    const page = await read(asked);
    yield* itemsOf(page);
    if (!page.nextPageToken) return;
    asked = { ...asked, pageToken: page.nextPageToken };
  }
}
