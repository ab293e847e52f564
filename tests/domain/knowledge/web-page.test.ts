import { assert } from 'chai';
import { ContentVersions } from '../../../domain/knowledge/content-versions.ts';
import { documentView } from '../../../domain/knowledge/document-view.ts';
import { citationsOf, searchAnswer } from '../../../domain/knowledge/grounding.ts';
import {
  addressName,
  dueAfterFailure,
  dueAfterInterval,
  dueAfterMissing,
  nameOfPage,
  newWebPage,
  parseWebPage,
} from '../../../domain/knowledge/web-page.ts';
import { knowledgeDocument } from './example.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const URL_OF_PAGE = 'https://example.com/hours';

describe('web pages as knowledge', () => {
  it('have an http or https address without a fragment, and are checked every week by default', () => {
    const page = parseWebPage({ url: ' https://Example.com/a?b=c#d ' });
    assert.deepEqual(page, { url: 'https://example.com/a?b=c', refresh: 'weekly' });
  });

  const REFUSED: readonly (readonly [what: string, url: string, says: RegExp])[] = [
    ['another scheme', 'ftp://example.com/', /url must be an http or https URL/],
    ['a web socket', 'wss://example.com/', /url must be an http or https URL/],
    ['no host', 'example.com', /url must be an http or https URL/],
    ['more than 2,048 characters', `https://example.com/${'a'.repeat(2_048)}`, /2048/],
    ['that is longer once it is encoded', `https://example.com/${'é'.repeat(1_000)}`, /2048/],
    ['a password', 'https://ada:secret@example.com/', /user name or a password/],
  ];
  for (const [what, url, says] of REFUSED)
    it(`are refused with an address that has ${what}`, () => assert.throws(() => parseWebPage({ url }), says));

  it('are refused with an unknown interval', () =>
    assert.throws(() => parseWebPage({ url: URL_OF_PAGE, refresh: 'hourly' }), /refresh must be one of manual, daily/));

  it('are due after a day, a week, or never by themselves', () => {
    assert.equal(dueAfterInterval('daily', NOW), '2026-03-03T09:00:00.000Z');
    assert.equal(dueAfterInterval('weekly', NOW), '2026-03-09T09:00:00.000Z');
    assert.isNull(dueAfterInterval('manual', NOW));
  });

  it('are due three times after temporary failures, later when the server says so, and within an hour', () => {
    const seconds = (failures: number, retryAfterMs: number | null) => {
      const due = dueAfterFailure(failures, retryAfterMs, NOW);
      return due === null ? null : (Date.parse(due) - NOW.getTime()) / 1_000;
    };
    assert.deepEqual([seconds(1, null), seconds(2, null), seconds(3, null), seconds(4, null)], [10, 60, 300, null]);
    assert.deepEqual([seconds(1, 5_000), seconds(1, 90_000), seconds(1, 1e9)], [10, 90, 3_600]);
  });

  it('that are not found are looked for twice again, an hour apart', () => {
    assert.deepEqual(
      [1, 2, 3].map((failures) => dueAfterMissing(failures, NOW)),
      ['2026-03-02T10:00:00.000Z', '2026-03-02T10:00:00.000Z', null],
    );
  });

  it('are named after their main heading, else the first one, else their address without parameters', () => {
    const heading = (level: number, text: string) => ({ kind: 'heading', level, text }) as const;
    assert.equal(nameOfPage(URL_OF_PAGE, [heading(2, 'Today'), heading(1, ' Opening\nhours ')]), 'Opening hours');
    assert.equal(nameOfPage(URL_OF_PAGE, [heading(2, ''), heading(3, 'Today')]), 'Today');
    assert.equal(nameOfPage(`${URL_OF_PAGE}?token=secret`, []), 'example.com/hours');
    assert.equal(addressName('https://example.com/'), 'example.com');
    assert.equal(addressName('https://example.com/%C3%B6ffnung/%E0'), 'example.com/%C3%B6ffnung/%E0');
    assert.equal(addressName('https://example.com/%C3%B6ffnung'), 'example.com/öffnung');
  });
});

describe('documents of web pages', () => {
  const page = {
    ...newWebPage(URL_OF_PAGE),
    etag: '"1"',
    checked_at: NOW.toISOString(),
    changed_at: NOW.toISOString(),
  };
  const document = knowledgeDocument({ status: 'ready', web_page: page, refresh: 'daily', due_at: null });

  it('show their address and when they are checked, but neither validators nor versions', () => {
    const { web_page, ...rest } = documentView({ ...document, content_version: 'a1', notice: null });
    const { web_page: _page, refresh: _refresh, due_at: _due, ...file } = document;
    assert.deepEqual(rest, file as never);
    assert.deepEqual(web_page, {
      ...{ url: URL_OF_PAGE, refresh: 'daily', next_check_at: null, problem: null },
      ...{ checked_at: page.checked_at, changed_at: page.changed_at },
    });
  });

  it('say since when their content is old when a check failed', () => {
    const failing = { ...document, web_page: { ...page, problem: 'It is away.' } };
    const words = 'Answers come from the page as it was found on 2026-03-02: It is away.';
    assert.equal(documentView(failing).notice, words);
    assert.notProperty(documentView({ ...failing, status: 'failed' }), 'notice');
    assert.equal(documentView(knowledgeDocument({ notice: 'Page 2 has no text' })).notice, 'Page 2 has no text');
  });

  it('are cited with their title, address and heading', () => {
    const chunk = { document_id: 'd', chunk_id: 'd:0', page: null, heading: 'Sunday', text: 'At ten.' };
    const excerpt = { ...chunk, source_filename: 'Opening hours' };
    const cited = { ...excerpt, source_url: URL_OF_PAGE };
    assert.include(searchAnswer([cited]), `"Opening hours", "${URL_OF_PAGE}", "Sunday"`);
    assert.deepEqual(citationsOf([cited, excerpt]), [
      { source_filename: 'Opening hours', page: null, heading: 'Sunday', source_url: URL_OF_PAGE },
      { source_filename: 'Opening hours', page: null, heading: 'Sunday' },
    ]);
  });
});

describe('versions of content', () => {
  const versions = new ContentVersions([{ document_id: 'p', content_version: 'v2' }, { document_id: 'f' }]);

  it('hide chunks of other versions, and nothing of files', () => {
    const isCurrent = (document_id: string, chunk_id: string) => versions.isCurrent({ document_id, chunk_id });
    assert.deepEqual(
      [isCurrent('p', 'p:v2:0'), isCurrent('p', 'p:v1:0'), isCurrent('p', 'p:0'), isCurrent('f', 'f:0')],
      [true, false, false, true],
    );
  });

  it('name the chunks of the current version', () =>
    assert.deepEqual([versions.chunkId('p:12'), versions.chunkId('f:3')], ['p:v2:12', 'f:3']));
});
