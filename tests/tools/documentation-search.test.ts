import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { assert } from 'chai';
import {
  documentationIndex,
  findEntries,
  wordAround,
  type DocumentationIndex,
  type SearchEntry,
} from '../../tools/build/docs/site-search.ts';
import { writeDocs } from '../../tools/build/docs/write-docs.ts';
import { root } from '../architecture/cruise.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What a reader types, and the first hit: a heading or the row of a table that explains it, never a mention in passing. */
const FIRST_HITS: readonly (readonly [query: string, url: string])[] = [
  ['TRUST_PROXY', 'operations.html#row-trust_proxy'],
  ['trust_proxy', 'operations.html#row-trust_proxy'],
  ['doctor', 'operations.html#doctor'],
  ['voicemail', 'agents.html#voicemail'],
  ['limits for pages', 'agents.html#limits-for-pages'],
  ['rate limit', 'operations.html#rate-limits'],
  ['api key', 'clients.html#api-keys'],
  ['backups', 'operations.html#backup'],
  ['quota', 'operations.html#quotas'],
  ['mcp server', 'mcp.html'],
  ['widget', 'widget.html'],
  ['ticket-url', 'widget.html#row-ticket-url'],
  ['kubernetes', 'kubernetes.html'],
  ['single sign on', 'single-sign-on.html'],
  ['webhook', 'webhooks.html'],
  ['rolling back a canary', 'agents.html#canary'],
  ['how do I tune the latency', 'latency.html'],
  ['pages that may call an agent', 'agents.html#limits-for-pages'],
  ['retry', 'campaigns.html#lead-retries'],
  ['retries', 'campaigns.html#lead-retries'],
  ['max_retries', 'campaigns.html#lead-retries'],
  ['calls on a full disk', 'operations.html#lead-calls-on-a-full-disk'],
  ['upgrading', 'upgrades.html'],
  ['allowed origins', 'agents.html#limits-for-pages'],
  ['drain_sec', 'operations.html#row-drain_seconds'],
  ['answering machines', 'carriers.html#answering-machines'],
  ['anser machine', 'carriers.html#answering-machines'],
];

describe('the search of the documentation', () => {
  let index: DocumentationIndex;
  let entries: readonly SearchEntry[];
  let script: string;
  before(async () => {
    const place = join(await temporaryDirectory(), 'docs');
    await writeDocs(root, place);
    const text = await readFile(join(place, 'search-index.js'), 'utf8');
    script = await readFile(join(place, 'page.js'), 'utf8');
    ({ documentationSections: entries } = runInNewContext(`${text}; globalThis`) as {
      documentationSections: SearchEntry[];
    });
    index = documentationIndex(entries);
  });

  for (const [query, url] of FIRST_HITS)
    it(`finds first for “${query}”: ${url}`, () => {
      const found = findEntries(index, query).slice(0, 5);
      assert.equal(found[0]?.['url'], url, found.map(({ url: place, score }) => `${place} ${score}`).join('\n'));
    });

  it('finds nothing for words that no section has, and for words that say nothing', () => {
    for (const query of ['xylophone', 'how do I', '!?']) assert.isEmpty(findEntries(index, query), query);
  });

  it('shows the words that were found, and the whole of each', () => {
    const text = 'It retries (see max_retries), then TRUST_PROXY.';
    for (const [terms, word] of [
      [['retri'], 'retries'],
      [['max_retri', 'max_retries'], 'max_retries'],
      [['proxy'], 'TRUST_PROXY'],
    ] as const) {
      const { from, to } = wordAround(text, terms)!;
      assert.equal(text.slice(from, to), word);
    }
    assert.isNull(wordAround(text, ['trial']));
    const [first] = findEntries(index, 'retry');
    assert.isNotNull(wordAround(String(first!['text']), first!.terms));
  });

  it('stays small, and has each explanation once', () => {
    assert.isBelow(gzipSync(script).length, 12_000);
    assert.isBelow(gzipSync(JSON.stringify(entries)).length, 260_000);
    assert.equal(new Set(entries.map(({ url }) => url)).size, entries.length);
    const explained = entries.filter(({ text }) => text.includes('proxies whose'));
    assert.deepEqual(
      explained.map(({ url }) => url),
      ['operations.html#row-trust_proxy'],
    );
  });
});
