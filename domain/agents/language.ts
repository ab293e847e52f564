import { invalid } from '../errors.ts';
import { isLanguage } from '../providers/languages.ts';
import { readAll, readObject, readText, readTexts, required } from './json-readers.ts';

/** Languages of an agent. `secondary` is stored but not used in calls. */
export interface AgentLanguage {
  readonly primary: string;
  readonly secondary: readonly string[];
}

/** Parses languages from untyped JSON. The primary language is a canonical id. */
export function parseLanguage(input: unknown): AgentLanguage {
  const language = required(readObject(input, 'language'), 'language');
  return readAll({
    primary: () => primaryOf(language['primary']),
    secondary: () => readTexts(language['secondary'], 'language.secondary') ?? [],
  });
}

function primaryOf(input: unknown): string {
  const primary = readText(input, 'language.primary')?.trim() ?? '';
  if (primary === '') throw invalid('language.primary is required');
  if (!isLanguage(primary)) throw invalid('language.primary must be a known language id, for example en or hi');
  return primary;
}
