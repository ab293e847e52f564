import { readChoice, readFields, readObject, readTexts, required } from './json-readers.ts';
import { invalid } from '../errors.ts';

export const REDACTED_KINDS = ['card_number', 'account_number', 'email', 'phone_number'] as const;
export type RedactedKind = (typeof REDACTED_KINDS)[number];

/** What is left out of the transcripts and tool calls that are stored of the agent's calls. */
export interface AgentRedaction {
  readonly kinds: readonly RedactedKind[];
  /** Names of variables whose values are left out. */
  readonly variables: readonly string[];
}

const VARIABLES_MAX = 100;

/** Parses the redaction section from untyped JSON. Null when absent: everything is stored. */
export function parseRedaction(input: unknown): AgentRedaction | null {
  const given = readObject(input, 'redaction');
  if (!given) return null;
  return readFields(given, 'redaction', {
    kinds: () => parseKinds(given['kinds']),
    variables: () => parseNames(given['variables']),
  });
}

function parseKinds(input: unknown): readonly RedactedKind[] {
  const names = readTexts(input, 'redaction.kinds') ?? REDACTED_KINDS;
  const kinds = names.map((name, at) => {
    const path = `redaction.kinds[${at}]`;
    return required(readChoice(REDACTED_KINDS, name, path), path);
  });
  return REDACTED_KINDS.filter((kind) => kinds.includes(kind));
}

function parseNames(input: unknown): readonly string[] {
  const names = [...new Set(readTexts(input, 'redaction.variables') ?? [])];
  if (names.length > VARIABLES_MAX) throw invalid(`redaction.variables must have at most ${VARIABLES_MAX} names`);
  if (names.includes('')) throw invalid('redaction.variables must not contain an empty name');
  return names;
}
