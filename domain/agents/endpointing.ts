import { invalid } from '../errors.ts';
import { readChoice, readEach, readFields, readInteger, readObject, required } from './json-readers.ts';
import { readLanguage } from './language.ts';

const MODES = ['auto', 'timer', 'vendor'] as const;
const LOOKS = ['complete', 'open', 'incomplete', 'digits', 'filler'] as const;

/** A wait for the caller to continue, in words of one language that look so. */
export interface EndpointingWait {
  readonly language: string;
  readonly look: (typeof LOOKS)[number];
  /** Silence after the endpointing delay, in ms. */
  readonly wait_ms: number;
}

/** How the end of the caller's turn is found. */
export interface AgentEndpointing {
  readonly mode: (typeof MODES)[number];
  /** Longest silence in which the STT vendor's end of turn is awaited, in ms. */
  readonly max_wait_ms: number;
  readonly waits: readonly EndpointingWait[];
}

const MAX_WAIT_MS = { minimum: 300, default: 3_000, maximum: 10_000 } as const;
const WAIT_MS = { minimum: 0, maximum: 5_000 } as const;
const WAITS_MAX = 200;

/** Parses endpointing from untyped JSON. Null when absent. */
export function parseEndpointing(input: unknown): AgentEndpointing | null {
  const given = readObject(input, 'endpointing');
  if (!given) return null;
  return readFields(given, 'endpointing', {
    mode: () => readChoice(MODES, given['mode'], 'endpointing.mode') ?? 'auto',
    max_wait_ms: () => readInteger(given['max_wait_ms'], 'endpointing.max_wait_ms', MAX_WAIT_MS) ?? MAX_WAIT_MS.default,
    waits: () => parseWaits(given['waits'] ?? []),
  });
}

function parseWaits(input: unknown): readonly EndpointingWait[] {
  const path = 'endpointing.waits';
  if (!Array.isArray(input)) throw invalid(`${path} must be a list of objects`);
  if (input.length > WAITS_MAX) throw invalid(`${path} must have at most ${WAITS_MAX} items`);
  const waits = readEach(input.map((item: unknown, index) => () => parseWait(item, `${path}[${index}]`)));
  const keys = waits.map(({ language, look }) => `${language} ${look}`);
  const repeated = keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    return first < index ? [`${path}[${index}] must not repeat the language and look of ${path}[${first}]`] : [];
  });
  if (repeated.length > 0) throw invalid(repeated);
  return waits;
}

function parseWait(input: unknown, path: string): EndpointingWait {
  const given = required(readObject(input, path), path);
  const at = (name: keyof EndpointingWait): [unknown, string] => [given[name], `${path}.${name}`];
  return readFields(given, path, {
    language: () => required(readLanguage(...at('language')), `${path}.language`),
    look: () => required(readChoice(LOOKS, ...at('look')), `${path}.look`),
    wait_ms: () => required(readInteger(...at('wait_ms'), WAIT_MS), `${path}.wait_ms`),
  });
}
