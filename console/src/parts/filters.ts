/** The parts of a filter: the values of each, or null where it takes any text. */
export type FilterParts = Readonly<Record<string, readonly string[] | null>>;

/** A filter as the address of a page has it. An empty part matches everything. */
export type Filter<Parts extends FilterParts> = {
  readonly [Name in keyof Parts]: Parts[Name] extends readonly (infer Value extends string)[] ? Value | '' : string;
};

type Query = Readonly<Record<string, string | undefined>>;

/** Says how a list is shown, and narrows nothing down. */
const ORDER = 'sort';
const OFFSET = 'offset';

/** The filter that an address asks for. Unknown values are left out. */
export const readFilter = <Parts extends FilterParts>(parts: Parts, query: Query): Filter<Parts> =>
  Object.fromEntries(
    Object.entries(parts).map(([name, values]) => {
      const given = query[name] ?? '';
      return [name, values === null || values.includes(given) ? given : ''];
    }),
  ) as Filter<Parts>;

/** How many items an address skips. */
export function readOffset(query: Query): number {
  const offset = Number(query[OFFSET]);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

/** Whether a filter leaves something out. */
export const isNarrowed = (filter: Readonly<Record<string, string>>): boolean =>
  Object.entries(filter).some(([name, value]) => name !== ORDER && value !== '');

/** The query of an address with these parts changed. Another filter begins with its first page. */
export function changedQuery(search: string, part: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search);
  query.delete(OFFSET);
  for (const [name, value] of Object.entries(part)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The query of an address for the page that skips this many items. */
export const pageQuery = (search: string, offset: number): string =>
  changedQuery(search, { [OFFSET]: offset === 0 ? '' : String(offset) });

/** Whether one of these texts contains what is searched for, in upper or lower case. */
export function hasText(wanted: string, ...texts: readonly (string | null | undefined)[]): boolean {
  const text = wanted.trim().toLowerCase();
  return text === '' || texts.some((each) => each?.toLowerCase().includes(text) ?? false);
}
