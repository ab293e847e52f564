import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { planted } from './planted.ts';
import { sourcesBelow } from './sources.ts';
import { duplicateBasenames, duplicateTypes, FILE_RULES, type Violation } from './vocabulary-rules.ts';
import { termsOf, wordsOf, type Terms } from './vocabulary.ts';

const canaries = fileURLToPath(new URL('canaries/vocabulary/', import.meta.url));
const FOLDERS = ['domain', 'application', 'adapters', 'bootstrap', 'tools', 'clients', 'console/src', 'tests', 'bench'];
/** The folders in which a type has a name of its own. */
const TYPED = /^(domain|application|adapters|bootstrap|tools)\//;

/** Folders that a rule does not hold for yet, by the beginning of their paths. It holds for all others. */
const PENDING: Readonly<Record<string, readonly string[]>> = {
  'banned-name': [],
  'banned-local-name': [],
  'banned-type-name': [],
  'participle-type': [],
  'banned-comment': [],
  'banned-string': [],
  'banned-title': [],
  'title-start': [],
  'duplicate-basename': [],
  'duplicate-type': [],
};

const ringOf = (file: string): string => /^bootstrap\/modules|^[^/]+/.exec(file)?.[0] ?? '';

const violationsOf = (all: readonly Terms[]): Violation[] => [
  ...Object.values(FILE_RULES).flatMap((rule) => all.flatMap((terms) => rule(terms))),
  ...duplicateBasenames(all, ringOf),
  ...duplicateTypes(all.filter(({ file }) => TYPED.test(file))),
];

describe('the vocabulary', () => {
  let found: readonly Violation[];
  before(async () => {
    const sources = await sourcesBelow(FOLDERS);
    assert.isAbove(sources.length, 1000);
    found = violationsOf(sources.map(termsOf));
  });

  for (const [rule, pending] of Object.entries(PENDING))
    it(`has no ${rule}`, () => {
      const broken = found.filter((each) => each.rule === rule && !pending.some((at) => each.file.startsWith(at)));
      assert.deepEqual(
        broken.map(({ file, line, found: text }) => `${file}:${line} ${text}`),
        [],
      );
    });
});

describe('the vocabulary check', () => {
  it('finds every planted violation and nothing else', async () => {
    const found = violationsOf((await sourcesBelow(FOLDERS, canaries)).map(termsOf));
    const broken = new Set(found.map(({ file, rule }) => `${file} breaks ${rule}`));
    assert.deepEqual([...broken].toSorted(), await planted(canaries));
  });

  it('has a planted violation for every rule', async () => {
    const rules = (await planted(canaries)).map((each) => each.split(' breaks ')[1]);
    assert.sameMembers([...new Set(rules)], Object.keys(PENDING));
  });

  it('splits names into words', () => {
    assert.deepEqual(wordsOf('openHTTPServer2'), ['open', 'http', 'server2']);
    assert.deepEqual(wordsOf('MAX_WAIT_MS'), ['max', 'wait', 'ms']);
    assert.deepEqual(wordsOf('media-channel'), ['media', 'channel']);
  });

  it('reads comments, but no texts and patterns that look like them', () => {
    const source = ["const url = 'http://x'; // one", 'const pattern = /[/*]/; /* two', ' * three */'];
    const { comments } = termsOf(['x.ts', source.join('\n')]);
    assert.deepEqual(
      comments.map(({ text, line }) => [text, line]),
      [
        ['// one', 1],
        ['/* two three */', 2],
      ],
    );
  });
});
