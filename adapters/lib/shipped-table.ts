import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';

/**
 * A YAML table of the sources, all of whose values are texts. The build writes it as JSON beside it, which is read much
 * faster.
 */
export function readShippedTable(file: URL): unknown {
  const built = new URL(`${basename(file.pathname, '.yaml')}.json`, file);
  return existsSync(built) ? JSON.parse(readFileSync(built, 'utf8')) : parseTexts(readFileSync(file, 'utf8'));
}

/** YAML whose values all stay text, so that no number becomes a binary fraction and no day a date. */
export const parseTexts = (text: string): unknown => parse(text, { schema: 'failsafe', maxAliasCount: 0 });
