import type { Contract, PathItem } from './contract.ts';

/** A matched path of the contract and its parameter values. */
export interface Route {
  /** The path as written in the contract. */
  readonly path: string;
  readonly item: PathItem;
  readonly params: Readonly<Record<string, string>>;
}

/** Matches a path, or answers null. Throws `URIError` for parameters that cannot be decoded. */
export type Routes = (path: string) => Route | null;

interface Pattern {
  readonly path: string;
  /** The parts between slashes. */
  readonly segments: readonly string[];
  readonly item: PathItem;
}

/**
 * Prepares the contract's paths for fast matching. Matching is exact, including a trailing slash. The most specific of
 * several matching paths wins.
 */
export function contractRoutes({ paths }: Contract): Routes {
  const written = new Map<string, Route>();
  const patterns = new Map<number, Pattern[]>();
  for (const [path, item] of Object.entries(paths)) {
    const segments = path.split('/');
    if (!segments.some(isParameter)) written.set(path, { path, item, params: {} });
    else patterns.set(segments.length, [...(patterns.get(segments.length) ?? []), { path, segments, item }]);
  }
  for (const each of patterns.values()) each.sort(furtherFirst);

  return (path) => {
    const route = written.get(path);
    if (route) return route;
    const parts = path.split('/');
    const pattern = patterns.get(parts.length)?.find(({ segments }) => fits(segments, parts));
    return pattern ? { path: pattern.path, item: pattern.item, params: paramsOf(pattern, parts) } : null;
  };
}

const isParameter = (segment: string): boolean => segment.startsWith('{') && segment.endsWith('}');

const fits = (segments: readonly string[], parts: readonly string[]): boolean =>
  segments.every((segment, at) => (isParameter(segment) ? parts[at] !== '' : parts[at] === segment));

function paramsOf({ segments }: Pattern, parts: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  segments.forEach((segment, at) => {
    if (isParameter(segment)) params[segment.slice(1, -1)] = decodeURIComponent(parts[at] ?? '');
  });
  return params;
}

/** Orders patterns of one length so that literal segments precede parameters. */
function furtherFirst({ segments: one }: Pattern, { segments: other }: Pattern): number {
  const at = one.findIndex((segment, place) => isParameter(segment) !== isParameter(other[place] ?? ''));
  if (at < 0) return 0;
  return isParameter(one[at] ?? '') ? 1 : -1;
}
