import { useLocation } from 'preact-iso';
import {
  changedQuery,
  isNarrowed,
  pageQuery,
  readFilter,
  readOffset,
  type Filter,
  type FilterParts,
} from './filters.ts';

/** The filter and the page of a list, which the address of the page has. */
export interface Filters<Parts extends FilterParts> {
  readonly filter: Filter<Parts>;
  /** Changes parts of the filter. The back button takes a change back, but not while text is `typed`. */
  readonly change: (part: Partial<Filter<Parts>>, how?: 'chosen' | 'typed') => void;
  readonly clear: () => void;
  /** Whether the filter leaves something out. */
  readonly isNarrowed: boolean;
  /** How many items come before the shown ones. */
  readonly offset: number;
  readonly move: (offset: number) => void;
}

/** Keeps the filter of a list in the address, beside what other parts of the page keep there. */
export function useFilters<const Parts extends FilterParts>(parts: Parts): Filters<Parts> {
  const { path, query, route } = useLocation();
  const filter = readFilter(parts, query);
  // The address may have changed since this was rendered: a text is taken over a moment after it was typed.
  const open = (next: (search: string) => string, replace: boolean): void => {
    const target = next(location.search);
    if (target !== location.search) route(path + target, replace);
  };
  const change: Filters<Parts>['change'] = (part, how = 'chosen') =>
    open((search) => changedQuery(search, part as Readonly<Record<string, string>>), how === 'typed');
  return {
    filter,
    change,
    clear: () => change(Object.fromEntries(Object.keys(parts).map((name) => [name, ''])) as Partial<Filter<Parts>>),
    isNarrowed: isNarrowed(filter),
    offset: readOffset(query),
    move: (offset) => open((search) => pageQuery(search, offset), false),
  };
}
