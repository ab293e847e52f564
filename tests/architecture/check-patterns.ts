import { writeFile } from 'node:fs/promises';
import { checkSync } from 'recheck';
import { CHECKED_PATTERNS, everyPattern, spelling, type Pattern } from './patterns.ts';

/** Timeout of one check, in ms. */
const TIMEOUT_MS = 20_000;

interface Doubt {
  readonly place: string;
  /** How the pattern begins. */
  readonly begins: string;
  /** Why it is harmless in practice. */
  readonly reason: string;
}

const DOUBTS: readonly Doubt[] = [
  { place: 'domain/voice/speech-text.ts', begins: '(?<!\\d)(\\*{1,3}|', reason: 'pieces of at most 241 characters' },
  { place: 'domain/voice/sentences.ts', begins: '(?:[.!?…](?!', reason: 'looked for in 241 characters at a time' },
  { place: 'domain/script/pattern-syntax.ts', begins: '\\((?:\\?:', reason: 'rules of at most 500 characters' },
  {
    place: 'domain/script/prompt-inputs.ts',
    begins: '^\\[1\\]',
    reason: 'some excerpts of a thousand characters each',
  },
  {
    place: 'adapters/providers/local/ascii-segments.ts',
    begins: '(?<!\\b(?:Mr|',
    reason: 'pieces of an answer; at the gateway at most 4,096 characters',
  },
  { place: 'adapters/providers/exotel/multipart.ts', begins: '^multipart', reason: 'a header, of at most 16 KiB' },
  {
    place: 'adapters/providers/_carrier/rest.ts',
    begins: '([:[,]\\s*)(\\d{16,})',
    reason: 'begins at one sign only, and ends where its digits do',
  },
  { place: 'adapters/lib/vendor-failures.ts', begins: '"(?:code|', reason: '8 KiB of a vendor’s error' },
  {
    place: 'adapters/documents/drivers/mongo-errors.ts',
    begins: '\\bindex',
    reason: 'errors of the operator’s own store',
  },
];

const isKnown = ({ source, place }: Pattern): boolean =>
  DOUBTS.some((doubt) => doubt.place === place && source.startsWith(doubt.begins));

/**
 * Says of every pattern in the sources and in the contract whether some text makes it run for longer than in proportion
 * to its length. When none does it writes down which it checked, for the tests. Takes a minute, and ends with 1 when one
 * does.
 */
async function main(): Promise<number> {
  const patterns = await everyPattern();
  let unsafe = 0;
  for (const pattern of patterns) {
    if (isKnown(pattern)) continue;
    const { source, flags, place } = pattern;
    const { status, ...found } = checkSync(source, flags, { timeout: TIMEOUT_MS, randomSeed: 1 });
    if (status === 'safe') continue;
    unsafe += 1;
    const attack = 'attack' in found && found.attack ? `: ${found.attack.pattern}` : '';
    process.stdout.write(`${status} ${place} /${source}/${flags}${attack}\n`);
  }
  process.stdout.write(`${patterns.length} patterns, ${unsafe} of them unsafe\n`);
  if (unsafe > 0) return 1;
  const checked = [...new Set(patterns.map(spelling))].toSorted();
  await writeFile(CHECKED_PATTERNS, `${JSON.stringify(checked, null, 2)}\n`);
  return 0;
}

process.exitCode = await main();
