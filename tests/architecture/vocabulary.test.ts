import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { root } from './cruise.ts';
import { planted } from './planted.ts';
import { sourcesBelow } from './sources.ts';
import { BANNED_PROSE, duplicateBasenames, duplicateTypes, FILE_RULES, type Violation } from './vocabulary-rules.ts';
import { termsOf, wordsOf, type Terms } from './vocabulary.ts';

const canaries = fileURLToPath(new URL('canaries/vocabulary/', import.meta.url));
const FOLDERS = ['domain', 'application', 'adapters', 'bootstrap', 'tools', 'clients', 'console/src', 'tests', 'bench'];
/** The folders in which a type has a name of its own. */
const TYPED = /^(domain|application|adapters|bootstrap|tools)\//;

const RULES = [...Object.keys(FILE_RULES), 'duplicate-basename', 'duplicate-type'];

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

  for (const rule of RULES)
    it(`has no ${rule}`, () => {
      const broken = found.filter((each) => each.rule === rule);
      assert.deepEqual(
        broken.map(({ file, line, found: text }) => `${file}:${line} ${text}`),
        [],
      );
    });

  it('has no banned word in the documents and in openapi.yaml', async () => {
    const guides = (await readdir(`${root}docs`)).map((name) => `docs/${name}`);
    const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'openapi.yaml', ...guides];
    const documents = files.filter((file) => /\.(md|yaml)$/.test(file) && file !== 'docs/glossary.md');
    const lines = documents.map(async (file) =>
      (await readFile(root + file, 'utf8')).split('\n').map((line, at) => `${file}:${at + 1} ${line}`),
    );
    const broken = (await Promise.all(lines)).flat().filter((line) => BANNED_PROSE.some((banned) => banned.test(line)));
    assert.deepEqual(broken, []);
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
    assert.sameMembers([...new Set(rules)], RULES);
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
