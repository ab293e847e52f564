import ts from 'typescript';
import { loadContract } from '../../adapters/http/contract.ts';
import { sourcesOfRings } from './sources.ts';

/** A regular expression, and where it stands. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly place: string;
}

/** The patterns that `npm run check:patterns` found harmless. */
export const CHECKED_PATTERNS = new URL('checked-patterns.json', import.meta.url);

export const spelling = ({ source, flags }: Pattern): string => `/${source}/${flags}`;

/** Every pattern in the sources of the rings and in the contract. */
export const everyPattern = async (): Promise<Pattern[]> => [...(await patternsOfRings()), ...patternsOfContract()];

/** Every regular expression that is written out in the sources of the rings, each once. */
async function patternsOfRings(): Promise<Pattern[]> {
  const found = new Map<string, Pattern>();
  for (const [file, text] of await sourcesOfRings())
    for (const pattern of patternsIn(text, file)) found.set(spelling(pattern), pattern);
  return [...found.values()];
}

/** The regular expressions in one source. */
export function patternsIn(text: string, place: string): Pattern[] {
  const file = ts.createSourceFile(place, text, ts.ScriptTarget.Latest);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), place });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The patterns of the contract. */
export function patternsOfContract(contract: unknown = loadContract('/api/v1'), place = 'openapi.yaml'): Pattern[] {
  if (typeof contract !== 'object' || contract === null) return [];
  return Object.entries(contract).flatMap(([name, value]: [string, unknown]) =>
    name === 'pattern' && typeof value === 'string'
      ? [{ source: value, flags: 'u', place }]
      : patternsOfContract(value, `${place}/${name}`),
  );
}
