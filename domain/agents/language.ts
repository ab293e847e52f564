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
  const isBlank = (readText(input, 'language.primary')?.trim() ?? '') === '';
  return required(isBlank ? null : readLanguage(input, 'language.primary'), 'language.primary');
}

/** Reads a language id. */
export function readLanguage(input: unknown, path: string): string | null {
  const language = readText(input, path)?.trim() ?? null;
  if (language !== null && !isLanguage(language))
    throw invalid(`${path} must be a known language id, for example en or hi`);
  return language;
}
