import type { Contract, PathItem } from './contract.ts';

/** A path of the contract that a request asked for, with what stood in the place of its parameters. */
export interface Route {
  /** As it is written in the contract. */
  readonly path: string;
  readonly item: PathItem;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the path of the contract that a request means, or null. Throws `URIError` at parameters that cannot be decoded. */
export type Routes = (path: string) => Route | null;

interface Pattern {
  readonly path: string;
  /** What stands between the slashes. */
  readonly segments: readonly string[];
  readonly item: PathItem;
}

/**
 * The paths of the contract, made ready to be found quickly. A path is meant by its very letters, a slash at its end
 * included; where several fit, the one that is written out further is meant.
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

/** Orders patterns of one length so that a written segment comes before a parameter in its place. */
function furtherFirst({ segments: one }: Pattern, { segments: other }: Pattern): number {
  const at = one.findIndex((segment, place) => isParameter(segment) !== isParameter(other[place] ?? ''));
  if (at < 0) return 0;
  return isParameter(one[at] ?? '') ? 1 : -1;
}
