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
const GENERATED = ['clients/typescript/schema.ts'];

const testsOf = (folders: string): string[] => folders.split(' ').map((folder) => `tests/${folder}/`);
const UNTITLED = testsOf(
  'adapters application bootstrap clients console contracts docs domain gateway http operations runtime',
);
const adaptersOf = (folders: string): string[] => folders.split(' ').map((folder) => `adapters/${folder}/`);
const OUTSIDE = ['application/', 'clients/', 'tests/'];

/** Folders that a rule does not hold for yet, by the beginning of their paths. It holds for all others. */
const PENDING: Readonly<Record<string, readonly string[]>> = {
  'banned-name': [
    ...OUTSIDE,
    ...adaptersOf('media providers/_speech simulator vectors'),
    'console/src/parts/use-action',
  ],
  'banned-local-name': FOLDERS.filter((folder) => folder !== 'bootstrap'),
  'banned-type-name': [...OUTSIDE, ...adaptersOf('providers system'), 'console/src/pages/calls/'],
  'participle-type': [...OUTSIDE, ...adaptersOf('media providers'), 'domain/accounts/', 'domain/calls/'],
  'banned-comment': [
    ...['application/', 'clients/', 'domain/', 'bootstrap/api', ...adaptersOf('documents media providers')],
    ...UNTITLED,
    ...testsOf('distributed scenarios simulation support tools vendor-sdks'),
  ],
  'banned-string': [
    ...[...OUTSIDE, 'tools/', 'bench/retrieval/', 'console/src/pages/knowledge/', 'domain/calls/'],
    ...adaptersOf('embedder providers'),
  ],
  'banned-title': [...UNTITLED, ...testsOf('simulation tools vendor-sdks')],
  'title-start': UNTITLED,
  'duplicate-basename': ['application/', 'bench/', 'console/src/', ...adaptersOf('media providers simulator')],
  'duplicate-type': [
    ...['application/', 'domain/gateway/', 'domain/voice/', 'tools/migrate/', 'tools/scenario/'],
    ...adaptersOf('documents http media providers'),
  ],
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
    found = violationsOf(sources.filter(([file]) => !GENERATED.includes(file)).map(termsOf));
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
