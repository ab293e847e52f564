/** Items read at a time. */
const PAGE = 200;

/** A list in order of time, from a time on. */
interface Timeline<T> {
  readonly page: (from: string, page: { readonly limit: number; readonly offset: number }) => Promise<readonly T[]>;
  readonly timeOf: (item: T) => string;
}

/**
 * Visits every item once, the oldest first, a page at a time, also while visited ones are removed. `visit` returns
 * whether the item is still listed.
 */
export async function visitAll<T>({ page, timeOf }: Timeline<T>, visit: (item: T) => Promise<boolean>): Promise<void> {
  let from = '';
  /** Items of that time that were visited and are still listed. */
  let offset = 0;
  for (;;) {
    const items = await page(from, { limit: PAGE, offset });
    for (const item of items) {
      if (timeOf(item) !== from) [from, offset] = [timeOf(item), 0];
      if (await visit(item)) offset += 1;
    }
    if (items.length < PAGE) return;
  }
}
